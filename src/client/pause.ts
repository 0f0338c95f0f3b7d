import { setTimeout as wait } from 'node:timers/promises';

/** Waits, or fails with the signal's reason as soon as it aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
