import { harmlessLines } from '../harmless.ts';
import type { Io } from '../io.ts';
import { ask } from './ask.ts';
import { askPlainly } from './ask-plainly.ts';

/**
 * Asks for a yes on the terminal; everything else, and the end of the input, is a no. Ctrl-C throws Interrupted.
 * Only for where someone is there to answer.
 */
export const confirm = async (io: Io, question: string): Promise<boolean> => {
  const message = harmlessLines(question);
  if (io.env.TERM === 'dumb') {
    const answer = await askPlainly(io, `${message} (y/N)`);
    return /^\s*y(es)?\s*$/i.test(answer ?? '');
  }
  const prompts = await import('@inquirer/prompts');
  const answer = await ask(io, (context) => prompts.confirm({ message, default: false }, context));
  return answer === true;
};
