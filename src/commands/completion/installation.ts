import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { ifRefused, isChangeable, UnusableFile, UnwritableFile } from '../../files/file-error.ts';
import { makeFolders } from '../../files/folders.ts';
import { whoElseCouldReplace } from '../../files/who-else.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { UsageError } from '../../line/usage-error.ts';
import type { Io } from '../../terminal/io.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { shellWord } from '../../words/resale-line.ts';

/** The supported shells, each with its script's file in the package. */
export const scripts = {
  bash: 'resale.bash',
  zsh: '_resale',
  fish: 'resale.fish',
} as const;

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as readonly Shell[];

/** The text of a shell's script. It is part of the package: generating it would load every command. */
export const scriptOf = (shell: Shell, { self }: Io): Promise<string> =>
  readFile(join(self[1] ?? '', '../../completions', scripts[shell]), 'utf8');

type Environment = Io['env'];

/** The folder in which a shell looks for its user's own completions. */
const placeOf = (shell: Shell, env: Environment): string => {
  if (shell === 'fish') return join(base(env, 'XDG_CONFIG_HOME', '.config'), 'fish', 'completions');
  const data = base(env, 'XDG_DATA_HOME', '.local/share');
  if (shell === 'zsh') return join(data, 'zsh', 'site-functions');
  return join(env.BASH_COMPLETION_USER_DIR || join(data, 'bash-completion'), 'completions');
};

/** The name of the file there: bash finds it by the name of the command. */
const nameThere = { bash: 'resale', zsh: '_resale', fish: 'resale.fish' } as const;

const base = (env: Environment, variable: string, belowHome: string): string => {
  const named = env[variable];
  // The standard says to ignore a relative one.
  if (named && isAbsolute(named)) return named;
  if (!env.HOME || !isAbsolute(env.HOME))
    throw new UsageError([{ name: 'HOME', message: 'is not an absolute path' }], 'Set HOME, and try again.');
  return join(env.HOME, belowHome);
};

/** The shell that the variable SHELL names, if there is completion for it. */
export const usedShell = ({ env }: Io): Shell | undefined => {
  const name = basename(env.SHELL ?? '');
  return shells.find((shell) => shell === name);
};

/** The result of an installation; `next` is the remaining step, as a sentence. */
export type Installation = Awaited<ReturnType<typeof planInstallation>>['installation'];

/** The plan of an installation, and the function that carries it out. Fails if other users could replace the script. */
export const planInstallation = async (shell: Shell, io: Io) => {
  const folder = placeOf(shell, io.env);
  const file = join(folder, nameThere[shell]);
  refuseOthers(file);
  const script = await scriptOf(shell, io);
  const there = await textOf(file);
  const isAsWritten = there === script && !isChangeable(await stat(file));
  const outcome = isAsWritten ? 'unchanged' : there === undefined ? 'written' : 'replaced';
  return {
    installation: { shell, file, outcome, next: nextStep(shell, folder, file) } as const,
    install: async () => {
      if (outcome !== 'unchanged') await put(script, folder, file);
    },
  };
};

/** Another user who can replace the script can run any code in the shell. */
const refuseOthers = (file: string): void => {
  const other = whoElseCouldReplace(file);
  if (other === undefined) return;
  const { path, isTheirs } = other;
  throw new UnusableFile(
    path,
    isTheirs
      ? 'belongs to another user, who could replace the script that your shell runs'
      : 'can be changed by other users, so they could replace the script that your shell runs',
    isTheirs
      ? 'Ask an administrator to make you its owner, or name another folder: XDG_DATA_HOME for bash and zsh, XDG_CONFIG_HOME for fish'
      : `Check its contents, then remove the others' write permission and try again: chmod go-w ${shellWord(path)}`,
  );
};

const put = async (script: string, folder: string, file: string): Promise<void> => {
  try {
    makeFolders(folder, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnwritableFile(file, `its folder can't be made (${code})`, { cause: error });
  }
  await writeWhole(file, [script], { mode: 0o644 });
};

/** If the file exists but can't be read, writing it will report that. */
const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(ifRefused(undefined));

const nextStep = (shell: Shell, folder: string, file: string): Advice => {
  if (shell === 'fish') return 'Type resale and press Tab.';
  const open = 'Open a new shell, type resale and press Tab.';
  if (shell === 'bash')
    return proposal(
      `${open} Without the package bash-completion, add this line to ~/.bashrc:`,
      `source ${shellWord(file)}`,
    );
  return `${open} If nothing is completed, add this line to ~/.zshrc, before compinit is called: \`fpath=(${shellWord(folder)} $fpath)\`. Where nothing calls it, add after it: \`autoload -U compinit && compinit\``;
};
