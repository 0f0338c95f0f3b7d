import { checkKey, type Secret } from '../credentials.ts';
import type { KeptKey } from '../profile.ts';
import { keyCommandFailed } from './errors.ts';
import { type Surroundings, withoutKeys } from './key-store.ts';
import { splitCommand } from './split-command.ts';

const limits = { ms: 10_000, bytes: 64 * 1024 };

/** The key that a command prints. The command gets no input and none of our keys. Errors quote its stderr, never its stdout. */
export const keyFromCommand = async (
  { command, shell = false }: Pick<Extract<KeptKey, { store: 'command' }>, 'command' | 'shell'>,
  profile: string,
  surroundings: Surroundings,
): Promise<Secret> => {
  const [file, ...rest] = shell ? [command] : splitCommand(command);
  const program = shell ? 'the shell' : file;
  const refuse = (problem: string) => keyCommandFailed(profile, program, problem);
  const { execa } = await import('execa');
  const deadline = surroundings.clock.deadline(limits.ms);
  const child = execa(file, rest, {
    shell,
    env: withoutKeys(surroundings),
    extendEnv: false,
    stdin: 'ignore',
    maxBuffer: limits.bytes,
    reject: false,
    detached: groups,
  });
  const end = () => {
    endGroup(child);
    // A process that left the group may hold these open. Do not wait for it.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  // Processes that a failed program left running are of no use, and Node would wait for them.
  child.once('exit', (code) => {
    if (code !== 0) endGroup(child);
  });
  const either = AbortSignal.any([deadline, surroundings.interruption]);
  either.addEventListener('abort', end, { once: true });
  if (either.aborted) end();
  const ended = await child;
  either.removeEventListener('abort', end);
  surroundings.interruption.throwIfAborted();
  if (deadline.aborted) throw refuse(`did not end within ${limits.ms / 1000} s`);
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

/** Whether programs have process groups, which include everything they start. Windows has none. */
const groups = process.platform !== 'win32';

interface Program {
  readonly pid?: number | undefined;
  kill(signal: 'SIGKILL'): boolean;
}

const endGroup = (program: Program): void => {
  if (!groups || program.pid === undefined) {
    program.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-program.pid, 'SIGKILL');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It has ended already, or belongs to somebody else.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
};
