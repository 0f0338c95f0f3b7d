import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('feeds in the cache', () => {
  const hourMs = 3_600_000;

  /** A sandbox whose feed was fetched so many times, an hour after the other. */
  const fetched = async (times: number) => {
    let time = Date.now();
    const { env } = await sandboxed({ products: 300, now: () => new Date(time) });
    const cached = { ...env, RESALE_CACHE_DIR: join(temporaryFolder(), 'cache') };
    for (let count = 0; count < times; count++, time += hourMs)
      await resale('feed stats --refresh', { env: cached });
    return cached;
  };

  test('without files: the two newest', async () => {
    const { exitCode, stdout } = await resale('feed diff', { env: await fetched(3) });
    const changes: { change: string }[] = JSON.parse(stdout);
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['changed']));
    expect(exitCode).toBe(0);
  });

  test('with one file: that with the newest', async () => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'mine.json'), '[{"productID":"c-1"}]');
    const { stdout } = await resale('feed diff mine.json', { env: await fetched(1), cwd });
    const changes: { change: string }[] = JSON.parse(stdout);
    expect(changes.filter(({ change }) => change === 'added')).toHaveLength(300);
    expect(changes.at(-1)).toMatchObject({ change: 'removed', productID: 'c-1' });
  });
});
