import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shellWord } from '../words/resale-line.ts';
import { UnusableFile } from './errors.ts';
import { makeFolders } from './folders.ts';
import { hasLinkOfOthers, isChangeable, isOfOthers, isOpen } from './other-owner.ts';

/**
 * The folders in which the tool keeps what it trusts later: profiles, runs, feeds, completions. Each has to be a real
 * folder of this user, closed to all others; its parent may be shared, such as /tmp or a volume. Each file in
 * it is judged by its open descriptor, so that nobody can put another one in its place after the check.
 */
interface OwnFolder {
  /** The variable that names another place for it. */
  variable: 'RESALE_CONFIG_DIR' | 'RESALE_STATE_DIR' | 'RESALE_CACHE_DIR';
  notify?: Notify;
}

/** Receives a sentence about something that was corrected, to be shown to the user. */
export type Notify = (notice: string) => void;

/** The `UnusableFile` for an operation that the system refused, which says what to do. An error of another kind is returned as it is. */
export const unusable = (
  error: unknown,
  path: string,
  action: 'read' | 'written' | 'removed',
  variable: OwnFolder['variable'],
): unknown => {
  const { errno, code = '' } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  const credentials = code === 'EROFS' && variable === 'RESALE_CONFIG_DIR';
  const place = credentials ? `${variable}, or use the environment for credentials` : variable;
  const remedy = remedies[code]?.replace('*', place) ?? 'Look at the file and its disk';
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

const remedies: Readonly<Record<string, string>> = {
  EACCES: 'Give yourself permission to use it, or name another directory with *',
  EPERM: 'Give yourself permission to use it, or name another directory with *',
  EROFS: 'Name a directory that can be written with *',
  ENOTDIR: 'A part of its path is not a directory: move that away, or name another with *',
  ENOSPC: 'Make room on the disk; the old content is untouched',
};

/**
 * Whether a folder of ours exists. If other users may enter it, it is closed to them, with a notice. One that belongs to
 * somebody else, or to everybody, and one that a link of somebody else leads to, is refused with `UnusableFile`.
 */
export const isOwnFolder = (path: string, { variable, notify = () => {} }: OwnFolder): boolean => {
  const another = `name another directory with ${variable}`;
  return orUnusable(path, 'read', variable, () => {
    if (hasLinkOfOthers(dirname(path)))
      throw new UnusableFile(
        path,
        "is reached through another user's symbolic link",
        `Remove that link, or ${another}`,
      );
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return false;
    if (stats.isSymbolicLink())
      throw new UnusableFile(path, 'is a symbolic link', `Put what it points to in its place, or ${another}`);
    if (isOfOthers(stats))
      throw new UnusableFile(path, 'belongs to another user', `Make it yours, or ${another}`);
    if (!stats.isDirectory())
      throw new UnusableFile(path, 'is not a directory', `Move it away, or ${another}`);
    // Closing a directory such as /tmp would lock everyone else out.
    if (stats.mode & 0o1000)
      throw new UnusableFile(path, 'is shared by all users', `Name a directory of its own with ${variable}`);
    if (!isOpen(stats)) return true;
    const failure = closed(path, () => chmodSync(path, 0o700), notify);
    if (failure && isChangeable(stats))
      throw new UnusableFile(path, `can be changed by other users (${failure})`, `Close it, or ${another}`);
    return true;
  });
};

/** Creates a folder of ours unless it exists. Fails as `isOwnFolder` does. Returns the topmost folder that was made. */
export const makeOwnFolder = (path: string, folder: OwnFolder): string | undefined => {
  if (isOwnFolder(path, folder)) return undefined;
  const made = orUnusable(path, 'written', folder.variable, () => makeFolders(path, 0o700));
  isOwnFolder(path, folder);
  return made;
};

/** Closes something of ours to others. Returns why it can't be closed: its disk is read-only, or has no modes. */
const closed = (path: string, close: () => void, notify: Notify): string | undefined => {
  try {
    close();
    notify(`${path} was open to other users; now only you can use it`);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    notify(`${path} is open to other users, and that can't be changed (${code})`);
    return code;
  }
};

/** Refuses what is no file, belongs to somebody else, or could have been changed by others. */
const judge = (path: string, stats: Stats): void => {
  if (stats.isDirectory()) throw new UnusableFile(path, 'is a directory', 'Move it away');
  if (!stats.isFile()) throw new UnusableFile(path, 'is not a regular file', 'Move it away');
  if (isOfOthers(stats))
    throw new UnusableFile(path, 'belongs to another user', 'Make it yours, or move it away');
  if (isChangeable(stats))
    throw new UnusableFile(
      path,
      'can be changed by other users',
      `Look at what it says. If that is yours, close it: chmod 600 ${shellWord(path)}`,
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
  const file = await open(path, flags | guarded, 0o600).catch((error) => {
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
    if (isOpen(stats)) closed(path, () => fchmodSync(file, 0o600), notify);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};
