import { wordOf } from '../service/typed-words.ts';
import { conditionMeanings, conditions } from '../service/words.ts';

/** What each condition means, by the word that is typed for it. */
export const meaningsOfConditions: Readonly<Record<string, string>> = Object.fromEntries(
  conditions.map((condition) => [wordOf(condition), conditionMeanings[condition]]),
);
