import { Writable } from 'node:stream';
import { Interrupted, type Io, type Output } from '../io.ts';
import { colorLevel } from '../theme.ts';

/** What a question of @inquirer/prompts is handed as its second argument. */
export interface QuestionContext {
  input: Io['stdin'];
  output: Writable;
  signal: AbortSignal;
}

/**
 * Asks a question of @inquirer/prompts, drawn on stderr. Undefined where the input ended instead (Ctrl-D);
 * Ctrl-C and signals throw Interrupted.
 */
export const ask = async <Answer>(
  io: Io,
  question: (context: QuestionContext) => Promise<Answer>,
): Promise<Answer | undefined> => {
  if (io.stdin.readableEnded || io.stdin.destroyed) return undefined;
  const closed = new AbortController();
  const close = () => closed.abort();
  const onKey = (_text: unknown, key: { ctrl: boolean; name?: string }) => {
    if (key.ctrl && key.name === 'd') close();
  };
  // The prompt itself waits for ever where its input ends.
  io.stdin.on('end', close).on('close', close).on('keypress', onKey);
  try {
    return await question({
      input: io.stdin,
      output: canvas(io),
      signal: AbortSignal.any([io.interruption, closed.signal]),
    });
  } catch (error) {
    io.interruption.throwIfAborted();
    if (closed.signal.aborted) return undefined;
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
    throw error;
  } finally {
    io.stdin.off('end', close).off('close', close).off('keypress', onKey);
  }
};

const escapeCharacter = '\u001b';

/** What the prompts draw on: stderr, which they would end when they are done, and whose colours are our decision. */
const canvas = ({ stderr, env }: Io): Writable => {
  const colourless = colorLevel(stderr, env, false) === 0;
  const colours = new RegExp(`${escapeCharacter}\\[[\\d;]*m`, 'g');
  const output: Output = new Writable({
    decodeStrings: false,
    write: (drawn: string | Buffer, _encoding, done) => {
      stderr.write(colourless ? drawn.toString().replace(colours, '') : drawn, done);
    },
  });
  output.isTTY = stderr.isTTY === true;
  if (stderr.columns) output.columns = stderr.columns;
  return output;
};
