import { setImmediate } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/clock.ts';

/**
 * A clock by which nobody waits: whoever sleeps wakes at once, and it is so much later. Nothing else makes a deadline pass, and
 * next to nothing makes time pass, so a machine can't be too busy for a test: it is a hundred times slower than the machine's clock,
 * or so many times. A test of real time takes `systemClock`, and says why.
 */
export const leapingClock = (slowness = 100): Clock => {
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
    // A call has all the time that it needs, and of a long wait, nobody is told who never waits.
    alarm: () => () => {},
  };
};

/**
 * The machine's clock, by which waits take no time, and a call has all the time that it needs until the test says how much of it
 * has passed.
 */
export const movableClock = () => {
  const alarms = new Map<() => void, number>();
  let moved = 0;
  const { ticks } = systemClock;
  const spy = vi.spyOn(systemClock, 'ticks').mockImplementation(() => ticks() + moved);
  onTestFinished(() => spy.mockRestore());
  const slept: number[] = [];
  const clock: Clock = {
    ...systemClock,
    ticks: () => systemClock.ticks(),
    sleep: async (milliseconds) => void slept.push(milliseconds),
    alarm(milliseconds, ring) {
      alarms.set(ring, moved + milliseconds);
      return () => alarms.delete(ring);
    },
  };
  return {
    clock,
    slept,
    /** Once everything was read that has been written: Node reads in each turn of its loop. */
    async move(milliseconds: number) {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      moved += milliseconds;
      for (const [ring, at] of alarms) if (at <= moved) ring();
    },
  };
};
