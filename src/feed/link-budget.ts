import { join } from 'node:path';
import { writeFile } from 'atomically';
import type { Clock } from '../clock.ts';
import { readOwnFile } from '../disk/own-files.ts';
import { parsedJson } from '../json/parsed.ts';
import { feedLinkRequestsPerMinute } from '../service/constants.ts';
import { asCacheError } from './cache/folder.ts';
import { waitForLock } from './cache/lock.ts';
import { LinkBudgetSpent } from './errors.ts';

/** How a request for the link waits if there were too many. */
interface WaitForTurn {
  /** The longest wait. */
  maxWaitMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** Called before each wait. */
  onWait: (milliseconds: number) => void;
}

// The service counts requests when they arrive, this tool when they leave: a second makes up for a slow one.
const windowMs = 61_000;

/**
 * Waits until the link may be asked for, so that all processes that share the folder together stay within what the
 * service allows in a minute. Fails with `LinkBudgetSpent` if that takes longer than `maxWaitMs`.
 */
export const takeTurn = async (
  folder: string,
  { maxWaitMs, clock, signal, onWait }: WaitForTurn,
): Promise<void> => {
  for (let left = maxWaitMs; ; ) {
    const waitMs = await underLock(folder, signal, () =>
      spend(join(folder, 'link-requests.json'), clock.now()),
    );
    if (waitMs === 0) return;
    if (waitMs > left) throw new LinkBudgetSpent(feedLinkRequestsPerMinute, waitMs);
    onWait(waitMs);
    left -= waitMs;
    await clock.sleep(waitMs, signal);
  }
};

/** Records one more request, made now, and returns 0; if there were as many as allowed, returns the milliseconds until the next. */
const spend = async (file: string, now: number): Promise<number> => {
  const made = readTimes(file, now).filter((time) => time > now - windowMs);
  const earliest = made.at(-feedLinkRequestsPerMinute);
  if (earliest !== undefined) return earliest + windowMs - now;
  await writeFile(file, JSON.stringify([...made, now]), { mode: 0o600, fsync: false });
  return 0;
};

/** The times of the last requests, oldest first. A time in the future, after a clock was set back, counts as now. */
const readTimes = (file: string, now: number): number[] => {
  const times = parsedJson(readOwnFile(file) ?? '[]');
  if (!Array.isArray(times)) return [];
  return times
    .filter((time) => Number.isFinite(time))
    .map((time) => Math.min(time, now))
    .sort((one, other) => one - other);
};

const underLock = async <Result>(folder: string, signal: AbortSignal, change: () => Promise<Result>) => {
  const lock = await waitForLock(join(folder, 'link-requests.lock'), signal);
  try {
    return await change();
  } catch (error) {
    throw asCacheError(folder, error);
  } finally {
    await lock.release();
  }
};
