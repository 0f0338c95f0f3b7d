import { checkKey, type Secret } from '../credentials.ts';
import type { KeptKey } from '../profile.ts';
import { keyCommandFailed } from './errors.ts';
import type { Surroundings } from './key-store.ts';
import { runProgram } from './run-program.ts';
import { splitCommand } from './split-command.ts';

/** How long it may take, in milliseconds. */
const limitMs = 10_000;

/** The key that a command prints. The command gets no input and none of our keys. Errors quote its stderr, never its stdout. */
export const keyFromCommand = async (
  { command, shell = false }: Pick<Extract<KeptKey, { store: 'command' }>, 'command' | 'shell'>,
  profile: string,
  surroundings: Surroundings,
): Promise<Secret> => {
  const words: [string, ...string[]] = shell ? [command] : splitCommand(command);
  const refuse = (problem: string) => keyCommandFailed(profile, shell ? 'the shell' : words[0], problem);
  const ended = await runProgram(words, { shell, input: '', ms: limitMs }, surroundings);
  if (ended.isLate) throw refuse(`did not end within ${limitMs / 1000} s`);
  if (ended.isMaxBuffer) throw refuse('printed more than a key can be');
  if (ended.code === 'ENOENT') throw refuse('is not there');
  if (ended.failed) throw refuse(`${howItEnded(ended)}${firstLine(ended.stderr, ended.stdout)}`);
  return checkKey(ended.stdout, `what the key command of the profile "${profile}" printed`).key;
};

const howItEnded = (ended: {
  exitCode?: number | undefined;
  signal?: string | undefined;
  code?: string | undefined;
}): string =>
  ended.exitCode === undefined
    ? `could not be run (${ended.signal ?? ended.code})`
    : `ended with exit code ${ended.exitCode}`;

/** The first line of stderr, without what the program printed, which may be the key. */
const firstLine = (stderr: string, stdout: string): string => {
  const printed = stdout.trim();
  const said = printed === '' ? stderr : stderr.replaceAll(printed, '***');
  const [line = ''] = said.trim().split('\n');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
};
