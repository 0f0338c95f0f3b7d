import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/clock.ts';

/** How much slower than the machine's clock it is: work takes some time, but never so long that a busy machine shows. */
const slowness = 100;

/**
 * A clock by which nobody waits: whoever sleeps wakes at once, and it is so much later. Nothing else makes a deadline pass, and
 * next to nothing makes time pass, so a machine can't be too busy for a test. A test of real time takes `systemClock`, and says why.
 */
export const leapingClock = (): Clock => {
  const began = Date.now();
  const start = performance.now();
  let leapt = 0;
  const passed = () => (performance.now() - start) / slowness + leapt;
  const deadlines = new Map<AbortController, number>();
  return {
    now: () => began + Math.floor(passed()),
    ticks: () => start + passed(),
    async sleep(milliseconds, signal) {
      await setImmediate();
      signal.throwIfAborted();
      leapt += milliseconds;
      for (const [controller, at] of deadlines)
        if (at <= leapt) controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    },
    deadline(milliseconds) {
      const controller = new AbortController();
      deadlines.set(controller, leapt + milliseconds);
      return controller.signal;
    },
  };
};

/** The machine's clock, but every deadline passes after so many milliseconds. */
export const deadlinesAfter = (milliseconds: number): Clock => ({
  ...systemClock,
  deadline: () => systemClock.deadline(milliseconds),
});
