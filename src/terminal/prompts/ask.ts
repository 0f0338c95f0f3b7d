import { Writable } from 'node:stream';
import { Interrupted } from '../../failure/interrupted.ts';
import { InputEnded } from '../errors.ts';
import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { colorLevel, screenWidth } from '../screen.ts';
import { wrap } from '../width.ts';

/** The second argument of a question of @inquirer/prompts. */
interface QuestionContext {
  input: Io['stdin'];
  output: Writable;
  signal: AbortSignal;
}

/**
 * Asks a question of @inquirer/prompts, drawn on stderr. Undefined if the input ended instead (Ctrl-D);
 * Ctrl-C and signals throw Interrupted.
 */
export const ask = async <Answer>(
  io: Io,
  question: (context: QuestionContext) => Promise<Answer>,
): Promise<Answer | undefined> => {
  // A signal may have come since the last question.
  io.interruption.throwIfAborted();
  const { stdin } = io;
  if (stdin.readableEnded || stdin.destroyed) return undefined;
  const closed = new AbortController();
  const close = () => closed.abort();
  let pressedCtrlC = false;
  const onKey = (_text: unknown, key: { ctrl: boolean; name?: string }) => {
    if (key.ctrl && key.name === 'd') close();
    pressedCtrlC ||= key.ctrl && key.name === 'c';
  };
  // The prompt itself would wait for ever if its input ended.
  stdin.on('end', close).on('close', close).on('keypress', onKey);
  try {
    const answer = await question({
      input: stdin,
      output: canvas(io),
      signal: AbortSignal.any([io.interruption, closed.signal]),
    });
    // A Ctrl-C that was read together with an Enter before it arrives after the end of the prompt.
    if (pressedCtrlC) throw new Interrupted('SIGINT');
    return answer;
  } catch (error) {
    io.interruption.throwIfAborted();
    if (closed.signal.aborted) return undefined;
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
    throw error;
  } finally {
    stdin.off('end', close).off('close', close).off('keypress', onKey);
  }
};

/** The answer; throws InputEnded if the input ended instead. */
export const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new InputEnded();
  return answer;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what begins a colour.
const colours = /\u001b\[[\d;]*m/g;

/** What the prompts draw on: stderr, without being able to end it, and with colours only if we allow them. */
const canvas = ({ stderr, env }: Io): Writable => {
  const colourless = colorLevel(stderr, env, false) === 0;
  const output = new Writable({
    decodeStrings: false,
    write: (drawn: string | Buffer, _encoding, done) => {
      stderr.write(colourless ? drawn.toString().replace(colours, '') : drawn, done);
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
  const lines = `${mark}${harmlessLines(question)}${kept}`.split('\n');
  const broken = lines.flatMap((line) => wrap(line, screenWidth(stderr, { env })));
  return broken.join('\n').slice(mark.length, -kept.length);
};
