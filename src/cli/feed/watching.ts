import type { Look } from '../../feed/watch.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';

/** Looks for new feeds of the profile's service, with its cache. */
export const startLooking = async (
  invocation: Invocation,
  interval: number | undefined,
): Promise<AsyncGenerator<Look>> => {
  const [{ watchFeed }, { freshFeed }, { pause }, { feedOptions }, { watchFeedProgress }] = await Promise.all(
    [
      import('../../feed/watch.ts'),
      import('../../feed/refresh.ts'),
      import('../../client/pause.ts'),
      import('./options.ts'),
      import('./progress.ts'),
    ],
  );
  const signal = invocation.io.interruption;
  const { feedCache } = await import('./cache.ts');
  const cache = await feedCache(invocation);
  if (!cache)
    throw new UsageError('A watch keeps feeds, and there is no home directory: set RESALE_CACHE_DIR');
  return watchFeed({
    kept: await cache.all(),
    intervalMs: interval === undefined ? undefined : interval * 1000,
    fetch: async (freshness) => {
      const { observe, stop } = watchFeedProgress(invocation, false);
      try {
        await freshFeed({ ...(await feedOptions(invocation, freshness, observe)), cache });
        return await cache.all();
      } finally {
        stop();
      }
    },
    now: Date.now,
    wait: (milliseconds) => pause(milliseconds, signal),
    signal,
  });
};
