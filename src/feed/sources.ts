import { openOwnFile } from '../disk/own-files.ts';
import type { FeedCache } from './cache/cache.ts';
import type { CachedFeed } from './cache/cached-feed.ts';
import { DownloadFiles } from './cache/download-files.ts';
import { asCacheError } from './cache/folder.ts';
import type { Lock } from './cache/lock.ts';
import { startAttempts } from './download/attempts.ts';
import { Download } from './download/download.ts';
import type { HostOptions } from './download/host-request.ts';
import { FeedCut, NotAFeed } from './errors.ts';
import { type GivenLink, type LinkOptions, linkHashOf, requestLink } from './link.ts';

/** A feed that is being read: from the cache, or from its host while it is cached. */
export interface FeedSource {
  /** Decompressed, and not checked yet. To be read once. */
  bytes: AsyncIterable<Buffer>;
  /** The cached feed that is being read; undefined if it is being downloaded. */
  cached: CachedFeed | undefined;
  /**
   * To be called when all bytes were read and checked: puts a downloaded feed into the cache, if there is one. Fails
   * with `FeedCacheUnusable`.
   */
  keep(entries: number): Promise<CachedFeed | undefined>;
  /** To be called at the end in any case, with what went wrong. */
  close(failure?: unknown): Promise<void>;
}

// Node's default is 64 KiB, with which the steps cost more than the reading.
const chunkSize = 256 * 1024;

/** Opens a cached feed. From now on it can be read to its end, even if another one replaces it. */
export const fromCache = async (cache: FeedCache, cached: CachedFeed): Promise<FeedSource> => {
  const file = await openOwnFile(cached.path).catch((error) => {
    throw asCacheError(cached.path, error);
  });
  const bytes = file.createReadStream({ highWaterMark: chunkSize });
  return {
    bytes: bytes as AsyncIterable<Buffer>,
    cached,
    keep: async () => cached,
    async close(failure) {
      bytes.destroy();
      // It was complete when it was added. It was damaged since then, so the next time it is downloaded again.
      if (failure instanceof FeedCut || failure instanceof NotAFeed) await cache.remove(cached);
    },
  };
};

/** Opens the feed behind a link. If a cache is given, whose lock must be held, the feed is put there on the way. */
export const fromHost = (
  { answer, fetchedAt, clockAheadMs }: GivenLink,
  options: HostOptions & LinkOptions,
  place?: { cache: FeedCache; lock: Lock },
): FeedSource => {
  const files = place && new DownloadFiles(place.cache.folder, place.lock);
  const askLink = async () => (await requestLink(place?.cache.folder, options)).answer.url;
  const attempts = startAttempts(answer.url, { ...options, askLink });
  const download = new Download(attempts, files, options.observe);
  const bytes = download.bytes();
  return {
    bytes,
    cached: undefined,
    async keep(entries) {
      if (!files) return undefined;
      const content = download.content();
      const linkHash = linkHashOf(attempts.link());
      const facts = { ...content, fetchedAt, clockAheadMs, entries, linkHash };
      return files.finish(content.length, (path) => place.cache.add(path, facts));
    },
    async close(failure) {
      await bytes.return(undefined);
      // After a lost connection, or a reader that left, the part is good; any other failure is the file's own.
      await files?.end(download.isBroken || failure === undefined);
      await place?.lock.release();
    },
  };
};
