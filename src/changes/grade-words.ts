import type { BrokenRule } from '../service/broken-rules.ts';
import { errorValues, uncleanName } from '../service/clean-name.ts';
import { conditions, conditionWord } from '../service/constants.ts';
import { constantOf, wordOf } from '../service/typed-values.ts';
import { didYouMean, slipOf } from '../words/nearest.ts';

const words = conditions.map(wordOf);

const isKnown = (word: string): boolean => conditions.some((condition) => condition === constantOf(word));

/** The fault of a grade, or undefined. Grades can't be taken back, so another word is sent only if the user insists. */
export const gradeFault = (word: string): string | undefined =>
  isKnown(word)
    ? undefined
    : `must be one of ${words.join(', ')}, not '${word}'${didYouMean(wordOf(word), words)}; --no-check sends any other word`;

/**
 * The question about a word that may be the service's own. Undefined if it is known, misspelt, or not in the form of a
 * constant.
 */
export const gradeQuestion = (word: string): string | undefined => {
  const grade = constantOf(word);
  if (isKnown(word) || !conditionWord.test(grade) || slipOf(word, conditions) !== undefined) return undefined;
  return `'${word}' is not one of the conditions of a listing (${words.join(', ')}). Send it anyway, as ${grade}?`;
};

/** What the service would accept of an item although nobody means it, and why an id that it does not accept is none. */
export const itemSlips = ({
  id,
  condition: _,
  ...texts
}: Readonly<Record<string, unknown>>): BrokenRule[] => {
  const unclean = typeof id === 'string' && id !== '' ? uncleanName(id) : undefined;
  return [...(unclean === undefined ? [] : [{ path: 'id', message: unclean }]), ...errorValues(texts, '')];
};
