import { styleText } from 'node:util';
import { input } from '@inquirer/prompts';
import { escapeControls } from '../escape-controls.ts';
import type { Io } from '../io.ts';
import { lineBreak } from './keyboard.ts';
import { ask, dropTypedAhead, questionLines, requireAnswer } from './prompt.ts';

export interface TextQuestion {
  message: string;
  /** A colon if left out. */
  ending?: string;
  /** Ignores keys that were typed before the question appeared, since its answer can't be undone. */
  isLast?: boolean;
  byDefault?: string | undefined;
  mayHaveLines?: boolean;
  /** A refused answer is cleared, not corrected. */
  isTypedAnew?: true;
  /** Returns the fault of an answer, as a sentence. */
  check?: ((answer: string) => Promise<string | undefined>) | undefined;
  /** The meaning of an answer, shown behind it during typing. */
  readsAs?: ((answer: string) => string | undefined) | undefined;
  shownAs?: (answer: string) => string;
}

/**
 * Asks for a text, without the blanks around it, until it passes the check. Throws InputEnded at Ctrl-D and Interrupted at
 * Ctrl-C. Call it only if someone can answer.
 */
export const askText = async (io: Io, question: TextQuestion): Promise<string> => {
  if (question.isLast) await dropTypedAhead(io);
  const { message, ending = ':', byDefault = '', readsAs, shownAs } = question;
  // The library draws a default as it is.
  const offered = escapeControls(byDefault);
  const answerOf = (typed: string): string =>
    typed === offered ? byDefault : typed.replaceAll(lineBreak, '\n').trim();
  let isRefused = false;
  const answer = await ask(io, (context) =>
    input(
      {
        message: questionLines(io, `${message}${ending}`),
        ...(offered ? { default: offered } : {}),
        theme: {
          validationFailureMode: question.isTypedAnew ? 'clear' : 'keep',
          // The library leaves the fault of the answer before beneath one that is accepted.
          style: { error: (fault: string) => (isRefused ? styleText('red', `> ${fault}`) : '') },
        },
        async validate(typed) {
          const problem = await problemWith(io, answerOf(typed), question);
          isRefused = problem !== undefined;
          return problem ?? true;
        },
        transformer: (typed, { isFinal }) => {
          if (isFinal && shownAs) return shownAs(answerOf(typed));
          return withReading(shownLines(typed.replaceAll(lineBreak, '\n')), readsAs?.(typed.trim()));
        },
      },
      context,
    ),
  );
  return answerOf(requireAnswer(answer));
};

/** A text of several lines in one line: a sign stands for each line break. */
export const shownLines = (text: string): string => text.replaceAll('\n', '⏎');

const problemWith = async (
  io: Io,
  answer: string,
  { mayHaveLines, check }: TextQuestion,
): Promise<string | undefined> => {
  const { length } = answer.split('\n');
  const isPaste = length > 1 && !mayHaveLines;
  const problem = isPaste
    ? `It must be a single line; what was pasted has ${length}.`
    : await check?.(answer);
  return problem && questionLines(io, problem);
};

const withReading = (typed: string, reading: string | undefined): string =>
  reading ? `${typed} reads as ${reading}` : typed;
