import { open } from 'node:fs/promises';
import type { CachedFeed, FeedCache } from './cache/cache.ts';
import { asCacheError } from './cache/folder.ts';
import { FeedCut, NotAFeed } from './errors.ts';
import type { FeedSource } from './sources.ts';

// Node's default is 64 KiB, with which small steps cost more than the reading.
const chunkSize = 256 * 1024;

/** Opens a kept feed. From now on it can be read to its end, even if another takes its place meanwhile. */
export const fromCache = async (cache: FeedCache, cached: CachedFeed): Promise<FeedSource> => {
  const file = await open(cached.path).catch((error) => {
    throw asCacheError(cached.path, error);
  });
  const bytes = file.createReadStream({ highWaterMark: chunkSize });
  return {
    bytes: bytes as AsyncIterable<Buffer>,
    cached,
    keep: async () => cached,
    async close(failure) {
      bytes.destroy();
      // It was whole when it came here: something has damaged it since, and it is downloaded again the next time.
      if (failure instanceof FeedCut || failure instanceof NotAFeed) await cache.remove(cached);
    },
  };
};
