import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnusableFile } from '../files/file-error.ts';
import { type CachedFeed, FeedCache, feedBytes } from './cache.ts';
import type { DownloadOptions } from './download.ts';
import { asCacheError, FeedCacheUnusable, noCachedFeed, tooManyQuestions } from './feed-errors.ts';
import { checkedLink, type FeedLink, linkHashOf } from './feed-link.ts';
import { type Freshness, isFresh, noteUnchanged, pauseBeforeQuestion, wasUnchanged } from './freshness.ts';

export interface FeedOptions extends Omit<DownloadOptions, 'askLink'> {
  cache: FeedCache | undefined;
  freshness: Freshness;
  ask: () => Promise<FeedLink>;
}

/** The newest feed, whole and checked, in a file of this machine. */
export interface NewestFeed extends CachedFeed {
  /** Its bytes, to be read once. The next piece overwrites the memory of the previous one. */
  read(): AsyncGenerator<Buffer>;
  /** Whether it stays in the cache. */
  isKept: boolean;
}

/**
 * The newest feed: the cached one if it is fresh, otherwise the service's, which is downloaded first. Without a usable cache, it is
 * in a temporary folder until it has been read. Fails like `askHost`, with `NotAFeed` and `FeedCacheUnusable`.
 */
export const newestFeed = async (options: FeedOptions): Promise<NewestFeed> => {
  const kept = usableCache(options);
  if (kept) {
    const feed = await feedIn(kept, options);
    return { ...feed, isKept: true, read: () => feedBytes(feed.path, options.signal) };
  }
  if (options.freshness === 'offline') throw noCachedFeed();
  const folder = await mkdtemp(join(tmpdir(), 'resale-feed-')).catch((error) => {
    throw asCacheError(tmpdir(), error);
  });
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const cache = new FeedCache(folder, '', '');
    cache.prepare();
    const feed = await feedIn(cache, options);
    async function* read(): AsyncGenerator<Buffer> {
      try {
        yield* feedBytes(feed.path, options.signal);
      } finally {
        await remove();
      }
    }
    return { ...feed, isKept: false, read };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** The service's answer with the link, which is checked but not followed. Fails like `newestFeed`. */
export const askForLink = async (options: FeedOptions): Promise<FeedLink> => {
  const answer = await requestLink(options, usableCache(options));
  checkedLink(answer.url, await options.serviceReach());
  return answer;
};

const requestLink = async (
  { ask, observe, clock, signal, retry }: FeedOptions,
  cache: FeedCache | undefined,
): Promise<FeedLink> => {
  const pause = cache ? await pauseBeforeQuestion(cache.folder, clock.now(), retry.maxWaitMs) : 0;
  if (pause > 0) {
    observe({
      kind: 'wait',
      milliseconds: pause,
      why: tooManyQuestions(pause).message,
    });
    await clock.sleep(pause, signal);
  }
  observe({ kind: 'asking' });
  return ask();
};

/** The cache, if it is usable. On a machine without a home directory, there is none, without a notice. */
const usableCache = ({ cache, freshness, observe }: FeedOptions): FeedCache | undefined => {
  try {
    if (freshness !== 'offline') cache?.prepare();
    return cache;
  } catch (error) {
    if (!(error instanceof FeedCacheUnusable)) throw error;
    const { cause, message: reason } = error;
    if (cause instanceof UnusableFile && !cause.isRefusedBySystem) observe({ kind: 'not-kept', reason });
    return undefined;
  }
};

/** The cached feed if it is fresh or the service still has the same one; otherwise the service's, which it is replaced by. */
const feedIn = async (cache: FeedCache, options: FeedOptions): Promise<CachedFeed> => {
  const { freshness, clock } = options;
  const newest = await cache.newest();
  if (newest && isFresh(newest.fetchedAt, freshness, clock.now())) return newest;
  if (freshness === 'offline') throw noCachedFeed();
  if (newest && freshness === 'hourly' && (await wasUnchanged(cache.folder, clock.now()))) return newest;
  const { url } = await requestLink(options, cache);
  const givenAt = clock.now();
  // Another process may have fetched it while this one waited for its turn to ask.
  const kept = await cache.newest();
  // The service changes the link with each new feed.
  const isSame = kept?.linkHash === linkHashOf(url) && freshness !== 'refresh';
  if (!kept || !isSame) return await downloaded({ url, givenAt }, cache, options);
  await noteUnchanged(cache.folder, givenAt);
  return kept;
};

/** Downloads the feed behind a link, checks it, and adds it to the cache. */
const downloaded = async (
  link: { url: string; givenAt: number },
  cache: FeedCache,
  options: FeedOptions,
): Promise<CachedFeed> => {
  let { url, givenAt } = link;
  const { download } = await import('./download.ts');
  const { wholeOf } = await import('./whole.ts');
  const askLink = async (): Promise<string> => {
    ({ url } = await requestLink(options, cache));
    givenAt = options.clock.now();
    return url;
  };
  const whole = await download(url, cache.folder, { ...options, askLink }, wholeOf);
  return cache.add(whole, linkHashOf(url), givenAt);
};
