import { setImmediate, setTimeout } from 'node:timers/promises';
import { Interrupted } from '../../failure/interrupted.ts';
import type { Io } from '../io.ts';

/** How long nothing must come: longer than a key that is held down takes to repeat itself. */
const silenceMs = 100;
const ctrlC = 0x03;

/**
 * Throws away what was typed before a question is shown, on a terminal: nobody can have meant it as the answer. A Ctrl-C
 * among it, and a signal meanwhile, throw Interrupted.
 */
export const dropTypedAhead = async ({ stdin, interruption }: Io): Promise<void> => {
  if (stdin.setRawMode === undefined) return;
  let hasCome = true;
  let pressedCtrlC = false;
  const drop = (keys: Buffer) => {
    hasCome = true;
    pressedCtrlC ||= keys.includes(ctrlC);
  };
  // Otherwise the terminal keeps a line to itself until it is ended.
  stdin.setRawMode(true);
  stdin.on('data', drop).resume();
  try {
    while (hasCome && !pressedCtrlC) {
      hasCome = false;
      await setTimeout(silenceMs, undefined, { signal: interruption });
      // On a busy machine the time is over before what came meanwhile was read: Node reads behind its timers.
      await setImmediate();
    }
  } catch (error) {
    interruption.throwIfAborted();
    throw error;
  } finally {
    stdin.off('data', drop).pause();
    stdin.setRawMode(false);
  }
  if (pressedCtrlC) throw new Interrupted('SIGINT');
};
