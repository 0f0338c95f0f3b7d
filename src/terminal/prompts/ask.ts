import { Writable } from 'node:stream';
import { Interrupted } from '../../failure/interrupted.ts';
import { InputEnded } from '../errors.ts';
import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { colorLevel, screenWidth } from '../screen.ts';
import { widthOf, wrap } from '../width.ts';
import { atTheKeyboard, type Keyboard, type Scanned } from './keyboard.ts';

/** The second argument of a question of @inquirer/prompts. */
export interface QuestionContext {
  input: Keyboard;
  output: Writable;
  signal: AbortSignal;
}

interface AskOptions {
  /** What was typed so far. */
  typed?: () => string;
  /** What becomes of a code, where items are scanned. Without it, it waits. */
  scanned?: (code: string) => Scanned;
  /** An answer that is typed at once. */
  answer?: string | undefined;
}

/**
 * Asks a question of @inquirer/prompts, drawn on stderr. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals
 * throw Interrupted. In a window of another size it is drawn anew, in place of what is there, with what was `typed`. A code
 * that ends it throws CodeScanned.
 */
export const ask = <Answer>(
  io: Io,
  question: (context: QuestionContext) => Promise<Answer>,
  { typed = () => '', scanned, answer }: AskOptions = {},
): Promise<Answer | undefined> => {
  let canvas: Canvas | undefined;
  return atTheKeyboard(
    io,
    async (input, signal) => {
      canvas = new Canvas(io);
      try {
        return await question({ input, output: canvas.output, signal });
      } catch (error) {
        if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
        throw error;
      }
    },
    { typed, scanned, answer, erase: () => canvas?.erase() },
  );
};

/** The answer; throws InputEnded if the input ended instead. */
export const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new InputEnded();
  return answer;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what begins a colour.
const colours = /\u001b\[[\d;]*m/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is how the library takes away what it drew before.
const takesAway = /^(?:\u001b\[\d*[ABG]|\u001b\[2K)+/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is how the library puts the cursor where one types.
const placesCursor = /(?:\u001b\[(\d+)A)?\u001b\[(\d+)G$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal is told.
const sequences = /\u001b\[[?\d;]*[A-Za-z]/g;

/** What the prompts draw on: stderr, without being able to end it, and with colours only if we allow them. */
class Canvas {
  readonly output: Writable;
  #last = '';
  #isErased = false;

  constructor(private readonly io: Io) {
    const { stderr, env } = io;
    const colourless = colorLevel(stderr, env, false) === 0;
    this.output = new Writable({
      decodeStrings: false,
      write: (drawn: string | Buffer, _encoding, done) => {
        if (this.#isErased) return done();
        const text = drawn.toString();
        this.#last = text.replace(takesAway, '');
        stderr.write(colourless ? text.replace(colours, '') : text);
        // At once: what is said after the question must not stand before the end of its line.
        done();
      },
    });
    Object.defineProperties(this.output, {
      isTTY: { value: stderr.isTTY === true },
      // Looked at each time something is drawn: the terminal may have been resized.
      columns: { get: () => stderr.columns || undefined },
    });
  }

  /**
   * Takes away what was drawn last, and draws no more. A terminal that has become narrower has broken its lines anew, so that
   * they take more rows than the library knows.
   */
  erase(): void {
    const { stderr } = this.io;
    this.#isErased = true;
    const width = screenWidth(stderr, this.io);
    const [, up = '0', column = '1'] = placesCursor.exec(this.#last) ?? [];
    const lines = this.#last.replace(placesCursor, '').split('\n');
    const above = lines
      .slice(0, lines.length - 1 - Number(up))
      .map((line) => Math.max(1, Math.ceil(widthOf(line.replace(sequences, '')) / width)));
    const rows = above.reduce((sum, height) => sum + height, Math.floor((Number(column) - 1) / width));
    stderr.write(`${rows > 0 ? `\u001b[${rows}A` : ''}\r\u001b[J`);
  }
}

/** What the library puts before a question. */
const mark = '? ';

/**
 * A question in lines that fit the terminal, broken between words: the library would break it in the middle of a word.
 * `behind` is what the library puts after the question, and stays with the last word. Nothing in it acts on the terminal.
 */
export const questionLines = ({ stderr, env }: Io, question: string, behind = ''): string => {
  // One column is left for the cursor.
  const kept = '_'.repeat(behind === '' ? 1 : behind.length + 3);
  const lines = `${mark}${harmlessLines(question)}${kept}`.split('\n');
  const broken = lines.flatMap((line) => wrap(line, screenWidth(stderr, { env })));
  return broken.join('\n').slice(mark.length, -kept.length);
};
