import { setTimeout as wait } from 'node:timers/promises';

/** Time: what waits for something, bounds it or compares times asks a clock, so that a test can have one of its own. */
export interface Clock {
  /** The time of day, in milliseconds since 1970. The machine's may be set, forward and back. */
  now(): number;
  /** Milliseconds since some moment. They only ever grow, so they tell how long something took. */
  ticks(): number;
  /** Waits; fails with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A signal that aborts after so long. It keeps no process. */
  deadline(milliseconds: number): AbortSignal;
  /** Rings after so long, and again each time so much later, until what it returns is called. It keeps no process. */
  alarm(milliseconds: number, ring: () => void): () => void;
}

/** The longest time for Node's timers, in milliseconds; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // Node's `performance` does the same, but is loaded only when it is first asked: a millisecond of each call.
  ticks: () => Number(process.hrtime.bigint()) / 1e6,
  async sleep(milliseconds, signal) {
    try {
      for (let left = milliseconds; left > 0; left -= longestTimerMs)
        await wait(Math.min(left, longestTimerMs), undefined, { signal });
    } finally {
      signal.throwIfAborted();
    }
  },
  deadline: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, longestTimerMs)),
  alarm(milliseconds, ring) {
    const timer = setInterval(ring, Math.min(milliseconds, longestTimerMs)).unref();
    return () => clearInterval(timer);
  },
};
