import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noFeedIsDue } from '../support/feed-service.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('without a file: the newest feed, downloaded once, and then taken from the cache', async () => {
  await noFeedIsDue();
  const paths: string[] = [];
  const { env } = await sandboxed({ products: 50, onRequest: ({ path }) => paths.push(path) });
  const cached = { ...env, RESALE_CACHE_DIR: join(temporaryFolder(), 'cache') };
  for (const line of ['feed stats', 'feed stats', 'feed stats --offline']) {
    const { exitCode, stdout } = await resale(line, { env: cached });
    expect(JSON.parse(stdout).products).toBe(50);
    expect(exitCode).toBe(0);
  }
  expect(paths).toHaveLength(2);
});
