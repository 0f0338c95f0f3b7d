import { confirm as confirmPrompt } from '@inquirer/prompts';
import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { answered, ask } from './ask.ts';
import { askPlainly } from './ask-plainly.ts';

/**
 * Asks for a yes on the terminal; the end of the input is a no, and so is nothing typed, unless `byDefault` says yes.
 * Ctrl-C throws Interrupted. Only for where someone is there to answer.
 */
export const confirm = async (io: Io, question: string, byDefault = false): Promise<boolean> =>
  (await yesOrNo(io, question, byDefault)) === true;

/** Asks yes or no; nothing typed is what `byDefault` says. Throws InputEnded at Ctrl-D and Interrupted at Ctrl-C. */
export const askWhether = async (io: Io, question: string, byDefault: boolean): Promise<boolean> =>
  answered(await yesOrNo(io, question, byDefault));

/** Undefined where the input ended. */
const yesOrNo = async (io: Io, question: string, byDefault: boolean): Promise<boolean | undefined> => {
  const message = harmlessLines(question);
  if (io.env.TERM === 'dumb') {
    const typed = await askPlainly(io, `${message} ${byDefault ? '(Y/n)' : '(y/N)'}`);
    if (typed?.trim() === '') return byDefault;
    return typed === undefined ? undefined : /^\s*y(es)?\s*$/i.test(typed);
  }
  return ask(io, (context) => confirmPrompt({ message, default: byDefault }, context));
};
