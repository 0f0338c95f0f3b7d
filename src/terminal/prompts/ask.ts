import { Writable } from 'node:stream';
import { Interrupted } from '../../failure/failure.ts';
import { InputEnded } from '../errors.ts';
import { escapeControlsInLines } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { colorLevel, screenWidth } from '../screen.ts';
import { wrap } from '../width.ts';
import { type Asking, atTheKeyboard, type Keyboard } from './keyboard.ts';

/** The second argument of a question of @inquirer/prompts. */
export interface QuestionContext {
  input: Keyboard;
  output: Writable;
  signal: AbortSignal;
  /** Set while it is asked, it takes the question away once that ends. */
  clearPromptOnDone: boolean;
}

/**
 * Asks a question of @inquirer/prompts, drawn on stderr. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals
 * throw Interrupted. A code that ends it takes it away, and throws CodeScanned.
 */
export const ask = <Answer>(
  io: Io,
  question: (context: QuestionContext) => Promise<Answer>,
  asking: Asking = {},
): Promise<Answer | undefined> => {
  let context: QuestionContext | undefined;
  const erase = () => {
    if (context) context.clearPromptOnDone = true;
  };
  const draw = async (input: Keyboard, signal: AbortSignal) => {
    context = { input, output: outputFor(io), signal, clearPromptOnDone: false };
    try {
      return await question(context);
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
      throw error;
    }
  };
  return atTheKeyboard(io, draw, { ...asking, erase });
};

/** The answer; throws InputEnded if the input ended instead. */
export const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new InputEnded();
  return answer;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what begins a colour.
const colours = /\u001b\[[\d;]*m/g;

/** What the prompts draw on: stderr, without being able to end it, and with colours only if we allow them. */
const outputFor = ({ stderr, env }: Io): Writable => {
  const colourless = colorLevel(stderr, env, false) === 0;
  const output = new Writable({
    decodeStrings: false,
    write: (drawn: string | Buffer, _encoding, done) => {
      const text = drawn.toString();
      stderr.write(colourless ? text.replace(colours, '') : text);
      // At once: what is said after the question must not stand before the end of its line.
      done();
    },
  });
  return Object.defineProperties(output, {
    isTTY: { value: stderr.isTTY === true },
    // Looked at each time something is drawn: the terminal may have been resized.
    columns: { get: () => stderr.columns || undefined },
  });
};

/** What the library puts before a question. */
const mark = '? ';

/**
 * A question in lines that fit the terminal, broken between words: the library would break it in the middle of a word.
 * `behind` is what the library puts after the question, and stays with the last word. Nothing in it acts on the terminal.
 */
export const questionLines = ({ stderr, env }: Io, question: string, behind = ''): string => {
  // One column is left for the cursor.
  const kept = '_'.repeat(behind === '' ? 1 : behind.length + 3);
  const lines = `${mark}${escapeControlsInLines(question)}${kept}`.split('\n');
  const broken = lines.flatMap((line) => wrap(line, screenWidth(stderr, { env })));
  return broken.join('\n').slice(mark.length, -kept.length);
};
