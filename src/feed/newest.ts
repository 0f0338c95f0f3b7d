import { rm } from 'node:fs/promises';
import { UnusableFile } from '../disk/errors.ts';
import { openOwnFile } from '../disk/own-files.ts';
import { type CachedFeed, type FeedCache, type Freshness, isFresh } from './cache/cache.ts';
import { startKeeping } from './cache/kept-file.ts';
import { type DownloadOptions, download } from './download/download.ts';
import { askHost } from './download/host.ts';
import { asCacheError, FeedCacheUnusable, FeedCut, NotAFeed, noCachedFeed } from './errors.ts';
import { inflated } from './inflate.ts';
import { checkedLink, type FeedLink, linkHashOf } from './link.ts';
import { parsedEntries } from './products.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { entryLines, type Way, ways } from './validate.ts';

export interface FeedOptions extends Omit<DownloadOptions, 'askLink'> {
  cache: FeedCache | undefined;
  freshness: Freshness;
  ask: () => Promise<FeedLink>;
}

/**
 * Reads the newest feed in one of several ways, while it is downloaded, and caches it if possible. Fails as the
 * way, the link, and the host do.
 */
export async function* readFeed(options: FeedOptions, way: Way): AsyncGenerator<Buffer> {
  const cache = usableCache(options);
  const found = await cachedOrLink({ ...options, cache });
  if ('path' in found) yield* fromCache(found, options, way);
  else
    yield* fromHost(found, cache, options, way, (error) => {
      if (!(error instanceof FeedCacheUnusable)) throw error;
      options.observe({ kind: 'not-kept', reason: error.message });
      return undefined;
    });
}

/**
 * The newest feed as a complete, checked file on this machine: the cached one if it is fresh, otherwise the service's, which
 * is downloaded first. Fails as the link and the host do, with `NotAFeed` and `FeedCacheUnusable`.
 */
export const freshFeed = async (options: FeedOptions & { cache: FeedCache }): Promise<CachedFeed> => {
  options.cache.prepare();
  const found = await cachedOrLink(options);
  if ('path' in found) return found;
  const reading = fromHost(found, options.cache, options, 'validated', (error) => {
    throw error;
  });
  for (;;) {
    const step = await reading.next();
    if (step.done) return step.value as CachedFeed;
  }
};

const requestLink = ({ ask, observe }: Pick<FeedOptions, 'ask' | 'observe'>): Promise<FeedLink> => {
  observe({ kind: 'asking' });
  return ask();
};

/** Only the service's answer with the link, if that may be followed. Fails as `readFeed` does. */
export const askForLink = async (options: FeedOptions): Promise<FeedLink> => {
  const answer = await requestLink(options);
  checkedLink(answer.url, await options.serviceReach());
  return answer;
};

/** The cache, if feeds can be kept there. On a machine without a home directory, it is normal that they can't. */
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

interface GivenLink {
  url: string;
  givenAt: number;
}

/** The cached feed if it is fresh or the service still has the same one; otherwise the link to the new one. */
const cachedOrLink = async (options: FeedOptions): Promise<CachedFeed | GivenLink> => {
  const { cache, freshness, clock } = options;
  const newest = await cache?.newest();
  if (newest && isFresh(newest.fetchedAt, freshness, clock.now())) return newest;
  if (freshness === 'offline') throw noCachedFeed();
  if (newest && freshness === 'hourly' && (await cache?.wasUnchanged(clock.now()))) return newest;
  const { url } = await requestLink(options);
  // The service gives a new link once it has a new feed, and the same one until then.
  const isSame = newest?.linkHash === linkHashOf(url) && freshness !== 'refresh';
  if (!newest || !isSame) return { url, givenAt: clock.now() };
  await cache?.noteUnchanged(clock.now());
  return newest;
};

// Node's default is 64 KiB, with which the steps cost more than the reading.
const chunkSize = 256 * 1024;

/** Reads a cached feed. Once it is open it can be read to its end, even if another one replaces it. */
async function* fromCache({ path }: CachedFeed, options: FeedOptions, way: Way): AsyncGenerator<Buffer> {
  const file = await openOwnFile(path).catch((error) => {
    throw asCacheError(path, error);
  });
  try {
    const scanner = new ArrayScanner();
    yield* ways[way](file.createReadStream({ highWaterMark: chunkSize }), scanner);
    options.observe({ kind: 'whole', products: scanner.entries });
  } catch (error) {
    // It was whole when it was added, and was damaged since: the next time it is downloaded again.
    if (error instanceof FeedCut || error instanceof NotAFeed) await rm(path, { force: true });
    throw error;
  }
}

/** Downloads the feed behind a link, and puts it into the cache once it is whole. `onUnkept` is told why that is not possible. */
async function* fromHost(
  given: GivenLink,
  cache: FeedCache | undefined,
  options: FeedOptions,
  way: Way,
  onUnkept: (error: unknown) => undefined,
): AsyncGenerator<Buffer, CachedFeed | undefined> {
  const { clock, observe } = options;
  let { url, givenAt } = given;
  let left = 0;
  const file = cache && (await startKeeping(cache).catch(onUnkept));
  const bytes = download(url, {
    ...options,
    async askLink() {
      ({ url } = await requestLink(options));
      givenAt = clock.now();
      return url;
    },
    observe(event) {
      if (event.kind === 'progress') left = (event.total ?? 0) - event.received;
      observe(event);
    },
  });
  try {
    const scanner = new ArrayScanner();
    yield* ways[way](file ? file.copy(bytes, () => left) : bytes, scanner);
    observe({ kind: 'whole', products: scanner.entries });
    return await file?.commit(linkHashOf(url), givenAt).catch(onUnkept);
  } finally {
    await file?.discard();
  }
}

const enoughProducts = 20;

/**
 * The first products of the feed at a link, without the rest: the download ends as soon as they are there. Nothing is cached.
 * Fails as the host does, and with `NotAFeed`.
 */
export const firstProducts = async (url: string, options: FeedOptions): Promise<unknown[]> => {
  const { body, encoding, close } = await askHost(url, options);
  const products: unknown[] = [];
  try {
    for await (const entries of parsedEntries(entryLines(inflated(body, encoding)))) {
      products.push(...entries);
      if (products.length >= enoughProducts) break;
    }
  } finally {
    await close();
  }
  return products.slice(0, enoughProducts);
};
