import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { answered } from './ask.ts';
import { nextLine } from './next-line.ts';

/**
 * Asks for a line that is not shown while it is typed, on any terminal. Throws InputEnded at Ctrl-D and Interrupted at
 * Ctrl-C. Only for where someone is there to answer.
 */
export const askSecret = async (io: Io, message: string): Promise<string> => {
  // A signal may have come since the question before.
  io.interruption.throwIfAborted();
  if (io.stdin.readableEnded || io.stdin.destroyed) return answered<string>(undefined);
  const unseen = new Writable({ write: (_drawn, _encoding, done) => done() });
  // As a terminal, so that readline turns its echo off. Node's own: the library's crashes where the terminal goes away.
  const lines = createInterface({ input: io.stdin, output: unseen, terminal: true, historySize: 0 });
  io.stderr.write(`${harmlessLines(message)} (not shown) `);
  try {
    return answered(await nextLine(io, lines));
  } finally {
    io.stderr.write('\n');
  }
};
