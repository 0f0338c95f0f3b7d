import { flagName } from '../flags/values.ts';
import { shellWord } from './shell-word.ts';

/** A command line as it was typed: the command, and the texts of its flags by their names. */
export interface TypedLine {
  path: string;
  typed: Readonly<Record<string, unknown>>;
  typedGlobals: Readonly<Record<string, unknown>>;
}

/**
 * The words that say the same command with the same flags again, quoted for a POSIX shell. Flags of `changed` get
 * another value; with undefined they are left out.
 */
export const sameAgain = (
  { path, typed, typedGlobals }: TypedLine,
  changed: Readonly<Record<string, string | undefined>>,
): string[] => [
  ...path.split(' '),
  ...Object.entries({ ...typedGlobals, ...typed, ...changed }).flatMap(([name, said]) =>
    flagWords(name, said),
  ),
];

const flagWords = (name: string, said: unknown): string[] => {
  if (said === undefined) return [];
  if (said === true) return [flagName(name)];
  if (Array.isArray(said)) return said.flatMap((one) => flagWords(name, one));
  const value = String(said);
  // A value that looks like a flag is one only where it stands alone.
  return value.startsWith('-')
    ? [shellWord(`${flagName(name)}=${value}`)]
    : [flagName(name), shellWord(value)];
};
