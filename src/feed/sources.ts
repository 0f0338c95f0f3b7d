import type { CachedFeed, FeedCache } from './cache/cache.ts';
import type { HostOptions } from './download/host-request.ts';
import { FeedBusy, FeedCacheUnusable, NoCachedFeed } from './errors.ts';
import { type Freshness, isFresh } from './freshness.ts';
import { fromCache } from './from-cache.ts';
import { fromHost } from './from-host.ts';
import { judgedLink } from './link.ts';
import { hashOf, type LinkOptions, requestLink } from './link-request.ts';
import { waitForDownload } from './wait-for-download.ts';

/** What it takes to get the feed. */
export interface FeedOptions extends HostOptions, LinkOptions {
  /** Where feeds are kept; undefined where none can be. */
  cache: FeedCache | undefined;
  /** Which kept feed will do. */
  freshness: Freshness;
}

/** A feed that is being read: from the cache, or from its host while it is put there. */
export interface FeedSource {
  /** Decompressed, and not judged yet. To be read once. */
  bytes: AsyncIterable<Buffer>;
  /** The kept feed that is read; undefined where it is being downloaded. */
  cached: CachedFeed | undefined;
  /**
   * To be called when all bytes were read and judged: puts a downloaded feed into the cache, if one is there. Fails
   * with `FeedCacheUnusable`.
   */
  keep(entries: number): Promise<CachedFeed | undefined>;
  /** To be called at the end, however that came, with what went wrong. */
  close(failure?: unknown): Promise<void>;
}

/**
 * Opens the newest feed: the kept one where it is fresh, else the one that the service has now. Where nothing can be
 * kept, the feed comes all the same.
 */
export const openFeed = async (options: FeedOptions): Promise<FeedSource> => {
  const { cache, freshness, observe } = options;
  if (cache === undefined || (freshness !== 'offline' && !(await isUsable(cache))))
    return openUnkept(undefined, options);
  try {
    return await openKept(cache, options);
  } catch (error) {
    if (!(error instanceof FeedCacheUnusable || error instanceof FeedBusy)) throw error;
    observe({ kind: 'not-kept', reason: error.message });
    // Where requests can't be counted any more, the service itself says when there are too many.
    return openUnkept(error instanceof FeedBusy ? cache.folder : undefined, options);
  }
};

/** The same; but where the feed can't be kept, it fails with `FeedCacheUnusable` or `FeedBusy`. */
export const openKept = async (cache: FeedCache, options: FeedOptions): Promise<FeedSource> => {
  const { freshness, signal, observe } = options;
  const before = await cache.newest();
  if (before && isFresh(before, freshness)) return fromCache(cache, before);
  if (freshness === 'offline') throw new NoCachedFeed();
  await cache.prepare();
  const lock = await waitForDownload(cache.folder, signal, () => observe({ kind: 'other-process' }));
  try {
    const newest = await cache.newest();
    const cameMeanwhile = newest?.fetchedAt.getTime() !== before?.fetchedAt.getTime();
    if (newest && (cameMeanwhile || isFresh(newest, freshness))) {
      await lock.release();
      return await fromCache(cache, newest);
    }
    const link = await requestLink(cache.folder, options);
    // The service gives a new link once it has a new feed, and the same one until then.
    if (newest && freshness !== 'refresh' && newest.linkHash === hashOf(link.url)) {
      const { fetchedAt, clockAheadMs } = link;
      const confirmed = await cache.confirm(newest, { fetchedAt, clockAheadMs });
      await lock.release();
      return await fromCache(cache, confirmed);
    }
    return fromHost(link, options, { cache, lock });
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** The link alone, if it is one that may be followed. Fails as `openFeed` does. */
export const askForLink = async (options: FeedOptions): Promise<string> => {
  const { cache, allowLoopback } = options;
  const { url } = await requestLink(cache && (await isUsable(cache)) ? cache.folder : undefined, options);
  judgedLink(url, allowLoopback);
  return url;
};

const openUnkept = async (folder: string | undefined, options: FeedOptions): Promise<FeedSource> => {
  if (options.freshness === 'offline') throw new NoCachedFeed();
  return fromHost(await requestLink(folder, options), options);
};

/** Whether feeds can be kept at all. On a machine without a home that is nothing to speak of. */
const isUsable = async (cache: FeedCache): Promise<boolean> => {
  try {
    await cache.prepare();
    return true;
  } catch (error) {
    if (error instanceof FeedCacheUnusable) return false;
    throw error;
  }
};
