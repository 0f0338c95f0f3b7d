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

/** How long something took: `0.4 s`, `49 s`, `1 min 12 s`, `2 h 5 min`. */
export const duration = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 950) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** Names in a list, and how many more: `a, b, and 18 more`; all of them if they are few: `a, b and c`. */
export const someOf = (names: readonly string[], most = 3): string => {
  if (names.length > most + 1)
    return `${names.slice(0, most).join(', ')}, and ${figure(names.length - most)} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** A constant of the service as a word: `MINOR_DEFECT` → `minor defect`. */
export const asWords = (constant: unknown): string =>
  typeof constant === 'string' && /^[A-Z][A-Z_]*$/.test(constant)
    ? constant.toLowerCase().replaceAll('_', ' ')
    : String(constant ?? '');
