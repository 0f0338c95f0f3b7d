import { CallError } from '../http/call-error.ts';
import type { CachedFeed } from './cache.ts';
import { dueAfter, type Freshness } from './freshness.ts';

export type Look =
  /** A new feed is in the cache, and so is the one before it. */
  | { kind: 'new'; older: CachedFeed; newer: CachedFeed; nextLookAt: number }
  | { kind: 'same'; newest: CachedFeed; nextLookAt: number }
  | { kind: 'failed'; error: unknown; nextLookAt: number };

export interface WatchOptions {
  /** Downloads the newest feed if no cached one is fresh enough, and returns the cached feeds, newest first. */
  fetch: (freshness: Freshness) => Promise<readonly CachedFeed[]>;
  kept: readonly CachedFeed[];
  /** The time between two looks. Default: until the service should have a new feed. */
  intervalMs?: number | undefined;
  /** The newest cached feed, checked each second: another process may replace or expire it. */
  newestKept?: (() => Promise<CachedFeed | undefined>) | undefined;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  signal: AbortSignal;
}

const secondMs = 1000;
const minuteMs = 60_000;
const lateMs = 2 * minuteMs;

/**
 * Looks for a new feed again and again, the first time at once. A failed look does not end the watch: the next one comes
 * after a minute (or the interval, if that is shorter), or later if the service says so. Refused credentials do end it. A feed
 * that is late is looked for every two minutes.
 */
export async function* watchFeed(options: WatchOptions): AsyncGenerator<Look, never> {
  const { intervalMs, newestKept, now, wait } = options;
  let [known] = options.kept;
  let freshness: Freshness = 'hourly';
  for (;;) {
    let look: Look;
    try {
      const [newest, before] = await options.fetch(freshness);
      if (!newest) throw new Error('the feed could not be kept on this machine');
      const isNew = known !== undefined && newest.linkHash !== known.linkHash;
      const due = dueAfter(Math.min(newest.fetchedAt.getTime(), now()));
      const hourly = due > now() ? due : Math.min(now() + lateMs, dueAfter(now()));
      const nextLookAt = intervalMs === undefined ? hourly : now() + intervalMs;
      look =
        isNew && before
          ? { kind: 'new', older: before, newer: newest, nextLookAt }
          : { kind: 'same', newest, nextLookAt };
      known = newest;
    } catch (error) {
      options.signal.throwIfAborted();
      // Refused credentials would be refused every hour.
      if (error instanceof CallError && error.refusesCredentials) throw error;
      look = { kind: 'failed', error, nextLookAt: now() + failurePauseMs(error, intervalMs) };
    }
    yield look;
    // In short steps, so that a machine looks soon after it wakes from sleep.
    for (let left = look.nextLookAt - now(); left > 0; left = look.nextLookAt - now()) {
      await wait(Math.min(left, newestKept ? secondMs : minuteMs));
      if (look.kind !== 'failed' && newestKept && isOther(await newestKept(), known)) break;
    }
    if (intervalMs !== undefined) freshness = { maxAgeMs: 0 };
  }
}

const isOther = (one: CachedFeed | undefined, other: CachedFeed | undefined): boolean =>
  one?.linkHash !== other?.linkHash || one?.fetchedAt.getTime() !== other?.fetchedAt.getTime();

const failurePauseMs = (error: unknown, intervalMs = minuteMs): number => {
  const retryAfterMs = error instanceof CallError ? (error.facts.retryAfterMs ?? 0) : 0;
  return Math.max(retryAfterMs, Math.min(intervalMs, minuteMs));
};
