/** What acts on a terminal, or can't be seen there. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]/u;

/**
 * A word quoted so that POSIX shells, zsh and fish read the same. It has no effect on a terminal: a word with a character that
 * would is written as a printf that makes it. Only a line break stays as it is, between quotes.
 */
export const shellWord = (word: string): string => {
  if (/^[\w./:@,-][\w./:=@,-]*$/.test(word)) return word;
  return unseen.test(word.replaceAll('\n', '')) ? printed(word) : `'${word.replace(/['\\]/g, leaving)}'`;
};

/** In fish, a backslash between single quotes may quote the next character, even the closing quote. */
const leaving = (sign: string): string => `'\\${sign}'`;

/**
 * A command that prints the word, in which no sign has a meaning to a shell: fish misreads some words in which single quotes
 * and commands take turns. A shell takes away the line breaks at the end of what is printed, so they stand behind it.
 */
const printed = (word: string): string => {
  const text = word.replace(/(?<!\n)\n+$/, '');
  const breaks = word.slice(text.length);
  const written = Array.from(text, (character, at) =>
    /[\w ./:@,=]/.test(character) ||
    (character === '-' && at > 0) ||
    (/[^\0-\x7f]/.test(character) && !unseen.test(character))
      ? character
      : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `"$(printf '${written.join('')}')"${breaks && `'${breaks}'`}`;
};

/** What was typed for some flags, by their names: `true` for one without a value, a list for one that may be repeated. */
export type FlagTexts = Readonly<Record<string, string | true | readonly string[] | undefined>>;

/** `maxRetries` → `--max-retries`. */
export const flagName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Makes a command line from the words of a command, what follows them, and flags. */
export type MakeLine = (words: string, operands?: readonly string[], flags?: FlagTexts) => string;

/**
 * A line of this tool for somebody to type, quoted for a shell. Every line that a message proposes is made in this file: a
 * test types each of them.
 */
export const resaleLine: MakeLine = (words, operands = [], flags = {}) =>
  [
    words === '' ? 'resale' : `resale ${words}`,
    ...operands.map(shellWord),
    ...Object.entries(flags).flatMap(([name, said]) => flagWords(name, said)),
  ].join(' ');

/** Makes lines for the same service, with the same keys, as a command line whose global flags these are. */
export const linesHere =
  ({ profile, baseUrl, caBundle }: FlagTexts): MakeLine =>
  (words, operands, flags) =>
    resaleLine(words, operands, { profile, baseUrl, caBundle, ...flags });

/**
 * The line for the same command with the same arguments and flags. Flags in `changed` get another value, or with
 * undefined are left out.
 */
export const lineAgain = (
  line: { path: string; operands?: readonly string[]; flags: FlagTexts; globals: FlagTexts },
  changed: FlagTexts = {},
): string =>
  resaleLine(line.path.replace(/^resale ?/, ''), line.operands, {
    ...line.globals,
    ...line.flags,
    ...changed,
  });

/** What is known of a recorded run, as far as a line about it needs. */
interface RunNamed extends Readonly<Record<string, unknown>> {
  run?: unknown;
  profile?: unknown;
  origin?: unknown;
}

/** The line that does something with a recorded run, with the profile that it began with. */
export const runLine = (
  verb: 'resume' | 'resolve' | 'show',
  { run, profile, origin }: RunNamed,
  flags: FlagTexts = {},
): string =>
  resaleLine(`runs ${verb}`, [String(run)], {
    // Whoever shows a run asks no service, and one without a profile is recorded under its origin.
    ...(verb === 'show' || typeof profile !== 'string' || profile === origin ? {} : { profile }),
    ...flags,
  });

const flagWords = (name: string, said: FlagTexts[string]): string[] => {
  if (said === undefined) return [];
  if (said === true) return [flagName(name)];
  if (typeof said !== 'string') return said.flatMap((one) => flagWords(name, one));
  // A value that looks like a flag is taken for one only if it is a separate word.
  return said.startsWith('-') && said !== '-'
    ? [shellWord(`${flagName(name)}=${said}`)]
    : [flagName(name), shellWord(said)];
};
