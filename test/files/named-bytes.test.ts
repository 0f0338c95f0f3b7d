import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { namedBytes } from '../../src/files/named-bytes.ts';
import { collected } from '../support/chunks.ts';
import { errorOf, resale } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let place: string;
beforeEach(() => {
  place = temporaryFolder();
});

const never = new AbortController().signal;
const text = 'é'.repeat(100_000);

const pipe = (): string => {
  const path = join(place, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};

test('a file', async () => {
  writeFileSync(join(place, 'file'), text);
  expect(String(await collected(namedBytes(join(place, 'file'), never)))).toBe(text);
});

test('what is not there', async () => {
  await expect(collected(namedBytes(join(place, 'nothing'), never))).rejects.toThrow('ENOENT');
});

describe('a pipe', () => {
  test('is read to its end, though nobody wrote to it as it was opened', async () => {
    const path = pipe();
    const read = collected(namedBytes(path, never));
    await writeFile(path, text);
    expect(String(await read)).toBe(text);
  });

  test('into which nobody writes is left with the reason of the signal', async () => {
    const stopping = new AbortController();
    const read = collected(namedBytes(pipe(), stopping.signal));
    stopping.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
  });
});

/** Fails as long as nobody reads. */
const toWriteAtOnce = constants.O_WRONLY | constants.O_NONBLOCK;

describe('a command that waits for a silent pipe is stopped by a signal', () => {
  const env = { RESALE_BASE_URL: 'http://127.0.0.1:9', RESALE_CLIENT_ID: 'a', RESALE_API_KEY: 'b' };

  /** Opens a pipe for writing, once somebody reads it. */
  const silence = async (path: string) => {
    const silent = await vi.waitFor(() => openSync(path, toWriteAtOnce), { timeout: 30_000 });
    onTestFinished(() => closeSync(silent));
  };

  test.each([
    'inventory set --from PIPE --yes',
    'feed diff PIPE PIPE',
    'api POST /v1/items/grade --input PIPE',
  ])('resale %s', async (line) => {
    const path = pipe();
    const stop = new AbortController();
    const running = resale(line.replaceAll('PIPE', `'${path}'`), {
      env: { ...env, RESALE_STATE_DIR: place, RESALE_CONFIG_DIR: place },
      interruption: stop.signal,
    });
    await silence(path);
    stop.abort(new Interrupted('SIGTERM'));
    const screen = await running;
    expect([screen.exitCode, errorOf(screen).code]).toEqual([143, 'interrupted']);
  });
});
