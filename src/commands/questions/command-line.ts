import type { Settings } from '../global-flags.ts';
import { shellWord } from '../shell-word.ts';
import { flagName } from '../values.ts';
import { type Answers, textsOf } from './answers.ts';

/** The command line that says the same without questions, as a POSIX shell takes it. */
export const commandLine = (
  words: readonly string[],
  { profile, baseUrl }: Pick<Settings, 'profile' | 'baseUrl'>,
  answers: Answers,
): string => {
  const chosen = { ...(profile && { profile }), ...(baseUrl && { baseUrl }) };
  const flags = Object.entries({ ...chosen, ...answers }).flatMap(([name, said]) =>
    textsOf(said).flatMap((text) => [flagName(name), text]),
  );
  return ['resale', ...words, ...flags].map(shellWord).join(' ');
};
