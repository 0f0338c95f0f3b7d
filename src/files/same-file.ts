import { promises } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ifRefused } from './file-error.ts';

/**
 * Whether two paths lead to one file, through links, and even if it does not exist yet. Several writers may share anything but a
 * regular file, such as /dev/null or a pipe.
 */
export const isSameFile = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([fileAt(one), fileAt(other)]);
  return first !== undefined && first === second;
};

/** A canonical name of the file at a path. */
const fileAt = async (path: string): Promise<string | undefined> => {
  const there = await promises.stat(path, { bigint: true }).catch(({ code }: NodeJS.ErrnoException) => code);
  if (typeof there === 'object') return there.isFile() ? `${there.dev} ${there.ino}` : undefined;
  // Opening the file will report the error.
  if (there !== 'ENOENT') return path;
  const folder = await promises.realpath(dirname(path)).catch(ifRefused(dirname(path)));
  const named = join(folder, basename(path));
  const target = await promises.readlink(named).catch(ifRefused(undefined));
  return target === undefined ? named : fileAt(resolve(folder, target));
};
