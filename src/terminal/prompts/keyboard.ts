import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Interrupted } from '../../failure/failure.ts';
import type { Input, Io } from '../io.ts';
import type { Scanner } from './scanner.ts';

/** Stands for a line break in a paste, since a prompt takes a real one for Enter. No keyboard has this character. */
export const lineBreak = '\uE00A';

/** How a terminal is asked to mark what is pasted, and how it does so. */
const marking = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const [pasteBegins, pasteEnds] = ['\u001b[200~', '\u001b[201~'];

const ctrlZ = '\u001a';

/** The keys of a terminal as a prompt takes them: without Ctrl-Z, and with a paste in one piece that holds no key. */
export class Keyboard extends Readable {
  readonly isTTY: boolean;
  readonly #decoder = new StringDecoder();
  #held = '';

  constructor(
    private readonly stdin: Input,
    private readonly onCtrlZ: () => void,
    private readonly scanner?: Scanner,
  ) {
    super();
    this.isTTY = stdin.isTTY === true;
  }

  setRawMode(isRaw: boolean): this {
    this.stdin.setRawMode?.(isRaw);
    return this;
  }

  override _read(): void {}

  /** Takes a chunk from the terminal. A paste is held back until it is complete. */
  receive(chunk: Buffer): void {
    let rest = this.#held + this.#decoder.write(chunk);
    this.#held = '';
    for (;;) {
      const begin = rest.indexOf(pasteBegins);
      if (begin === -1) break;
      this.#take(rest.slice(0, begin));
      const end = rest.indexOf(pasteEnds, begin);
      if (end === -1) {
        this.#held = rest.slice(begin);
        return;
      }
      this.enter(rest.slice(begin + pasteBegins.length, end));
      rest = rest.slice(end + pasteEnds.length);
    }
    // A chunk may end within a mark.
    const begun = rest.lastIndexOf('\u001b[');
    const whole = begun !== -1 && pasteBegins.startsWith(rest.slice(begun)) ? begun : rest.length;
    this.#held = rest.slice(whole);
    this.#take(rest.slice(0, whole));
  }

  /** Enters a text at once, as if it had been typed: nothing in it is a key. */
  enter(text: string): void {
    const entered = text
      .replace(/^[\r\n]+|[\r\n]+$/g, '')
      .replace(/\r\n?|\n/g, lineBreak)
      .replaceAll('\t', ' ')
      .replace(/\p{Cc}/gu, '');
    if (entered !== '') this.emit('keypress', entered, { sequence: entered, ctrl: false });
  }

  #take(keys: string): void {
    if (this.scanner) this.scanner.take(keys);
    else this.press(keys);
  }

  press(keys: string): void {
    const [before = '', ...after] = keys.split(ctrlZ);
    if (before !== '') this.push(before);
    if (after.length > 0) this.onCtrlZ();
  }
}

/** What a burst of characters with Enter is: text; a code that waits; or a code that ends the question. */
export type Scanned = 'is text' | 'waits' | 'ends';

/** A code was scanned that ends the question, and waits to be taken. */
export class CodeScanned extends Error {}

interface Asking {
  /** Called before Ctrl-Z stops the process: leaves the screen to the shell. */
  leave: () => void;
  /** Draws the question again once the shell lets the process go on. */
  redraw: () => void;
  /** Erases the question that a code ends. */
  erase?: () => void;
  /** What was typed so far. */
  typed?: (() => string) | undefined;
  /** Where items are scanned; without it, a code waits. */
  scanned?: ((code: string) => Scanned) | undefined;
  /** An answer that is typed at once. */
  answer?: string | undefined;
}

/**
 * Asks a question at the keyboard. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals throw Interrupted, a
 * code that ends the question CodeScanned.
 */
export const atTheKeyboard = async <Answer>(
  io: Io,
  question: (keyboard: Keyboard, signal: AbortSignal) => Promise<Answer>,
  { leave, redraw, erase, typed = () => '', scanned = () => 'waits', answer: prepared }: Asking,
): Promise<Answer | undefined> => {
  const { stdin, stderr, interruption, scanner } = io;
  // A signal may have come since the last question.
  interruption.throwIfAborted();
  if (stdin.readableEnded || stdin.destroyed) return undefined;
  const closed = new AbortController();
  const withdrawn = new AbortController();
  let isOver = false;
  let pressedCtrlC = false;
  const close = () => closed.abort();
  const mark = (how: 'on' | 'off') => {
    if (stderr.isTTY && io.env.TERM !== 'dumb') stderr.write(marking[how]);
  };
  const suspend = async () => {
    keyboard.setRawMode(false);
    mark('off');
    leave();
    await io.stop?.();
    if (isOver) return;
    keyboard.setRawMode(true);
    mark('on');
    redraw();
  };
  const keyboard = new Keyboard(stdin, suspend, scanner);
  const receive = (chunk: Buffer) => keyboard.receive(chunk);
  keyboard.on('keypress', (_text: unknown, key: { ctrl: boolean; name?: string }) => {
    if (key.ctrl && key.name === 'd') close();
    pressedCtrlC ||= key.ctrl && key.name === 'c';
  });
  mark('on');
  // The prompt itself would wait for ever if its input ended.
  stdin.on('data', receive).on('end', close).on('close', close).resume();
  try {
    const answer = question(keyboard, AbortSignal.any([interruption, closed.signal, withdrawn.signal]));
    // The prompt begins to listen in the same turn.
    if (prepared !== undefined)
      setImmediate(() => {
        keyboard.enter(prepared);
        keyboard.press('\r');
      });
    scanner?.listen({
      press: (keys) => keyboard.press(keys),
      scan(code) {
        const meaning = scanned(code);
        if (meaning === 'is text') return false;
        const ends = meaning === 'ends' && !withdrawn.signal.aborted;
        // Its beginning may have come with a pause.
        scanner.waiting.push(ends ? typed() + code : code);
        if (ends) {
          erase?.();
          withdrawn.abort();
        }
        return true;
      },
    });
    const given = await answer;
    // A Ctrl-C that was read together with an Enter before it arrives after the end of the prompt.
    if (pressedCtrlC) throw new Interrupted('SIGINT');
    return given;
  } catch (error) {
    interruption.throwIfAborted();
    if (closed.signal.aborted) return undefined;
    throw withdrawn.signal.aborted ? new CodeScanned() : error;
  } finally {
    isOver = true;
    stdin.off('data', receive).off('end', close).off('close', close).pause();
    scanner?.rest();
    mark('off');
  }
};
