import { messageOn } from '../terminal/message.ts';

/** Something that can be typed, and what it is for. */
export type Entry = readonly [term: string, meaning: string];

/** On a narrower screen, a meaning goes below its term. */
const narrowest = 60;

/** A text in lines of at most so many columns. */
export const fitted = (text: string, columns: number): string => messageOn({ isTTY: true, columns }, text);

/** Entries as lines of at most so many columns. All meanings begin in the same column, after `width` columns for the terms. */
export const termLines = (entries: readonly Entry[], columns: number, width = widestTerm(entries)): string =>
  entries
    .map((entry) => (columns < narrowest ? below(entry, columns) : beside(entry, width, columns)))
    .join('\n');

/** How wide the widest term is. */
export const widestTerm = (entries: readonly Entry[]): number =>
  Math.max(...entries.map(([term]) => term.length));

const below = ([term, meaning]: Entry, columns: number): string =>
  fitted(`  ${term}\n      ${meaning}`, columns);

const beside = ([term, meaning]: Entry, width: number, columns: number): string => {
  const lead = width + 4;
  const [first = '', ...more] = fitted(meaning, columns - lead).split('\n');
  return [`  ${term.padEnd(width)}  ${first}`, ...more.map((line) => ' '.repeat(lead) + line)].join('\n');
};
