import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { resale } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs lines as a command does that `sandbox exec` runs. */
const inSandbox = async (
  flags: string,
  use: (
    typed: (line: string, how?: Parameters<typeof resale>[1]) => ReturnType<typeof resale>,
  ) => Promise<void>,
) => {
  const cwd = temporaryFolder();
  const [variables, done] = [join(cwd, 'variables'), join(cwd, 'done')];
  const command = ['sh', '-c', 'env > new; mv new variables; until test -e done; do sleep 0.1; done'];
  const env = { PATH: `${process.env.PATH}` };
  const ended = resale(['sandbox', 'exec', ...flags.split(' '), '--', ...command], { cwd, env });
  try {
    await expect.poll(() => existsSync(variables)).toBe(true);
    const rows = readFileSync(variables, 'utf8').trim().split('\n');
    const inside = Object.fromEntries(rows.map((row) => row.split(/=(.*)/s)));
    await use((line, how = {}) => resale(line, { env: inside, clock: systemClock, ...how }));
  } finally {
    writeFileSync(done, '');
    expect(await ended).toMatchObject({ exitCode: 0 });
  }
};

// No feed comes by itself meanwhile, not even at a quarter past an hour.
test('a feed that is made while others use the sandbox is fetched, and seen by a watch', () =>
  inSandbox('--feed-every 86400', async (typed) => {
    const first = await typed('feed fetch -o json');
    expect(await typed('feed fetch -o json')).toEqual(first);
    const controller = new AbortController();
    let isSeen = false;
    const onStdout = () => {
      isSeen = true;
    };
    const watch = typed('feed watch -o ndjson', { interruption: controller.signal, onStdout });
    // Whenever it begins to watch, one of these comes after that.
    await expect
      .poll(
        async () => {
          expect((await typed('api POST /_sandbox/feed')).stdout).toMatch(/^\{"generation":\d+\}\n$/);
          return isSeen;
        },
        { interval: 500 },
      )
      .toBe(true);
    controller.abort(new Interrupted('SIGTERM'));
    await watch;
    expect((await typed('feed fetch -o json')).stdout).not.toBe(first.stdout);
  }));

test('so is one that comes sooner than the hour', () =>
  inSandbox('--feed-every 1', async (typed) => {
    const first = await typed('feed fetch -o json');
    await expect.poll(async () => (await typed('feed fetch -o json')).stdout).not.toBe(first.stdout);
  }));
