import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Interrupted } from '../../failure/failure.ts';
import type { Input, Io } from '../io.ts';
import type { Scanner } from './scanner.ts';

/** Stands for a line break in what was pasted: a prompt takes a real one for Enter. No keyboard has this character. */
export const lineBreak = '\uE00A';

/** How a terminal is asked to mark what is pasted, and how it does so. */
const marking = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const [pasteBegins, pasteEnds] = ['\u001b[200~', '\u001b[201~'];

const ctrlZ = '\u001a';

/** What comes from the terminal, as a prompt takes it: a paste in one piece, with no key in it, and no Ctrl-Z. */
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

  /** Takes what came from the terminal. A paste is held back until all of it is there. */
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
    // The beginning of a mark may have come alone.
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

/** What becomes of a burst of characters with Enter: it is text; it is a code, and waits; or that code ends the question. */
export type Scanned = 'is text' | 'waits' | 'ends';

/** A code was scanned that ends the question, and waits to be taken. */
export class CodeScanned extends Error {}

/** How a question is asked at the keyboard, perhaps once more. */
export interface Asking {
  typed?: () => string;
  /** It is to be erased: a code ends it. */
  erase?: () => void;
  /** What becomes of a code, where items are scanned. Without it, it waits. */
  scanned?: ((code: string) => Scanned) | undefined;
  /** An answer that is typed at once. */
  answer?: string | undefined;
}

/**
 * Asks a question at the keyboard. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals throw Interrupted, a
 * code that ends it CodeScanned. After Ctrl-Z and `fg`, it is asked again, with what was typed for it.
 */
export const atTheKeyboard = async <Answer>(
  io: Io,
  question: (keyboard: Keyboard, signal: AbortSignal) => Promise<Answer>,
  { typed = () => '', erase = () => {}, scanned = () => 'waits', answer: prepared = '' }: Asking,
): Promise<Answer | undefined> => {
  const { stdin, stderr, interruption, scanner } = io;
  for (let before = prepared; ; before = typed()) {
    // A signal may have come since the last question.
    interruption.throwIfAborted();
    if (stdin.readableEnded || stdin.destroyed) return undefined;
    const closed = new AbortController();
    const withdrawn = new AbortController();
    let isStopped = false;
    let isScanned = false;
    let pressedCtrlC = false;
    const close = () => closed.abort();
    const withdraw = () => withdrawn.abort();
    const keyboard = new Keyboard(
      stdin,
      () => {
        isStopped = true;
        withdraw();
      },
      scanner,
    );
    const receive = (chunk: Buffer) => keyboard.receive(chunk);
    keyboard.on('keypress', (_text: unknown, key: { ctrl: boolean; name?: string }) => {
      if (key.ctrl && key.name === 'd') close();
      pressedCtrlC ||= key.ctrl && key.name === 'c';
    });
    const marks = stderr.isTTY && io.env.TERM !== 'dumb';
    if (marks) stderr.write(marking.on);
    // The prompt itself would wait for ever if its input ended.
    stdin.on('data', receive).on('end', close).on('close', close).resume();
    try {
      const answer = question(keyboard, AbortSignal.any([interruption, closed.signal, withdrawn.signal]));
      // The prompt begins to listen in the same turn.
      if (before !== '')
        setImmediate(() => {
          keyboard.enter(before.replaceAll(lineBreak, '\n'));
          if (prepared !== '') keyboard.press('\r');
        });
      scanner?.listen({
        press: (keys) => keyboard.press(keys),
        scan(code) {
          const meaning = scanned(code);
          if (meaning === 'is text') return false;
          // Its beginning may have come with a pause.
          scanner.waiting.push(meaning === 'ends' && !isScanned ? typed() + code : code);
          if (meaning === 'ends' && !isScanned) {
            isScanned = true;
            erase();
            withdraw();
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
      if (!withdrawn.signal.aborted) throw error;
      if (isScanned) throw new CodeScanned();
    } finally {
      stdin.off('data', receive).off('end', close).off('close', close).pause();
      scanner?.rest();
      if (marks) stderr.write(marking.off);
    }
    if (isStopped) await io.stop?.();
  }
};
