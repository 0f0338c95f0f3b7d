import { PassThrough } from 'node:stream';
import type { Io } from '../../src/terminal/io.ts';
import { leapingClock } from '../support/clock.ts';
import { MemoryOutput } from '../support/output.ts';

/** Somebody at a terminal of 80 columns in memory, who types into stdin. */
export const someone = (env: Record<string, string> = {}) => {
  const controller = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new MemoryOutput({ isTTY: true });
  const stderr = new MemoryOutput({ isTTY: true, columns: 80 });
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env,
    cwd: '/',
    clock: leapingClock(),
    self: ['resale'],
    interruption: controller.signal,
    ending: new AbortController().signal,
  };
  return {
    io,
    stdin,
    stdout,
    stderr,
    /** What interrupts the tool. */
    controller,
    /** Waits until stderr shows a text. */
    untilShown: async (text: string | RegExp) => {
      const isShown = () => (typeof text === 'string' ? stderr.text.includes(text) : text.test(stderr.text));
      while (!isShown()) await new Promise((resolve) => setImmediate(resolve));
    },
  };
};
