import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { harmlessLines } from '../harmless.ts';
import { Interrupted, type Io } from '../io.ts';
import { answered } from './ask.ts';

/**
 * Asks for a line that is not shown while it is typed, on any terminal. Throws InputEnded at Ctrl-D and Interrupted at
 * Ctrl-C. Only for where someone is there to answer.
 */
export const askSecret = async (io: Io, message: string): Promise<string> => {
  // A signal may have come since the question before.
  io.interruption.throwIfAborted();
  if (io.stdin.readableEnded || io.stdin.destroyed) return answered<string>(undefined);
  const unseen = new Writable({ write: (_drawn, _encoding, done) => done() });
  // As a terminal, so that readline turns its echo off; Node's own, since a terminal that goes away crashes the library's.
  const lines = createInterface({ input: io.stdin, output: unseen, terminal: true, historySize: 0 });
  const settled = new AbortController();
  const signal = AbortSignal.any([io.interruption, settled.signal]);
  io.stderr.write(`${harmlessLines(message)} (not shown) `);
  try {
    const answer = await Promise.race([
      once(lines, 'line', { signal }).then(([line]) => String(line)),
      once(lines, 'close', { signal }).then(() => undefined),
      once(lines, 'SIGINT', { signal }).then(() => Promise.reject(new Interrupted('SIGINT'))),
    ]);
    return answered(answer);
  } catch (error) {
    io.interruption.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
    lines.close();
    io.stderr.write('\n');
  }
};
