import { constants } from 'node:os';
import { changesMachine, command } from '../../cli/command.ts';
import { programNotRun, UsageError } from '../../cli/errors.ts';
import { sandboxFlags, sandboxNeeds, sandboxOptions } from '../../cli/sandbox/flags.ts';
import { withFreshSandbox } from '../../cli/sandbox/fresh-sandbox.ts';
import { isShellToTypeIn, markedShell } from '../../cli/sandbox/sandbox-shell.ts';
import type { Interrupted } from '../../failure/failure.ts';
import type { Io } from '../../terminal/io.ts';
import { resaleLine } from '../../words/resale-line.ts';

export const exec = command({
  local: true,
  details:
    'Starts a sandbox on free ports, runs the command with RESALE_BASE_URL and credentials set for it and with empty directories, passes on its exit code, and leaves nothing behind. This is how to test a script. In the command, `resale` means this tool. As in a shell, the exit code is 127 if there is no such program, 126 if it cannot be run, and 128 plus the number of the signal that ended it.',
  effect: { ...changesMachine, repeatable: false },
  flags: sandboxFlags,
  takesCommand: true,
  examples: [
    { does: 'A shell, to try things in', line: 'resale sandbox exec -- bash' },
    { does: 'One command', line: 'resale sandbox exec -- resale listings list --limit 3' },
    { does: 'A script', line: 'resale sandbox exec -- ./restock.sh' },
    {
      does: 'A script, on a service with names of its own',
      line: 'resale sandbox exec --service-name Acme --commerce-name Mart -- ./restock.sh',
    },
    {
      does: 'A script, where only 100 requests a second are taken',
      line: 'resale sandbox exec --rate 100/s --burst 20 -- ./restock.sh',
    },
    { does: 'A script on a bad day', line: "resale sandbox exec --faults '500=10%' -- ./restock.sh" },
  ],
  needs: sandboxNeeds,
  conflicts: ['--out'],
  async run(invocation, { flags, rest }) {
    const { io } = invocation;
    const [file, ...args] = rest;
    if (file === undefined) throw new UsageError([{ name: 'COMMAND', message: 'is missing after --' }]);
    const options = sandboxOptions(flags);
    const exitCode = await withFreshSandbox(invocation, options, async (environment, { folder, page }) => {
      if (!isShellToTypeIn(rest, io)) return runToEnd(file, args, environment, io);
      const shell = await markedShell(rest, environment, folder, io.env);
      invocation.note('In this shell, resale talks to a sandbox, which is gone when you type exit.');
      invocation.note(
        `Try:\n${['listings list', 'listings create', 'feed stats'].map((words) => `  ${resaleLine(words)}`).join('\n')}`,
      );
      invocation.note(`To look at it in a browser: ${page}`);
      return runToEnd(file, shell.args, shell.env, io);
    });
    return { kind: 'nothing', exitCode };
  },
});

/** Runs a program on our own streams, passes signals on, and returns its exit code as a shell would. */
const runToEnd = async (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  io: Io,
): Promise<number> => {
  const { execa } = await import('execa');
  const child = execa(file, args, {
    cwd: io.cwd,
    env: { ...io.env, ...environment },
    extendEnv: false,
    stdio: 'inherit',
    reject: false,
  });
  const passOn = () => {
    const { signal } = io.interruption.reason as Interrupted;
    // At a terminal, Ctrl-C has already reached the program.
    if (signal !== 'SIGINT' || !isAtTerminal(io)) child.kill(signal);
  };
  io.interruption.addEventListener('abort', passOn);
  const { exitCode, signal, code, originalMessage } = await child;
  io.interruption.removeEventListener('abort', passOn);
  if (exitCode !== undefined) return exitCode;
  if (signal !== undefined) return 128 + constants.signals[signal];
  if (code === 'ENOENT') throw programNotRun(`There is no program ${file}`, true);
  throw programNotRun(`${file} can't be run: ${originalMessage}`, false);
};

const isAtTerminal = ({ stdin, stdout, stderr }: Io): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY);
