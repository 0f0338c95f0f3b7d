import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  promises,
  readFileSync,
  type Stats,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { shellWord } from '../words/resale-line.ts';
import { ifRefused, isChangeable, isOfOthers, isOpen, UnusableFile } from './file-error.ts';
import { makeFolders } from './folders.ts';
import { noFollowNoWait } from './open-flags.ts';

// The tool trusts its folders of profiles, runs and feeds. As ssh does, it therefore checks that each folder and file belongs to
// this user, is no link, and is writable by nobody else. It closes a folder that others may read, and refuses the rest. The
// parent folder may be shared, such as /tmp or a volume.

/** The variable that names another place for a folder of ours. */
type PlaceVariable = 'RESALE_CONFIG_DIR' | 'RESALE_STATE_DIR' | 'RESALE_CACHE_DIR';

/** The `UnusableFile` for an operation that the system refused. An error of another kind is returned as it is. */
export const unusable = (
  error: unknown,
  path: string,
  action: 'read' | 'written' | 'removed',
  variable: PlaceVariable,
): unknown => {
  const { errno, code } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  const remedy = `Look at its permissions and its disk, or name another directory with ${variable}`;
  return new UnusableFile(path, `can't be ${action} (${code})`, remedy, { cause: error });
};

/** Runs a file operation. If the system refuses it, that becomes an `UnusableFile`. */
export const orUnusable = <Result>(
  path: string,
  action: 'read' | 'written',
  variable: PlaceVariable,
  run: () => Result,
): Result => {
  try {
    return run();
  } catch (error) {
    throw unusable(error, path, action, variable);
  }
};

/** Why another user could have changed it. */
const strangersHand = (stats: Stats): string | undefined => {
  if (isOfOthers(stats)) return 'belongs to another user';
  return isChangeable(stats) ? 'can be changed by other users' : undefined;
};

/** A folder that others may only read was made by hand. On a read-only disk, or one without modes, it stays open. */
const closeToOthers = (path: string): void => {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    ifRefused(undefined)(error as NodeJS.ErrnoException);
  }
};

/** Whether a folder of ours exists; closes it to others. Refuses anything else in its place with `UnusableFile`. */
export const isOwnFolder = (path: string, variable: PlaceVariable): boolean =>
  orUnusable(path, 'read', variable, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return false;
    const kind = stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a directory';
    const problem = stats.isDirectory() ? strangersHand(stats) : kind;
    if (problem === undefined) {
      if (isOpen(stats)) closeToOthers(path);
      return true;
    }
    const remedy = `Move it away, or name another directory with ${variable}`;
    const close = `; if only you work in it, close it: chmod 700 ${shellWord(path)}`;
    const isOurs = stats.isDirectory() && !isOfOthers(stats);
    throw new UnusableFile(path, problem, isOurs ? remedy + close : remedy);
  });

/** Creates a folder of ours unless it exists. Fails as `isOwnFolder` does. Returns the topmost folder that was made. */
export const makeOwnFolder = (path: string, variable: PlaceVariable): string | undefined => {
  if (isOwnFolder(path, variable)) return undefined;
  const made = orUnusable(path, 'written', variable, () => makeFolders(path, 0o700));
  isOwnFolder(path, variable);
  return made;
};

/** Refuses anything but a file that only this user can change; a secret one must be unreadable for others, too. */
const judge = (path: string, stats: Stats, isSecret = false): void => {
  const kind = stats.isDirectory() ? 'is a directory' : 'is not a regular file';
  const problem = stats.isFile() ? strangersHand(stats) : kind;
  const close = `close it: chmod 600 ${shellWord(path)}`;
  if (problem !== undefined)
    throw new UnusableFile(path, problem, `Move it away; if what it says is yours, ${close}`);
  if (isSecret && isOpen(stats))
    throw new UnusableFile(
      path,
      'can be read by other users',
      `Have new keys issued, since others may have these; then ${close}`,
    );
};

const refusal = (path: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP')
    return new UnusableFile(path, 'is a symbolic link', 'Put what it points to in its place');
  return code === 'ENXIO' ? new UnusableFile(path, 'is not a regular file', 'Move it away') : error;
};

/**
 * Opens a file of ours, by default for reading; a new file is private. The open descriptor is checked, so that the file can't be
 * replaced after the check. Otherwise fails as the system does.
 */
export const openOwnFile = async (path: string, flags = constants.O_RDONLY): Promise<FileHandle> => {
  const file = await promises.open(path, flags | noFollowNoWait, 0o600).catch((error) => {
    throw refusal(path, error);
  });
  try {
    judge(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

export const maxFileBytes = 1024 * 1024;

/** The text of a small file of ours; undefined if there is none. Refuses what `openOwnFile` refuses, and files over 1 MiB. */
export const readOwnFile = (path: string, isSecret = false): string | undefined => {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | noFollowNoWait);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw refusal(path, error);
  }
  try {
    const stats = fstatSync(file);
    judge(path, stats, isSecret);
    if (stats.size > maxFileBytes) throw new UnusableFile(path, 'is larger than 1 MiB', 'Move it away');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};
