import { type FlagTexts, flagName } from '../flags/values.ts';
import { shellWord } from '../words/shell-word.ts';
import type { CommandLine } from './command-line.ts';

/**
 * The line for the same command with the same arguments and flags, quoted for a shell. Flags in `changed` get
 * another value, or with undefined are left out.
 */
export const lineAgain = (
  {
    path,
    operands = [],
    flags,
    globals,
  }: Pick<CommandLine, 'path'> &
    Partial<Pick<CommandLine, 'operands'>> &
    Record<'flags' | 'globals', FlagTexts>,
  changed: FlagTexts = {},
): string =>
  [
    path,
    ...operands.map(shellWord),
    ...Object.entries({ ...globals, ...flags, ...changed }).flatMap(([name, said]) => flagWords(name, said)),
  ].join(' ');

/** The line that does something with a run: at the same service, with the same keys. */
export const runLine = (
  { globals }: Pick<CommandLine, 'globals'>,
  verb: 'resume' | 'resolve',
  run: string,
  flags: FlagTexts = {},
): string => {
  const { profile, baseUrl, caBundle } = globals;
  return lineAgain({ path: `resale runs ${verb} ${run}`, flags, globals: { profile, baseUrl, caBundle } });
};

const flagWords = (name: string, said: FlagTexts[string]): string[] => {
  if (said === undefined) return [];
  if (said === true) return [flagName(name)];
  if (typeof said !== 'string') return said.flatMap((one) => flagWords(name, one));
  // A value that looks like a flag is taken for one only if it is a separate word.
  return said.startsWith('-') && said !== '-'
    ? [shellWord(`${flagName(name)}=${said}`)]
    : [flagName(name), shellWord(said)];
};
