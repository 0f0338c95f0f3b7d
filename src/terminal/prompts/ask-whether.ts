import type { Io } from '../io.ts';
import { askText } from './ask-text.ts';
import { InputEnded } from './keyboard.ts';

/**
 * Asks for a yes, and ignores keys that were typed before the question appeared. The end of the input means no, and so does an
 * empty line, unless yes is the default. Ctrl-C throws Interrupted. Call it only if someone can answer.
 */
export const confirm = async (io: Io, question: string, byDefault = false): Promise<boolean> => {
  try {
    return await askWhether(io, question, byDefault, true);
  } catch (error) {
    if (error instanceof InputEnded) return false;
    throw error;
  }
};

/** Asks yes or no; an empty line means `byDefault`. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export const askWhether = async (
  io: Io,
  question: string,
  byDefault: boolean,
  isLast = false,
): Promise<boolean> => {
  const answerIn = (typed: string): boolean | undefined => {
    const word = typed.toLowerCase();
    if (word === '') return byDefault;
    if (['y', 'yes'].includes(word)) return true;
    return ['n', 'no'].includes(word) ? false : undefined;
  };
  const typed = await askText(io, {
    message: question,
    isLast,
    isTypedAnew: true,
    ending: byDefault ? ' (Y/n)' : ' (y/N)',
    check: async (answer) => (answerIn(answer) === undefined ? 'Type y for yes or n for no.' : undefined),
    shownAs: (answer) => (answerIn(answer) ? 'Yes' : 'No'),
  });
  return answerIn(typed) === true;
};
