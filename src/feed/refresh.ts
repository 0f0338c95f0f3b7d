import type { CachedFeed, FeedCache } from './cache/cache.ts';
import { FeedChanged } from './errors.ts';
import { judged } from './judge.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { type FeedOptions, type FeedSource, openKept } from './sources.ts';

/**
 * The newest feed as a whole, judged file on this machine: the kept one where it is fresh, else the service's, which
 * is downloaded first. Fails as the link and the host do, with `NotAFeed`, `FeedCacheUnusable` and `FeedBusy`.
 */
export const freshFeed = async (options: FeedOptions & { cache: FeedCache }): Promise<CachedFeed> => {
  for (let begun = 0; ; begun++) {
    const source = await openKept(options.cache, options);
    try {
      return await kept(source);
    } catch (error) {
      // Nobody has seen anything of it yet, so it can begin anew.
      if (!(error instanceof FeedChanged) || begun >= options.retry.maxRetries) throw error;
    }
  }
};

const kept = async (source: FeedSource): Promise<CachedFeed> => {
  let failure: unknown;
  try {
    if (source.cached) return source.cached;
    const scanner = new ArrayScanner();
    for await (const _ of judged(source.bytes, scanner));
    return (await source.keep(scanner.entries)) as CachedFeed;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await source.close(failure);
  }
};
