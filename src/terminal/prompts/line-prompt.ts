import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { Interrupted } from '../../failure/failure.ts';
import { escapeControlsInLines } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { messageOn } from '../message.ts';
import { atTheKeyboard, InputEnded, lineBreak } from './keyboard.ts';

/** Asks for a plain line, without redrawing. Undefined if the input ended; a signal throws Interrupted. */
export const askLine = async (io: Io, question: string): Promise<string | undefined> => {
  // A signal may have arrived since the last question.
  io.interruption.throwIfAborted();
  if (io.stdin.readableEnded || io.stdin.destroyed) return undefined;
  const lines = createInterface({ input: io.stdin, terminal: false });
  io.stderr.write(`${messageOn(io.stderr, question)} `);
  let typed: string | undefined;
  try {
    typed = await nextLine(io.interruption, lines);
    return typed;
  } finally {
    // Only Enter ends the line of a question.
    if (typed === undefined) io.stderr.write('\n');
  }
};

/** Asks for a key, which is not shown, before anything is changed. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export const askSecret = async (io: Io, message: string): Promise<string> => {
  const draw = () => io.stderr.write(`? ${escapeControlsInLines(message)} (not shown): `);
  const leave = () => io.stderr.write('\n');
  const answer = await atTheKeyboard(
    io,
    async (keyboard, signal) => {
      const unseen = new Writable({ write: (_drawn, _encoding, done) => done() });
      // As a terminal, so that readline turns its echo off. Node's own: the library's crashes if the terminal goes away.
      const lines = createInterface({ input: keyboard, output: unseen, terminal: true, historySize: 0 });
      draw();
      return nextLine(signal, lines).finally(leave);
    },
    { leave, redraw: draw },
  );
  if (answer === undefined) throw new InputEnded('Nothing was changed.');
  return answer.replaceAll(lineBreak, '\n');
};

/** Returns the next line, undefined if the input ended, and closes the interface. Ctrl-C and signals throw Interrupted. */
const nextLine = async (stopped: AbortSignal, lines: Interface): Promise<string | undefined> => {
  const settled = new AbortController();
  const signal = AbortSignal.any([stopped, settled.signal]);
  try {
    return await Promise.race([
      once(lines, 'line', { signal }).then(([line]) => String(line)),
      once(lines, 'close', { signal }).then(() => undefined),
      once(lines, 'SIGINT', { signal }).then(() => Promise.reject(new Interrupted('SIGINT'))),
    ]);
  } catch (error) {
    stopped.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
    lines.close();
  }
};
