import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { hangUp, type Meddling } from '../support/relay.ts';
import { behind, wrongKeys } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const names = Array.from({ length: 30 }, (_, at) => `N${at + 1}`);
const stock = Object.fromEntries(names.map((name) => [name, 1]));
const rows = ['sku,quantity', ...names.map((name) => `${name},2`), ''].join('\n');

/** The same with a file of their new inventories, behind a relay that meddles with changes. */
const stocked = async (meddle: Parameters<typeof behind>[1]) => {
  const shop = await behind(stock, meddle);
  await shop.file('stock.csv', rows);
  return shop;
};

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
      'checked after 50 s',
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
    expect(lastError(stderr).hint).toMatch(/^To go on: resale runs resume /);
  });

  it('where no note can be made of the rows for --failed-out: they stay with the run, which says how to go on', async () => {
    const shop = await stocked((before) => {
      if (before === 0) writeFileSync(join(shop.cwd, 'state', 'handed-out'), '');
      return before === 1 ? wrongKeys : undefined;
    });
    const line = 'inventory set --from stock.csv --run night --concurrency 1 --failed-out failed.csv -o json';
    const { exitCode, stderr } = await shop.resale(line);
    expect([exitCode, existsSync(join(shop.cwd, 'failed.csv'))]).toEqual([4, false]);
    expect(stderr).toMatch(/\/state\/handed-out (?:is not a directory|can't be)/);
    expect(lastError(stderr)).toMatchObject({
      message: expect.stringMatching(/Run night: 1 applied, \d+ unsent\.$/),
      hint: expect.stringContaining('resale runs resume night'),
    });
  });

  it('at the question of a resumed run: it is as it was, and is named', async () => {
    const { interruption, press } = stopping('SIGINT');
    const shop = await stocked((before) => (before >= 8 ? wrongKeys : undefined));
    await shop.resale('inventory set --from stock.csv --concurrency 1');
    const { exitCode, stderr } = await shop.resale('runs resume', {
      ...{ interruption, terminal: 100, answers: [] },
      onStderr: (text) => {
        if (text.includes('(y/N)')) press();
      },
    });
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(
      /^Stopped\. 8 of 30 done, 22 not sent\. To go on:\n {2}resale runs resume [0-9a-f]{4}\n/m,
    );
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
