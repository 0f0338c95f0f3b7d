/** Whether something in a text acts on a terminal, or can't be seen there. */
const hasUnseen = (text: string): boolean =>
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]/u.test(
    text,
  );

/**
 * A word, quoted alike for POSIX shells, zsh and fish. A word with characters that act on a terminal becomes a printf that makes
 * it; only a line break stays, in quotes.
 */
export const shellWord = (word: string): string => {
  if (/^[\w./:@,-][\w./:=@,-]*$/.test(word)) return word;
  return hasUnseen(word.replaceAll('\n', '')) ? printed(word) : `'${word.replace(/['\\]/g, leaving)}'`;
};

/** In fish, a backslash between single quotes may quote the next character, even the closing quote. */
const leaving = (sign: string): string => `'\\${sign}'`;

/**
 * A command that prints the word and holds no sign with a meaning to a shell, since fish misreads single quotes between commands.
 * The shell removes line breaks at the end of the output, so these follow it.
 */
const printed = (word: string): string => {
  const text = word.replace(/(?<!\n)\n+$/, '');
  const breaks = word.slice(text.length);
  const written = Array.from(text, (character, at) =>
    /[\w ./:@,=]/.test(character) ||
    (character === '-' && at > 0) ||
    (/[^\0-\x7f]/.test(character) && !hasUnseen(character))
      ? character
      : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `"$(printf '${written.join('')}')"${breaks && `'${breaks}'`}`;
};

/** The texts of flags by name: `true` for a flag without a value, a list for one that was repeated. */
export type FlagTexts = Readonly<Record<string, string | true | readonly string[] | undefined>>;

/** `maxRetries` → `--max-retries`. */
export const flagName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The words for the value of a flag, from our name for it: `productId` → `product id`. */
export const titleOf = (name: string): string => flagName(name).slice('--'.length).replaceAll('-', ' ');

export type MakeLine = (words: string, operands?: readonly string[], flags?: FlagTexts) => string;

/**
 * A command line to type, quoted for a shell. This file makes every line that a message proposes, and the transcripts type them.
 */
export const resaleLine: MakeLine = (words, operands = [], flags = {}) =>
  [
    words === '' ? 'resale' : `resale ${words}`,
    ...operands.map(shellWord),
    ...Object.entries(flags).flatMap(([name, value]) => flagWords(name, value)),
  ].join(' ');

/** Makes lines for the service and the keys that these global flags name. */
export const linesHere =
  ({ profile, baseUrl, caBundle }: FlagTexts): MakeLine =>
  (words, operands, flags) =>
    resaleLine(words, operands, { profile, baseUrl, caBundle, ...flags });

/** The same line again. Flags in `changed` get another value, or are left out if that is undefined. */
export const lineAgain = (
  line: { path: string; operands?: readonly string[]; flags: FlagTexts; globals: FlagTexts },
  changed: FlagTexts = {},
): string =>
  resaleLine(line.path.replace(/^resale ?/, ''), line.operands, {
    ...line.globals,
    ...line.flags,
    ...changed,
  });

interface RunNamed extends Readonly<Record<string, unknown>> {
  run?: unknown;
  profile?: unknown;
  origin?: unknown;
}

/** A line about a recorded run, with the profile of its start. */
export const runLine = (
  verb: 'resume' | 'resolve' | 'show' | 'undo' | 'end',
  { run, profile, origin }: RunNamed,
  flags: FlagTexts = {},
): string =>
  resaleLine(`runs ${verb}`, [String(run)], {
    // `runs show` calls no service, and a run without a profile is recorded under its origin.
    ...(verb === 'show' || typeof profile !== 'string' || profile === origin ? {} : { profile }),
    ...flags,
  });

const flagWords = (name: string, value: FlagTexts[string]): string[] => {
  if (value === undefined) return [];
  if (value === true) return [flagName(name)];
  if (typeof value !== 'string') return value.flatMap((one) => flagWords(name, one));
  // As a separate word, a value with a hyphen would be read as a flag.
  return value.startsWith('-') && value !== '-'
    ? [shellWord(`${flagName(name)}=${value}`)]
    : [flagName(name), shellWord(value)];
};
