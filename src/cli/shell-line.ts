import { type FlagTexts, flagName } from '../flags/values.ts';
import { harmless } from '../terminal/harmless.ts';
import type { CommandLine } from './command-line.ts';

/**
 * The line that says the same command with the same flags again, as a POSIX shell takes it. Flags of `changed` get
 * another value; with undefined they are left out.
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
  // A value that looks like a flag is one only where it stands alone.
  return said.startsWith('-') ? [shellWord(`${flagName(name)}=${said}`)] : [flagName(name), shellWord(said)];
};

/**
 * A word as a POSIX shell takes it. It acts on no terminal: a character that would is written as what printf makes it
 * from. Only a line break stays one, between quotes.
 */
export const shellWord = (word: string): string =>
  /^[\w./:@,-][\w./:=@,-]*$/.test(word) ? word : `'${[...word].map(quoted).join('')}'`;

/** A character as it stands between single quotes, which it may have to leave. */
const quoted = (character: string): string => {
  if (character === "'") return "'\\''";
  if (character === '\n' || harmless(character) === character) return character;
  const bytes = [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `'"$(printf '${bytes.join('')}')"'`;
};
