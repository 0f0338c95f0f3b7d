import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Io } from '../../terminal/io.ts';
import { UsageError } from '../errors.ts';

/** The supported shells, each with its script's file in the package. */
export const scripts = {
  bash: 'resale.bash',
  zsh: '_resale',
  fish: 'resale.fish',
  powershell: 'resale.ps1',
} as const;

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as readonly Shell[];

/** The text of a shell's script. It is part of the package: generating it would load every command. */
export const scriptOf = (shell: Shell, { self }: Io): Promise<string> =>
  readFile(join(self[1] ?? '', '../../completions', scripts[shell]), 'utf8');

type Environment = Io['env'];

/** The folder in which a shell looks for its user's own completions. PowerShell has none. */
export const placeOf = (shell: Exclude<Shell, 'powershell'>, env: Environment): string => {
  if (shell === 'fish') return join(base(env, 'XDG_CONFIG_HOME', '.config'), 'fish', 'completions');
  const data = base(env, 'XDG_DATA_HOME', '.local/share');
  if (shell === 'zsh') return join(data, 'zsh', 'site-functions');
  return join(env.BASH_COMPLETION_USER_DIR || join(data, 'bash-completion'), 'completions');
};

/** The name of the file there: bash finds it by the name of the command. */
export const nameThere = { bash: 'resale', zsh: '_resale', fish: 'resale.fish' } as const;

const base = (env: Environment, variable: string, belowHome: string): string => {
  const named = env[variable];
  // The standard says to ignore a relative one.
  if (named && isAbsolute(named)) return named;
  if (!env.HOME || !isAbsolute(env.HOME))
    throw new UsageError('HOME is not an absolute path', 'Set HOME, and try again.');
  return join(env.HOME, belowHome);
};
