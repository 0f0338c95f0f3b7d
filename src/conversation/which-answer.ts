import type { Io } from '../terminal/io.ts';
import { askWhich } from '../terminal/prompts/select.ts';
import { textsOf } from './answers.ts';

/** An answer that can be changed. */
export interface Changeable<T> {
  value: T;
  title: string;
  /** What was said. */
  said: string | readonly string[];
}

/** Asks which of some answers is to be changed, marking a likely one at first. Undefined where none is. */
export const askWhichAnswer = async <T>(
  io: Io,
  answers: readonly Changeable<T>[],
  likely?: T,
): Promise<T | undefined> => {
  const chosen = await askWhich(io, {
    message: 'Which one?',
    choices: [
      ...answers.map(({ title, said }, index) => ({
        value: index,
        word: title,
        meaning: textsOf(said).join(', ') || 'nothing so far',
      })),
      { value: answers.length, word: 'none of them' },
    ],
    byDefault: answers.findIndex(({ value }) => value === likely),
  });
  return answers[chosen]?.value;
};
