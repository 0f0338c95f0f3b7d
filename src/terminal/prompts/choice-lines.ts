import { harmless } from '../harmless.ts';
import { type Ellipsis, shorten, widthOf } from '../width.ts';

/** One of several answers: its word, and what the word means. */
export interface Choice<T> {
  value: T;
  word: string;
  meaning?: string | undefined;
}

const gap = '  ';

/** A meaning that is cut to less than this says nothing. */
const leastMeaning = 8;

/**
 * Choices in a line each, no wider than `width`: the words below one another, their meanings behind them where there is
 * room for some of them.
 */
export const choiceLines = (
  choices: readonly Choice<unknown>[],
  width: number,
  ellipsis: Ellipsis,
): string[] => {
  const widest = Math.max(...choices.map(({ word }) => widthOf(harmless(word))));
  const room = width - widest - gap.length;
  return choices.map(({ word, meaning }) => {
    const plain = harmless(word);
    const line =
      meaning && room >= leastMeaning
        ? `${plain}${' '.repeat(widest - widthOf(plain))}${gap}${harmless(meaning)}`
        : plain;
    return shorten(line, Math.max(1, width), ellipsis);
  });
};
