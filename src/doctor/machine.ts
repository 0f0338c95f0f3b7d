import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { cacheDirectory, configDirectory, stateDirectory } from '../profiles/directories.ts';
import type { Io } from '../terminal/io.ts';
import { colorLevel } from '../terminal/screen.ts';
import { shellWord } from '../words/resale-line.ts';
import { type Check, type CheckResult, ok, warning } from './check.ts';

const oldest = [20, 19] as const;

export const nodeOutcome = (nodeVersion: string): CheckResult => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const here = `Node ${nodeVersion} on ${process.platform}`;
  return isOld
    ? warning(`${here}, and resale is made for ${oldest.join('.')} or later`, 'Install a later Node.')
    : ok(here);
};

export const terminalOutcome = ({ stdout, env }: Io, noColor: boolean): CheckResult => {
  const colours = colorLevel(stdout, env, noColor) > 0 ? 'with colours' : 'without colours';
  return ok(`${stdout.isTTY ? `${stdout.columns ?? 80} columns` : 'none, a pipe or a file'}, ${colours}`);
};

const directories = {
  'config directory': configDirectory,
  'state directory': stateDirectory,
  'cache directory': cacheDirectory,
} as const;

export const directoryChecks = ({ env }: Io): Check[] =>
  Object.entries(directories).map(([name, directoryOf]) => ({
    name,
    run: () => directoryOutcome(directoryOf(env)),
  }));

const directoryOutcome = async (path: string): Promise<CheckResult> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.errno === undefined) throw error;
    return error.code ?? 'unknown';
  });
  if (there === 'ENOENT') return ok(`${path}, not there yet`);
  if (typeof there === 'string')
    return warning(
      `${path} can't be looked at (${there})`,
      there === 'ENOTDIR'
        ? 'A part of its path is a file: move that away, or name another directory.'
        : 'Give yourself permission to use it, or name another directory.',
    );
  if (!there.isDirectory())
    return warning(`${path} is not a directory`, 'Move it away, or name another directory.');
  if (!(await canBeWritten(path)))
    return warning(
      `${path} can't be written`,
      'Give yourself permission to use it, or name another directory.',
    );
  const mode = (there.mode & 0o777).toString(8).padStart(4, '0');
  // Windows has no such modes.
  if (process.getuid && (there.mode & 0o077) !== 0)
    return warning(`${path} is open to other users (mode ${mode})`, `Close it: chmod 700 ${shellWord(path)}`);
  return ok(`${path} (mode ${mode})`);
};

const canBeWritten = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
