import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { checkKey, type Secret, type Surroundings } from './credentials.ts';
import { LacksCredentials } from './key-errors.ts';

/** Far more than a key can be. */
const maxBuffer = 64 * 1024;

/** Runs a program that reads or stores a key, with a time limit. It inherits none of our own keys. */
export const runProgram = async (
  [file, ...rest]: readonly [string, ...string[]],
  { ms, input, shell = false }: { ms: number; input: string; shell?: boolean },
  surroundings: Surroundings,
) => {
  const { execa } = await import('execa');
  const deadline = surroundings.clock.deadline(ms);
  const cancelSignal = AbortSignal.any([deadline, surroundings.interruption]);
  const { RESALE_CLIENT_ID: _id, RESALE_API_KEY: _key, ...env } = surroundings.env;
  const settings = { extendEnv: false, killSignal: 'SIGKILL', reject: false } as const;
  const child = execa(file, rest, { input, shell, ...settings, env, maxBuffer, cancelSignal });
  // Its child processes may keep these open, and are not waited for.
  const leave = () => {
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  cancelSignal.addEventListener('abort', leave, { once: true });
  if (cancelSignal.aborted) leave();
  const ended = await child;
  cancelSignal.removeEventListener('abort', leave);
  surroundings.interruption.throwIfAborted();
  return { ...ended, isLate: deadline.aborted };
};

const limitMs = 10_000;

/** The exit code with which a shell says that it finds no such program. */
const notFound = process.platform === 'win32' ? 9009 : 127;

/** The key on the stdout of a command line, run by the shell without input and our keys. Errors quote its stderr, never its stdout. */
export const keyFromCommand = async (
  command: string,
  profile: string,
  surroundings: Surroundings,
): Promise<Secret> => {
  const source = `the key command of the profile "${profile}"`;
  const refuse = (problem: string) =>
    new LacksCredentials(
      `${source} ${problem}`,
      proposal(
        'Run it by hand to see what is wrong, or change it:',
        resaleLine('profiles set', [profile], { keyCommand: 'COMMAND' }),
      ),
    );
  const ended = await runProgram([command], { input: '', ms: limitMs, shell: true }, surroundings);
  if (ended.isLate) throw refuse(`did not end within ${limitMs / 1000} s`);
  if (ended.isMaxBuffer) throw refuse('printed more than a key can be');
  // The shell's message is not repeated: the program's name may be a key, typed in the wrong place.
  if (ended.exitCode === notFound) throw refuse('names no program that is there');
  if (ended.failed) throw refuse(`${howItEnded(ended)}${firstLine(ended.stderr, ended.stdout)}`);
  return checkKey(ended.stdout, `what ${source} printed`).key;
};

const howItEnded = ({ exitCode, signal, code }: Awaited<ReturnType<typeof runProgram>>): string =>
  exitCode === undefined ? `could not be run (${signal ?? code})` : `failed with exit code ${exitCode}`;

/** The first line of stderr, without any text of stdout, which may be the key. */
const firstLine = (stderr: string, stdout: string): string => {
  const printed = stdout.split('\n').map((line) => line.trim());
  const masked = printed.reduce((text, line) => (line === '' ? text : text.replaceAll(line, '***')), stderr);
  const [line = ''] = masked.trim().split('\n');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
};
