import { Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Interrupted } from '../../failure/failure.ts';
import { escapeControlsInLines } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { colorLevel, screenWidth } from '../screen.ts';
import { wrap } from '../width.ts';
import { atTheKeyboard, InputEnded, type Keyboard } from './keyboard.ts';

/** The second argument of a question of @inquirer/prompts. */
export interface QuestionContext {
  input: Keyboard;
  output: Writable;
  signal: AbortSignal;
}

/**
 * Asks a question of @inquirer/prompts, drawn on stderr. Undefined if the input ended instead (Ctrl-D); Ctrl-C and signals
 * throw Interrupted.
 */
export const ask = <Answer>(
  io: Io,
  question: (context: QuestionContext) => Promise<Answer>,
): Promise<Answer | undefined> => {
  const drawn = outputFor(io);
  const draw = async (input: Keyboard, signal: AbortSignal) => {
    try {
      return await question({ input, output: drawn.output, signal });
    } catch (error) {
      if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
      throw error;
    }
  };
  return atTheKeyboard(io, draw, drawn);
};

/** The answer; throws InputEnded if the input ended instead. */
export const requireAnswer = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new InputEnded();
  return answer;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with it.
const colours = /\u001b\[[\d;]*m/g;
/** Escapes that erase the last drawing or move the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const beforeDrawing = /^(?:\u001b\[\d*[ABGK])+/;
/** How many lines of a drawing are below the cursor that it leaves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const linesBelow = /\u001b\[(\d+)A(?:\u001b\[\d+G)+$/;

/** The output of the prompts: stderr, which they can't end, without colours if these are off. */
const outputFor = ({ stderr, env }: Io) => {
  const colourless = colorLevel(stderr, env, false) === 0;
  let drawing = '';
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      const text = colourless ? chunk.toString().replace(colours, '') : chunk.toString();
      const drawn = text.replace(beforeDrawing, '');
      drawing = drawn === '' ? drawing + text : drawn;
      stderr.write(text);
      // Immediately: later output must not appear before the end of the question.
      done();
    },
  });
  Object.defineProperties(output, {
    isTTY: { value: stderr.isTTY === true },
    // Read for each drawing, since the terminal may be resized.
    columns: { get: () => stderr.columns || undefined },
  });
  return {
    output,
    leave() {
      const [, below = '0'] = linesBelow.exec(drawing) ?? [];
      stderr.write(`${'\n'.repeat(Number(below) + 1)}\u001b[?25h`);
    },
    redraw: () => stderr.write(drawing),
  };
};

/** The library's mark before a question. */
const mark = '? ';
/** Keeps words in brackets at the end of a question with the word before them. */
const joint = '\u00a0';

/**
 * A question, made harmless, in lines that fit the terminal: the library would break it in the middle of a word. One column is left
 * for the cursor.
 */
export const questionLines = ({ stderr, env }: Io, question: string): string => {
  const joined = escapeControlsInLines(question).replace(/ (?=\([^ ]*\)$)/, joint);
  const lines = `${mark}${joined}_`.split('\n').flatMap((line) => wrap(line, screenWidth(stderr, { env })));
  return lines.join('\n').slice(mark.length, -1).replaceAll(joint, ' ');
};

/** Typing ahead is over after this silence, which is longer than the interval of a repeating key. */
const silenceMs = 100;
const ctrlC = 0x03;

/**
 * Drops keys that were typed before a question appears, since they can't be its answer. A Ctrl-C among them, or a signal, throws
 * Interrupted.
 */
export const dropTypedAhead = async ({ stdin, interruption }: Io): Promise<void> => {
  if (stdin.setRawMode === undefined) return;
  let hasCome = true;
  let pressedCtrlC = false;
  const drop = (keys: Buffer) => {
    hasCome = true;
    pressedCtrlC ||= keys.includes(ctrlC);
  };
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
    stdin.off('data', drop).pause();
    stdin.setRawMode(false);
  }
  if (pressedCtrlC) throw new Interrupted('SIGINT');
};
