import { type FlagTexts, flagName } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';
import type { CommandLine } from './command-line.ts';

/**
 * The line for the same command with the same flags, quoted for a POSIX shell. Flags in `changed` get
 * another value, or with undefined are left out.
 */
export const lineAgain = (
  { path, flags, globals }: Readonly<Pick<CommandLine, 'path'>> & Record<'flags' | 'globals', FlagTexts>,
  changed: Readonly<Record<string, string | undefined>> = {},
): string =>
  [
    path,
    ...Object.entries({ ...globals, ...flags, ...changed }).flatMap(([name, said]) => flagWords(name, said)),
  ].join(' ');

const flagWords = (name: string, said: FlagTexts[string]): string[] => {
  if (said === undefined) return [];
  if (said === true) return [flagName(name)];
  if (typeof said !== 'string') return said.flatMap((one) => flagWords(name, one));
  // A value that looks like a flag is taken for one only if it is a separate word.
  return said.startsWith('-') ? [shellWord(`${flagName(name)}=${said}`)] : [flagName(name), shellWord(said)];
};

/**
 * A word quoted for a POSIX shell. It has no effect on a terminal: a character that would is written as a printf that makes
 * it. Only a line break stays as it is, between quotes.
 */
export const shellWord = (word: string): string =>
  /^[\w./:@,-][\w./:=@,-]*$/.test(word) ? word : `'${[...word].map(quoted).join('')}'`;

/** A character as it is written between single quotes, which it may have to leave. */
const quoted = (character: string): string => {
  if (character === "'") return "'\\''";
  if (character === '\n' || harmless(character) === character) return character;
  const bytes = [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `'"$(printf '${bytes.join('')}')"'`;
};
