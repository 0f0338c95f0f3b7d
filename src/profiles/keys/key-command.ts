import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { checkKey, type Secret, type Surroundings } from './credentials.ts';
import { InvalidKeyCommand, LacksCredentials } from './key-errors.ts';

/** Far more than a key can be. */
const maxBuffer = 64 * 1024;

/** Runs a program that reads or stores a key, with a time limit. It inherits none of our own keys. */
export const runProgram = async (
  [file, ...rest]: readonly [string, ...string[]],
  { ms, input }: { ms: number; input: string },
  surroundings: Surroundings,
) => {
  const { execa } = await import('execa');
  const deadline = surroundings.clock.deadline(ms);
  const cancelSignal = AbortSignal.any([deadline, surroundings.interruption]);
  const { RESALE_CLIENT_ID: _id, RESALE_API_KEY: _key, ...env } = surroundings.env;
  const settings = { extendEnv: false, killSignal: 'SIGKILL', reject: false } as const;
  const child = execa(file, rest, { input, ...settings, env, maxBuffer, cancelSignal });
  // Its child processes may keep these open, and are not waited for.
  const leave = () => {
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  cancelSignal.addEventListener('abort', leave, { once: true });
  const ended = await child;
  cancelSignal.removeEventListener('abort', leave);
  surroundings.interruption.throwIfAborted();
  return { ...ended, isLate: deadline.aborted };
};

/** A text between quotes, an escaped character, a run of blanks, or any other character. */
const pieces = /'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<blank>\s+)|(?<plain>.)/gsu;

const shellOnly = /[|&;<>`$]/;

/** Splits a command line into words like a shell. Refuses shell syntax, and programs with relative paths. */
export const splitCommand = (line: string): [file: string, ...rest: string[]] => {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {} } of line.matchAll(pieces)) {
    const { single, double, escaped, blank, plain } = groups;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (plain === "'" || plain === '"') throw new InvalidKeyCommand('has a quote that is never closed');
    const forShell = shellOnly.exec(plain ?? '') ?? /[`$]/.exec(double ?? '');
    if (forShell) throw new InvalidKeyCommand(`contains ${forShell[0]}, which needs a shell`);
    const text = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '';
    word = (word ?? '') + text;
  }
  if (word !== undefined) words.push(word);
  const [file, ...rest] = words;
  if (!file) throw new InvalidKeyCommand('names no program');
  if (/[\\/]/.test(file) && !/^([\\/]|[a-z]:)/i.test(file))
    throw new InvalidKeyCommand(
      'names its program by a relative path; name it as it is on the PATH, or by an absolute one',
    );
  return [file, ...rest];
};

const limitMs = 10_000;

/** The key on a command's stdout. The command has no input and none of our keys. Errors quote its stderr, never its stdout. */
export const keyFromCommand = async (
  command: string,
  profile: string,
  surroundings: Surroundings,
): Promise<Secret> => {
  const words = splitCommand(command);
  const refuse = (problem: string, program = words[0]) =>
    new LacksCredentials(
      `the key command of the profile "${profile}" failed: ${program} ${problem}`,
      proposal(
        'Run it by hand to see what is wrong, or change it:',
        resaleLine('profiles set', [profile], { keyCommand: 'COMMAND' }),
      ),
    );
  const ended = await runProgram(words, { input: '', ms: limitMs }, surroundings);
  if (ended.isLate) throw refuse(`did not end within ${limitMs / 1000} s`);
  if (ended.isMaxBuffer) throw refuse('printed more than a key can be');
  // The program's name is not repeated: it may be a key, typed in the wrong place.
  if (ended.code === 'ENOENT') throw refuse('is not there', 'its program');
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

/** The first line of stderr, without any text of stdout, which may be the key. */
const firstLine = (stderr: string, stdout: string): string => {
  const printed = stdout.split('\n').map((line) => line.trim());
  const masked = printed.reduce((text, line) => (line === '' ? text : text.replaceAll(line, '***')), stderr);
  const [line = ''] = masked.trim().split('\n');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
};
