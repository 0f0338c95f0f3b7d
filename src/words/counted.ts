// By hand, as the list below: the first formatter of Intl that a process makes takes longer than the start of Node.

/** A whole number as a person reads it: `4,996`. */
export const figure = (number: number): string => {
  if (number < 0) return `-${figure(-number)}`;
  const rest = number % 1000;
  return number < 1000
    ? String(number)
    : `${figure((number - rest) / 1000)},${String(rest).padStart(3, '0')}`;
};

/** `a`, `a and b`, `a, b and c` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** `1 listing`, `2,000 listings`, `2 inventories` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;

/** Lines such as `   21  to close`, with the numbers below one another. */
export const numbered = (all: readonly { count: number; what: string }[]): string[] => {
  const width = Math.max(0, ...all.map(({ count }) => figure(count).length));
  return all.map(({ count, what }) => `${figure(count).padStart(width)}  ${what}`);
};

/** At most so many names: `a, b and 7 more`. */
export const firstOf = (names: readonly string[], most: number, count = names.length): string =>
  names.slice(0, most).join(', ') + (count > most ? ` and ${figure(count - most)} more` : '');

/** As the beginning of a sentence, unless it begins with the name of a file, or another word that is no plain one. */
export const capitalized = (text: string): string =>
  /^[a-z][\w.-]*[./\d]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** A constant of the service as words, also as it is typed: `MINOR_DEFECT` and `minor-defect` → `minor defect`. */
export const asWords = (constant: unknown): string => {
  const text = String(constant ?? '');
  return /^[a-z][a-z_-]*$/i.test(text) ? text.toLowerCase().replace(/[_-]/g, ' ') : text;
};
/** A text of at most `most` units, cut between characters, with an ellipsis where it was longer. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
