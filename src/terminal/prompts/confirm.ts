import { confirm as confirmPrompt } from '@inquirer/prompts';
import type { Io } from '../io.ts';
import { answered, ask, questionLines } from './ask.ts';
import { askPlainly } from './lines.ts';

/**
 * Asks for a yes on the terminal; the end of the input is a no, and so is an empty line, unless `byDefault` says yes.
 * Ctrl-C throws Interrupted. To be called only if someone can answer.
 */
export const confirm = async (io: Io, question: string, byDefault = false): Promise<boolean> =>
  (await yesOrNo(io, question, byDefault)) === true;

/** Asks yes or no; an empty line means `byDefault`. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export const askWhether = async (io: Io, question: string, byDefault: boolean): Promise<boolean> =>
  answered(await yesOrNo(io, question, byDefault));

/** Undefined if the input ended. */
const yesOrNo = async (io: Io, question: string, byDefault: boolean): Promise<boolean | undefined> => {
  const choices = byDefault ? '(Y/n)' : '(y/N)';
  if (io.env.TERM === 'dumb') return yesOrNoPlainly(io, `${question} ${choices}`, byDefault);
  const message = questionLines(io, question, choices);
  return ask(io, (context) => confirmPrompt({ message, default: byDefault }, context));
};

const yesOrNoPlainly = async (io: Io, question: string, byDefault: boolean): Promise<boolean | undefined> => {
  for (;;) {
    const typed = (await askPlainly(io, question))?.trim().toLowerCase();
    if (typed === undefined) return undefined;
    if (typed === '') return byDefault;
    if (['y', 'yes'].includes(typed)) return true;
    if (['n', 'no'].includes(typed)) return false;
    io.stderr.write('Type y for yes or n for no.\n');
  }
};
