import { constants } from 'node:os';
import type { Io } from '../../terminal/io.ts';
import { command } from '../command.ts';
import { UsageError } from '../errors.ts';
import { withFreshSandbox } from './environment.ts';
import { sandboxFlags, sandboxOptions } from './flags.ts';

export const exec = command({
  details:
    'Starts a sandbox on free ports, runs the command with RESALE_BASE_URL and credentials set for it and with fresh directories, passes its exit code on, and leaves nothing behind. This is how a script is tested.',
  arguments: {},
  flags: sandboxFlags,
  takesCommand: true,
  examples: [
    { does: 'One command', line: 'resale sandbox exec -- resale listings list --limit 3' },
    { does: 'A script', line: 'resale sandbox exec -- ./restock.sh' },
    { does: 'A script on a bad day', line: "resale sandbox exec --faults '500=10%' -- ./restock.sh" },
  ],
  async run({ io }, { flags, rest }) {
    const [file, ...args] = rest;
    if (file === undefined) throw new UsageError([{ name: 'COMMAND', message: 'is missing behind --' }]);
    const options = await sandboxOptions(flags);
    const exitCode = await withFreshSandbox(io, options, (environment) =>
      runToEnd(file, args, environment, io),
    );
    return { kind: 'nothing', exitCode };
  },
});

/** Runs a program on our own streams, passes on what signals it, and returns its exit code as a shell would. */
const runToEnd = async (
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
  { interruption, stdin, env, cwd }: Io,
): Promise<number> => {
  const { execa } = await import('execa');
  const child = execa(file, args, {
    cwd,
    env: { ...env, ...environment },
    extendEnv: false,
    stdio: 'inherit',
    reject: false,
  });
  interruption.addEventListener('abort', () => {
    const { signal } = interruption.reason as { signal: NodeJS.Signals };
    // At a terminal, Ctrl-C has reached the program already.
    if (signal !== 'SIGINT' || !stdin.isTTY) child.kill(signal);
  });
  const { exitCode, signal, code, originalMessage } = await child;
  if (exitCode !== undefined) return exitCode;
  if (signal !== undefined) return 128 + constants.signals[signal];
  throw new UsageError(
    code === 'ENOENT'
      ? `There is no program ${file}`
      : `The program ${file} can't be run: ${originalMessage ?? code}`,
  );
};
