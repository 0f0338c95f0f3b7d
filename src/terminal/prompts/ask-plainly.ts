import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';
import { messageOn } from '../message.ts';
import { nextLine } from './next-line.ts';

/**
 * Asks for a line without drawing anything but the question, harmless and broken between words, for a terminal that
 * cannot move its cursor. Undefined where the input ended instead; a signal throws Interrupted.
 */
export const askPlainly = async (io: Io, question: string): Promise<string | undefined> => {
  // A signal may have come since the question before.
  io.interruption.throwIfAborted();
  if (io.stdin.readableEnded || io.stdin.destroyed) return undefined;
  const lines = createInterface({ input: io.stdin, terminal: false });
  io.stderr.write(`${messageOn(io.stderr, question)} `);
  return nextLine(io, lines);
};
