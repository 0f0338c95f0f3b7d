import { didYouMean } from '../words/nearest.ts';

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** Whether a path names one of the known fields, a part of one, or what several are parts of. */
const isKnown = (path: string, known: readonly string[]): boolean =>
  known.some((field) => isWithin(path, field) || isWithin(field, path));

/** Of some fields, the first that is not known. */
export const unknownField = (fields: readonly string[], known: readonly string[]): string | undefined =>
  fields.find((field) => !isKnown(field, known));

/** What is wrong with a field that is not known, in words that follow the flag: what was meant, and what there is. */
export const unknownFieldWords = (field: string, known: readonly string[]): string =>
  `names ${field}, which is not there${didYouMean(field, known)}; there are ${known.join(', ')}`;
