import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Failure, Interrupted } from '../../failure/failure.ts';
import type { Input, Io } from '../io.ts';

/** The input ended (Ctrl-D) before the answer. */
export class InputEnded extends Failure {
  constructor(hint = 'Only what you had already confirmed was sent.') {
    super('the input ended before the question was answered', { code: 'usage', exit: 'usage', hint });
  }
}

/** Stands for a line break in a paste, since a prompt takes a real one for Enter. No keyboard has this character. */
export const lineBreak = '\uE00A';

/** The escapes for bracketed paste, and the marks around a paste. */
const marking = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const [pasteBegins, pasteEnds] = ['\u001b[200~', '\u001b[201~'];

const ctrlZ = '\u001a';

/** The keys of a terminal for a prompt: without Ctrl-Z, and with each paste as one piece of plain text. */
export class Keyboard extends Readable {
  readonly isTTY: boolean;
  readonly #decoder = new StringDecoder();
  #held = '';

  constructor(
    private readonly stdin: Input,
    private readonly onCtrlZ: () => void,
  ) {
    super();
    this.isTTY = stdin.isTTY === true;
  }

  setRawMode(isRaw: boolean): this {
    this.stdin.setRawMode?.(isRaw);
    return this;
  }

  override _read(): void {}

  /** Takes a chunk from the terminal. An incomplete paste is buffered. */
  receive(chunk: Buffer): void {
    let rest = this.#held + this.#decoder.write(chunk);
    this.#held = '';
    for (;;) {
      const begin = rest.indexOf(pasteBegins);
      if (begin === -1) break;
      this.press(rest.slice(0, begin));
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
    this.press(rest.slice(0, whole));
  }

  /** Enters a text in one step, as plain characters. */
  enter(text: string): void {
    const entered = text
      .replace(/^[\r\n]+|[\r\n]+$/g, '')
      .replace(/\r\n?|\n/g, lineBreak)
      .replaceAll('\t', ' ')
      .replace(/\p{Cc}/gu, '');
    if (entered !== '') this.emit('keypress', entered, { sequence: entered, ctrl: false });
  }

  press(keys: string): void {
    const [before = '', ...after] = keys.split(ctrlZ);
    if (before !== '') this.push(before);
    if (after.length > 0) this.onCtrlZ();
  }
}

interface Asking {
  /** Called before Ctrl-Z stops the process: leaves the screen to the shell. */
  leave: () => void;
  /** Redraws the question after the shell has continued the process. */
  redraw: () => void;
}

/** Asks a question at the keyboard. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals throw Interrupted. */
export const atTheKeyboard = async <Answer>(
  io: Io,
  question: (keyboard: Keyboard, signal: AbortSignal) => Promise<Answer>,
  { leave, redraw }: Asking,
): Promise<Answer | undefined> => {
  const { stdin, stderr, interruption } = io;
  // A signal may have arrived since the last question.
  interruption.throwIfAborted();
  if (stdin.readableEnded || stdin.destroyed) return undefined;
  const closed = new AbortController();
  let isOver = false;
  let pressedCtrlC = false;
  const close = () => closed.abort();
  const mark = (how: 'on' | 'off') => {
    if (stderr.isTTY) stderr.write(marking[how]);
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
  const keyboard = new Keyboard(stdin, suspend);
  const receive = (chunk: Buffer) => keyboard.receive(chunk);
  keyboard.on('keypress', (_text: unknown, key: { ctrl: boolean; name?: string }) => {
    if (key.ctrl && key.name === 'd') close();
    pressedCtrlC ||= key.ctrl && key.name === 'c';
  });
  mark('on');
  // The library would wait forever after the end of its input.
  stdin.on('data', receive).on('end', close).on('close', close).resume();
  try {
    const answer = await question(keyboard, AbortSignal.any([interruption, closed.signal]));
    // A Ctrl-C in one chunk with a preceding Enter arrives after the end of the prompt.
    if (pressedCtrlC) throw new Interrupted('SIGINT');
    return answer;
  } catch (error) {
    interruption.throwIfAborted();
    if (closed.signal.aborted) return undefined;
    throw error;
  } finally {
    isOver = true;
    stdin.off('data', receive).off('end', close).off('close', close).pause();
    mark('off');
  }
};
