/** A whole number as a person reads it: `4,996`. */
export const figure = (number: number): string => number.toLocaleString('en-US');

/** A number of things, as a sentence says it: `1 listing`, `2,000 listings`, `2 inventories`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;

/** Names in a list that does not grow without end: `a, b and 7 more`. */
export const firstOf = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** The same text as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A constant of the service as a word: `MINOR_DEFECT` → `minor defect`. */
export const asWords = (constant: unknown): string =>
  typeof constant === 'string' && /^[A-Z][A-Z_]*$/.test(constant)
    ? constant.toLowerCase().replaceAll('_', ' ')
    : String(constant ?? '');
