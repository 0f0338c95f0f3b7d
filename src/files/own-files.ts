import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  promises,
  readFileSync,
  type Stats,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Advice } from '../words/advice.ts';
import { shellWord } from '../words/resale-line.ts';
import { ifRefused, isChangeable, isOfOthers, isOpen, UnusableFile } from './file-error.ts';
import { makeFolders } from './folders.ts';

/**
 * The folders in which the tool keeps what it trusts later: profiles, runs, feeds. Each has to be a real
 * folder of this user, closed to all others; its parent may be shared, such as /tmp or a volume. Each file in
 * it is judged by its open descriptor, so that nobody can put another one in its place after the check.
 */
interface OwnFolder {
  /** The variable that names another place for it. */
  variable: 'RESALE_CONFIG_DIR' | 'RESALE_STATE_DIR' | 'RESALE_CACHE_DIR';
  notify?: Notify;
}

/** Receives a sentence about something that was corrected, to be shown to the user. */
export type Notify = (notice: Advice) => void;

/** The `UnusableFile` for an operation that the system refused. An error of another kind is returned as it is. */
export const unusable = (
  error: unknown,
  path: string,
  action: 'read' | 'written' | 'removed',
  variable: OwnFolder['variable'],
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
  variable: OwnFolder['variable'],
  run: () => Result,
): Result => {
  try {
    return run();
  } catch (error) {
    throw unusable(error, path, action, variable);
  }
};

const folderProblem = (stats: Stats): string | undefined => {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (isOfOthers(stats)) return 'belongs to another user';
  if (!stats.isDirectory()) return 'is not a directory';
  // Closing a directory such as /tmp would lock everyone else out.
  return stats.mode & 0o1000 ? 'is shared by all users' : undefined;
};

/**
 * Whether a folder of ours exists. If other users may enter it, it is closed to them, with a notice. A link, and what belongs to
 * somebody else or to everybody, is refused with `UnusableFile`.
 */
export const isOwnFolder = (path: string, { variable, notify = () => {} }: OwnFolder): boolean =>
  orUnusable(path, 'read', variable, () => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return false;
    const problem = folderProblem(stats);
    if (problem !== undefined)
      throw new UnusableFile(path, problem, `Move it away, or name another directory with ${variable}`);
    if (isOpen(stats) && !isClosed(path, () => chmodSync(path, 0o700), notify) && isChangeable(stats))
      throw new UnusableFile(
        path,
        'can be changed by other users',
        `Name another directory with ${variable}`,
      );
    return true;
  });

/** Creates a folder of ours unless it exists. Fails as `isOwnFolder` does. Returns the topmost folder that was made. */
export const makeOwnFolder = (path: string, folder: OwnFolder): string | undefined => {
  if (isOwnFolder(path, folder)) return undefined;
  const made = orUnusable(path, 'written', folder.variable, () => makeFolders(path, 0o700));
  isOwnFolder(path, folder);
  return made;
};

/** Closes something of ours to others, unless its disk is read-only, or has no modes. */
const isClosed = (path: string, close: () => void, notify: Notify): boolean => {
  try {
    close();
  } catch (error) {
    return ifRefused(false)(error as NodeJS.ErrnoException);
  }
  notify(`${path} was open to other users; now only you can use it`);
  return true;
};

const fileProblem = (stats: Stats): string | undefined => {
  if (stats.isDirectory()) return 'is a directory';
  if (!stats.isFile()) return 'is not a regular file';
  if (isOfOthers(stats)) return 'belongs to another user';
  return isChangeable(stats) ? 'can be changed by other users' : undefined;
};

/** Refuses what is no file, belongs to somebody else, or could have been changed by others. */
const judge = (path: string, stats: Stats): void => {
  const problem = fileProblem(stats);
  if (problem !== undefined)
    throw new UnusableFile(
      path,
      problem,
      `Move it away; if what it says is yours, close it: chmod 600 ${shellWord(path)}`,
    );
};

// No link is followed, and a pipe without anybody at its other end holds nobody up. Windows has neither flag.
const guarded = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const refusal = (path: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP')
    return new UnusableFile(path, 'is a symbolic link', 'Put what it points to in its place');
  return code === 'ENXIO' ? new UnusableFile(path, 'is not a regular file', 'Move it away') : error;
};

/**
 * Opens a file of ours, to read it unless the flags say otherwise; one that is made is only for its owner. Links, pipes, files
 * of others, and files that others may change are refused with `UnusableFile`. Otherwise fails as the system does.
 */
export const openOwnFile = async (path: string, flags = constants.O_RDONLY): Promise<FileHandle> => {
  const file = await promises.open(path, flags | guarded, 0o600).catch((error) => {
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

/**
 * The text of a small file of ours; undefined if there is none. If others may read it, it is closed to them, with a notice.
 * Refuses what `openOwnFile` refuses, and files over 1 MiB.
 */
export const readOwnFile = (path: string, notify: Notify = () => {}): string | undefined => {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | guarded);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw refusal(path, error);
  }
  try {
    const stats = fstatSync(file);
    judge(path, stats);
    if (stats.size > maxFileBytes) throw new UnusableFile(path, 'is larger than 1 MiB', 'Move it away');
    if (isOpen(stats)) isClosed(path, () => fchmodSync(file, 0o600), notify);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};
