import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { cacheDirectory, configDirectory, stateDirectory } from '../profiles/paths.ts';
import type { Io } from '../terminal/io.ts';
import { type Finding, found, ok, warning } from './finding.ts';

const directories = {
  'config directory': configDirectory,
  'state directory': stateDirectory,
  'cache directory': cacheDirectory,
} as const;

/** Where profiles, runs and feeds are kept, and whether others can look in. */
export const directoryFindings = ({ env }: Io): Promise<Finding>[] =>
  Object.entries(directories).map(([check, directoryOf]) =>
    found(check, () => directoryFinding(check, directoryOf(env))),
  );

const directoryFinding = async (check: string, path: string): Promise<Finding> => {
  const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.errno === undefined) throw error;
    return error.code ?? 'unknown';
  });
  if (there === 'ENOENT') return ok(check, `${path}, not there yet: it is made when it is needed`);
  if (typeof there === 'string')
    return warning(check, `${path} can't be looked at (${there})`, 'Give yourself the right to it.');
  if (!there.isDirectory())
    return warning(check, `${path} is no directory`, 'Move it away, or name another directory.');
  if (!(await canBeWritten(path)))
    return warning(
      check,
      `${path} can't be written`,
      'Give yourself the right to it, or name another directory.',
    );
  const mode = (there.mode & 0o777).toString(8).padStart(4, '0');
  // Windows has no such modes.
  if (process.getuid && (there.mode & 0o077) !== 0)
    return warning(check, `${path} is open to other users (mode ${mode})`, `Close it: chmod 700 ${path}`);
  return ok(check, `${path} (mode ${mode})`);
};

const canBeWritten = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
