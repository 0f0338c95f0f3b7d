import { setImmediate, setTimeout } from 'node:timers/promises';
import { Interrupted } from '../../failure/failure.ts';
import type { Io } from '../io.ts';

/** For so long no input must come: longer than a key that is held down takes to repeat. */
const silenceMs = 100;
const ctrlC = 0x03;

/**
 * Drops what was typed before a question is shown, since nobody can have meant it as the answer. A scanned code is kept. A Ctrl-C
 * among it, and a signal meanwhile, throw Interrupted.
 */
export const dropTypedAhead = async ({ stdin, interruption, scanner }: Io): Promise<void> => {
  if (stdin.setRawMode === undefined) return;
  let hasCome = true;
  let pressedCtrlC = false;
  const drop = (keys: Buffer) => {
    hasCome = true;
    pressedCtrlC ||= keys.includes(ctrlC);
    scanner?.take(keys.toString());
  };
  scanner?.listen({ press: () => {}, scan: (code) => scanner.waiting.push(code) > 0 });
  // Otherwise the terminal keeps a line until Enter.
  stdin.setRawMode(true);
  stdin.on('data', drop).resume();
  try {
    while (hasCome && !pressedCtrlC) {
      hasCome = false;
      await setTimeout(silenceMs, undefined, { signal: interruption });
      // On a busy machine the time is up before the input of that time was read: Node runs its timers before it reads.
      await setImmediate();
    }
  } catch (error) {
    interruption.throwIfAborted();
    throw error;
  } finally {
    scanner?.rest();
    stdin.off('data', drop).pause();
    stdin.setRawMode(false);
  }
  if (pressedCtrlC) throw new Interrupted('SIGINT');
};
