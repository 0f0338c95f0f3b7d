import { constants } from 'node:os';
import { basename } from 'node:path';
import type { Interrupted } from '../../failure/failure.ts';
import { usage } from '../../failure/kinds.ts';
import { changesMachine, command } from '../../line/command.ts';
import { missing } from '../../line/flags/values.ts';
import { UsageError } from '../../line/usage-error.ts';
import type { Io } from '../../terminal/io.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { withFreshSandbox } from './fresh-sandbox.ts';
import { sandboxFlags, sandboxNeeds, sandboxOptions } from './sandbox-flags.ts';

export const exec = command({
  local: true,
  details:
    "Starts a sandbox on free ports, runs the command with RESALE_BASE_URL and credentials set for it and with empty directories, passes on its exit code, or ends by the same signal, and leaves nothing behind. This is how to test a script. In the command, `resale` is this tool; the startup files of a shell may set PATH and RESALE_… variables again. As in a shell, the exit code is 127 if there is no such program, 126 if it can't be run, and 128 plus the number of a signal.",
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
      does: 'A script, at 100 requests a second at most',
      line: 'resale sandbox exec --rate 100/s --burst 20 -- ./restock.sh',
    },
    { does: 'A script, while requests fail', line: "resale sandbox exec --faults '500=10%' -- ./restock.sh" },
  ],
  needs: sandboxNeeds,
  conflicts: ['--out'],
  async run(invocation, { flags, rest }) {
    const { io } = invocation;
    const [file, ...args] = rest;
    if (file === undefined) throw new UsageError([missing('COMMAND', ' after --')]);
    const options = sandboxOptions(flags);
    const exitCode = await withFreshSandbox(invocation, options, async (environment, { page }) => {
      if (!isShellToTypeIn(rest, io)) return runToEnd(file, args, environment, io);
      invocation.note('In this shell, resale talks to a sandbox, which is gone when you type exit.');
      invocation.note(
        `Try:\n${['listings list', 'listings create', 'feed stats'].map((words) => `  ${resaleLine(words)}`).join('\n')}`,
      );
      invocation.note(`To look at it in a browser: ${page}`);
      if (io.env.RESALE_BASE_URL) invocation.warn(ownAddress(basename(file)));
      return runToEnd(file, args, { ...environment, PS1: '(sandbox) $ ' }, io);
    });
    return { kind: 'nothing', exitCode };
  },
});

/** Signals that leave an image of the memory on the disk, with the keys in it. */
const writingCore: ReadonlySet<NodeJS.Signals> = new Set([
  ...(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGIOT', 'SIGQUIT'] as const),
  ...(['SIGSEGV', 'SIGSYS', 'SIGTRAP', 'SIGXCPU', 'SIGXFSZ'] as const),
]);

/** Runs a program on our own streams, forwards signals, and ends with its exit code, or by its signal. */
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
  if (signal !== undefined) {
    if (!writingCore.has(signal)) io.dieOf?.(signal);
    return 128 + constants.signals[signal];
  }
  if (code === 'ENOENT')
    throw usage(`There is no program ${file}`, 'Is it on the PATH?', { exit: 'missing' });
  throw usage(`${file} can't be run: ${originalMessage}`, 'Is it executable?', { exit: 'notRunnable' });
};

/** A new shell reads the user's startup files, which may set the URL of a live shop. */
const ownAddress = (shell: string): Advice =>
  proposal(
    `RESALE_BASE_URL is set already. If files that ${shell} reads set it, resale does not talk to the sandbox there. To check:`,
    resaleLine('profiles show'),
  );

const isAtTerminal = ({ stdin, stdout, stderr }: Io): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY);

const isShellToTypeIn = ([file = '', ...args]: readonly string[], { stdin, stderr }: Io): boolean =>
  stdin.isTTY === true &&
  stderr.isTTY === true &&
  /^(ba|z|fi|k|da)?sh$/.test(basename(file)) &&
  args.every((arg) => /^(-[il]+|--(interactive|login))$/.test(arg));
