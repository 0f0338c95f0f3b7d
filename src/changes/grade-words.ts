import type { BrokenRule } from '../service/broken-rules.ts';
import { errorValues, uncleanName } from '../service/clean-name.ts';
import { conditions } from '../service/constants.ts';
import { constantOf, wordOf } from '../service/typed-values.ts';
import { didYouMean } from '../words/nearest.ts';

const words = conditions.map(wordOf);

/** The fault of a grade, or undefined. Grades can't be taken back, so another word is sent only with --no-check. */
export const gradeFault = (word: string): string | undefined =>
  conditions.some((condition) => condition === constantOf(word))
    ? undefined
    : `must be one of ${words.join(', ')}, not '${word}'${didYouMean(wordOf(word), words)}; --no-check sends any other word`;

/** What the service would accept of an item although nobody means it, and why an id that it does not accept is none. */
export const itemSlips = ({
  id,
  condition: _,
  ...texts
}: Readonly<Record<string, unknown>>): BrokenRule[] => {
  const unclean = typeof id === 'string' && id !== '' ? uncleanName(id) : undefined;
  return [...(unclean === undefined ? [] : [{ path: 'id', message: unclean }]), ...errorValues(texts, '')];
};
