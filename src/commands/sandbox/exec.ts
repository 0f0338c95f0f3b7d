import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { changesMachine, command } from '../../cli/command.ts';
import { programNotRun, UsageError } from '../../cli/errors.ts';
import { sandboxFlags, sandboxNeeds, sandboxOptions } from '../../cli/sandbox/flags.ts';
import { withFreshSandbox } from '../../cli/sandbox/fresh-sandbox.ts';
import type { Interrupted } from '../../failure/failure.ts';
import type { Io } from '../../terminal/io.ts';
import { resaleLine, shellWord } from '../../words/resale-line.ts';

export const exec = command({
  local: true,
  details:
    'Starts a sandbox on free ports, runs the command with RESALE_BASE_URL and credentials set for it and with empty directories, passes on its exit code, or dies of the same signal, and leaves nothing behind. This is how to test a script. In the command, `resale` means this tool. As in a shell, the exit code is 127 if there is no such program, 126 if it cannot be run, and 128 plus the number of the signal that ended it.',
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

/** Signals that leave an image of the memory on the disk, with the keys in it. */
const writingCore: ReadonlySet<NodeJS.Signals> = new Set([
  ...(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGIOT', 'SIGQUIT'] as const),
  ...(['SIGSEGV', 'SIGSYS', 'SIGTRAP', 'SIGXCPU', 'SIGXFSZ'] as const),
]);

/** Runs a program on our own streams, passes signals on, and ends as it did: with its exit code, or by its signal. */
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
  if (code === 'ENOENT') throw programNotRun(`There is no program ${file}`, true);
  throw programNotRun(`${file} can't be run: ${originalMessage}`, false);
};

const isAtTerminal = ({ stdin, stdout, stderr }: Io): boolean =>
  [stdin, stdout, stderr].some(({ isTTY }) => isTTY);

const mark = '(sandbox) ';

type Variables = Readonly<Record<string, string>>;

const isShellToTypeIn = ([file = '', ...args]: readonly string[], { stdin, stderr }: Io): boolean =>
  stdin.isTTY === true &&
  stderr.isTTY === true &&
  /^(ba|z|fi|k|da)?sh$/.test(basename(file)) &&
  args.every((arg) => /^(-[il]+|--(interactive|login))$/.test(arg));

/** How to start a shell with a marked prompt, in which the sandbox's environment holds even after the user's own files were read. */
const markedShell = async (
  [file = '', ...args]: readonly string[],
  environment: Variables,
  folder: string,
  { HOME = '', ZDOTDIR }: Io['env'],
) => {
  const own = join(folder, 'shell');
  const exported = Object.entries(environment).map(([name, value]) =>
    name === 'PATH' ? `export PATH=${shellWord(folder)}:"$PATH"` : `export ${name}=${shellWord(value)}`,
  );
  const write = async (name: string, lines: readonly string[]): Promise<void> => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(join(own, name), `${lines.join('\n')}\n`, { mode: 0o600 });
  };
  const isLogin = args.some((arg) => /^(-i*l|--login)/.test(arg));
  switch (basename(file)) {
    case 'bash':
      await write('bashrc', [
        // A login shell takes no other file than these, so it is one that reads them.
        ...(isLogin
          ? [
              '[ -f /etc/profile ] && . /etc/profile',
              'for file in ~/.bash_profile ~/.bash_login ~/.profile; do',
              '  [ -f "$file" ] && { . "$file"; break; }',
              'done',
            ]
          : ['[ -f ~/.bashrc ] && . ~/.bashrc']),
        ...exported,
        marking('PS1'),
        // An array since bash 5.1. Other programs may set the prompt from there.
        'case "$(declare -p PROMPT_COMMAND 2>/dev/null)" in',
        "  'declare -a'*) PROMPT_COMMAND+=(__resale_mark) ;;",
        "  *) PROMPT_COMMAND+=$'\\n__resale_mark' ;;",
        'esac',
      ]);
      return { args: ['--rcfile', join(own, 'bashrc'), '-i'], env: environment };
    case 'zsh': {
      const there = ZDOTDIR ?? HOME;
      const files = ['.zshenv', '.zprofile', '.zshrc', '.zlogin'];
      for (const name of files)
        await write(name, [
          // The user's own files, which may set ZDOTDIR for the next ones.
          `ZDOTDIR=\${__resale_there-${shellWord(there)}}`,
          `[[ -f $ZDOTDIR/${name} ]] && . "$ZDOTDIR/${name}"`,
          '__resale_there=$ZDOTDIR',
          ...(name === '.zshrc'
            ? [
                `[[ $HISTFILE == ${shellWord(own)}/* ]] && HISTFILE=$ZDOTDIR/\${HISTFILE:t}`,
                ...exported,
                marking('PROMPT'),
                'precmd_functions+=(__resale_mark)',
              ]
            : []),
          // The last file leaves everything as it would be without these.
          ...(name === (isLogin ? '.zlogin' : '.zshrc')
            ? [
                ZDOTDIR === undefined ? `[[ $ZDOTDIR == ${shellWord(there)} ]] && unset ZDOTDIR` : ':',
                'unset __resale_there',
              ]
            : [`ZDOTDIR=${shellWord(own)}`]),
        ]);
      return { args, env: { ...environment, ZDOTDIR: own } };
    }
    case 'fish': {
      const lines = [
        ...Object.entries(environment)
          .filter(([name]) => name !== 'PATH')
          .map(([name, value]) => `set -gx ${name} ${shellWord(value)}`),
        `set -gx PATH ${shellWord(folder)} $PATH`,
        'functions -q fish_prompt; and functions -c fish_prompt __resale_prompt',
        `function fish_prompt; set -l last $status; echo -n ${shellWord(mark)}; __resale_status $last; __resale_prompt; end`,
        'function __resale_status; return $argv[1]; end',
      ];
      return { args: ['--init-command', lines.join('\n'), ...args], env: environment };
    }
  }
  return { args, env: { ...environment, PS1: `${mark}$ ` } };
};

/** Puts the mark before a prompt each time it is shown, since other code may set the prompt anew. */
const marking = (prompt: string): string =>
  `__resale_mark() { local last=$?; case "$${prompt}" in '${mark}'*) ;; *) ${prompt}="${mark}$${prompt}" ;; esac; return $last; }`;
