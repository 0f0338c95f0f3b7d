import { setTimeout as wait } from 'node:timers/promises';

/** The longest time for Node's timers, in milliseconds; a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits; fails with the signal's reason as soon as it aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  try {
    for (let left = milliseconds; left > 0; left -= longestTimerMs)
      await wait(Math.min(left, longestTimerMs), undefined, { signal });
  } finally {
    signal.throwIfAborted();
  }
};
