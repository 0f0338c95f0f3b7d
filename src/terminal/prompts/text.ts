import { input } from '@inquirer/prompts';
import { harmless, harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { answered, ask, questionLines } from './ask.ts';
import { askPlainly } from './lines.ts';

export interface TextQuestion {
  message: string;
  /** What an empty line means. */
  byDefault?: string | undefined;
  /** What is wrong with an answer, as a sentence; undefined if it is valid. */
  check?: ((answer: string) => Promise<string | undefined>) | undefined;
  /** What an answer means, shown after it while it is typed. */
  readsAs?: ((answer: string) => string | undefined) | undefined;
}

/**
 * Asks for a line of text, without the blanks around it, until it passes the check. Throws InputEnded at Ctrl-D
 * and Interrupted at Ctrl-C. To be called only if someone can answer.
 */
export const askText = async (io: Io, question: TextQuestion): Promise<string> => {
  if (io.env.TERM === 'dumb') return askTextPlainly(io, question);
  const { message, byDefault = '', check, readsAs } = question;
  // The library draws a default as it is. One that could act on the terminal is a part of the question instead.
  const isHarmless = harmless(byDefault) === byDefault;
  const answerOf = (typed: string): string => typed.trim() || (isHarmless ? '' : byDefault);
  const answer = await ask(io, (context) =>
    input(
      {
        message: questionLines(io, isHarmless ? `${message}:` : withDefault(message, byDefault)),
        ...(isHarmless && byDefault ? { default: byDefault } : {}),
        validate: async (typed) => problemIn(await check?.(answerOf(typed))) ?? true,
        ...(readsAs && { transformer: (typed) => withReading(typed, readsAs(typed.trim())) }),
      },
      context,
    ),
  );
  return answerOf(answered(answer));
};

const askTextPlainly = async (
  io: Io,
  { message, byDefault = '', check, readsAs }: TextQuestion,
): Promise<string> => {
  const prompt = byDefault ? withDefault(message, byDefault) : `${message}:`;
  for (;;) {
    const typed = answered(await askPlainly(io, prompt)).trim() || byDefault;
    const problem = problemIn(await check?.(typed));
    if (problem) io.stderr.write(`${problem}\n`);
    else {
      const reading = readsAs?.(typed);
      if (reading) io.stderr.write(`${withReading(typed, reading)}\n`);
      return typed;
    }
  }
};

const withDefault = (message: string, byDefault: string): string => `${message}: (${harmless(byDefault)})`;

const problemIn = (problem: string | undefined): string | undefined => problem && harmlessLines(problem);

const withReading = (typed: string, reading: string | undefined): string =>
  reading ? `${typed} reads as ${reading}` : typed;
