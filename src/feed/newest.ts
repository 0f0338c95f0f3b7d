import { UnusableFile } from '../disk/errors.ts';
import type { FeedCache } from './cache/cache.ts';
import type { CachedFeed } from './cache/cached-feed.ts';
import { FeedBusy, FeedCacheUnusable, NoCachedFeed } from './cache/errors.ts';
import { waitForDownload } from './cache/lock.ts';
import type { HostOptions } from './download/host-request.ts';
import { FeedChanged } from './errors.ts';
import { type Freshness, isFresh } from './freshness.ts';
import { type Way, ways } from './judge.ts';
import { checkedLink, type FeedLink, type LinkOptions, linkHashOf, requestLink } from './link.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { type FeedSource, fromCache, fromHost } from './sources.ts';

/** What it takes to get the feed. */
export interface FeedOptions extends HostOptions, LinkOptions {
  /** Where feeds are kept; undefined if none can be. */
  cache: FeedCache | undefined;
  /** Which cached feed may be used. */
  freshness: Freshness;
}

/**
 * Reads the newest feed in one of several ways, while it is downloaded, and caches it if possible. Fails as the
 * way, the link, and the host do.
 */
export async function* readFeed(options: FeedOptions, way: Way): AsyncGenerator<Buffer> {
  const source = await openFeed(options);
  yield* readToEnd(source, way, async (entries) => {
    try {
      return await source.keep(entries);
    } catch (error) {
      if (!(error instanceof FeedCacheUnusable)) throw error;
      options.observe({ kind: 'not-kept', reason: error.message });
      return undefined;
    }
  });
}

/**
 * The newest feed as a complete, checked file on this machine: the cached one if it is fresh, otherwise the service's, which
 * is downloaded first. Fails as the link and the host do, with `NotAFeed`, `FeedCacheUnusable` and `FeedBusy`.
 */
export const freshFeed = async (options: FeedOptions & { cache: FeedCache }): Promise<CachedFeed> => {
  for (let restarts = 0; ; restarts++) {
    const source = await openCached(options.cache, options);
    try {
      if (source.cached) {
        await source.close();
        return source.cached;
      }
      return (await drained(readToEnd(source, 'judged', source.keep))) as CachedFeed;
    } catch (error) {
      // None of it was printed yet, so it can start over.
      if (!(error instanceof FeedChanged) || restarts >= options.retry.maxRetries) throw error;
    }
  }
};

/** Only the service's answer with the link, if that may be followed. Fails as `readFeed` does. */
export const askForLink = async (options: FeedOptions): Promise<FeedLink> => {
  const { serviceReach } = options;
  const { answer } = await requestLink(await linkFolder(options), options);
  checkedLink(answer.url, await serviceReach());
  return answer;
};

/** Reads a source in one of several ways, and caches it once all of it was checked. Returns the cached feed. */
async function* readToEnd(
  source: FeedSource,
  way: Way,
  keep: FeedSource['keep'],
): AsyncGenerator<Buffer, CachedFeed | undefined> {
  let failure: unknown;
  try {
    const scanner = new ArrayScanner();
    yield* ways[way](source.bytes, scanner);
    return await keep(scanner.entries);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await source.close(failure);
  }
}

const drained = async <Result>(steps: AsyncGenerator<unknown, Result>): Promise<Result> => {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
};

/** Opens the newest feed, even if it can't be cached. */
const openFeed = async (options: FeedOptions): Promise<FeedSource> => {
  const { cache, freshness, observe } = options;
  if (cache === undefined || (freshness !== 'offline' && !(await isUsable(cache, observe))))
    return openUncached(undefined, options);
  try {
    return await openCached(cache, options);
  } catch (error) {
    if (!(error instanceof FeedCacheUnusable || error instanceof FeedBusy)) throw error;
    observe({ kind: 'not-kept', reason: error.message });
    // If requests can't be counted any more, the service itself will say when there are too many.
    return openUncached(error instanceof FeedBusy ? cache.folder : undefined, options);
  }
};

/**
 * Opens the cached feed if it is fresh, otherwise the one that the service has now, to be put into the cache. Fails with
 * `FeedCacheUnusable` or `FeedBusy` if that can't be done.
 */
const openCached = async (cache: FeedCache, options: FeedOptions): Promise<FeedSource> => {
  const { freshness, clock, signal, observe } = options;
  const before = await cache.newest();
  if (before && isFresh(before, freshness, clock.now())) return fromCache(cache, before);
  if (freshness === 'offline') throw new NoCachedFeed();
  await cache.prepare();
  const lock = await waitForDownload(cache.folder, signal, () => observe({ kind: 'other-process' }));
  try {
    const newest = await cache.newest();
    const cameMeanwhile = newest?.fetchedAt.getTime() !== before?.fetchedAt.getTime();
    if (newest && (cameMeanwhile || isFresh(newest, freshness, clock.now()))) {
      await lock.release();
      return await fromCache(cache, newest);
    }
    const link = await requestLink(cache.folder, options);
    // The service gives a new link once it has a new feed, and the same one until then.
    if (newest && freshness !== 'refresh' && newest.linkHash === linkHashOf(link.answer.url)) {
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

const openUncached = async (folder: string | undefined, options: FeedOptions): Promise<FeedSource> => {
  if (options.freshness === 'offline') throw new NoCachedFeed();
  return fromHost(await requestLink(folder, options), options);
};

/** The folder in which requests for the link are counted; undefined if there is no place for it. */
export const linkFolder = async ({
  cache,
  observe,
}: Pick<FeedOptions, 'cache' | 'observe'>): Promise<string | undefined> =>
  cache && (await isUsable(cache, observe)) ? cache.folder : undefined;

/** Whether feeds can be kept at all. On a machine without a home directory, it is normal that they can't. */
const isUsable = async (cache: FeedCache, observe: FeedOptions['observe']): Promise<boolean> => {
  try {
    await cache.prepare();
    return true;
  } catch (error) {
    if (!(error instanceof FeedCacheUnusable)) throw error;
    const { cause, message: reason } = error;
    if (cause instanceof UnusableFile && !cause.isRefusedBySystem) observe({ kind: 'not-kept', reason });
    return false;
  }
};
