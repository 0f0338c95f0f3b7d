import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { hangUp, type Meddling } from '../support/relay.ts';
import { behind } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const stopping = (signal: Interrupted['signal']) => {
  const stop = new AbortController();
  return { interruption: stop.signal, press: () => stop.abort(new Interrupted(signal)) };
};

/** The last line of a log is the error. */
const lastError = (stderr: string) =>
  errorOf({ exitCode: 0, stdout: '', stderr: stderr.trimEnd().split('\n').at(-1) ?? '' });

describe('somebody who asks it to stop', () => {
  const busy = json(429, { error: 'Busy.' }, { 'retry-after': '50' });
  test.each<[what: string, meddling: Meddling, flags: string, shown: string]>([
    ['the service asked to wait', { instead: busy }, '--concurrency 1', 'Trying again in 5'],
    ['a row waits for its turn', {}, '--rate 40/min --concurrency 1', '"outcome":"applied"'],
    [
      'a row waits to be checked',
      { instead: hangUp },
      '--settle 50 --max-retries 0 --concurrency 1',
      'looked up after 50 s',
    ],
  ])('while %s: it just ends, and nothing more is asked', async (_, meddling, flags, shown) => {
    const { relay, ...shop } = await behind({ A: 1, B: 1 }, () => meddling);
    const { interruption, press } = stopping('SIGINT');
    let asked: number | undefined;
    const onShown = (text: string) => {
      if (asked !== undefined || !text.includes(shown)) return;
      asked = relay.lines.length;
      press();
    };
    const { exitCode, stderr } = await shop.resale(`inventory set --from - -o ndjson ${flags}`, {
      stdin: 'sku,quantity\nA,2\nB,2\n',
      interruption,
      onStdout: onShown,
      onStderr: onShown,
    });
    expect([exitCode, relay.lines.length]).toEqual([130, asked]);
    expect(lastError(stderr).hint).toMatch(/^To continue: resale runs resume /);
  });

  it('while a file is read: it just ends', async () => {
    const shop = await warehouse();
    execFileSync('mkfifo', [join(shop.cwd, 'pipe')]);
    const { interruption, press } = stopping('SIGINT');
    const reading = shop.resale('inventory set --from pipe --yes', { interruption });
    // Reading takes until the other end is closed.
    const writing = await open(join(shop.cwd, 'pipe'), 'w');
    onTestFinished(() => writing.close());
    press();
    expect((await reading).exitCode).toBe(130);
  });
});
