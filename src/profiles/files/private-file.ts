import { chmodSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import { makeFolders } from '../../disk/folders.ts';
import { UnusableFile } from './errors.ts';

/** The largest size of a settings file, in bytes. */
export const maxFileBytes = 1024 * 1024;

/** Receives a sentence about something that was corrected, to be shown to the user. */
export type Notify = (notice: string) => void;

/** Runs a file operation. If the system refuses it, that becomes an `UnusableFile`, which says what to do. */
export const orUnusable = <Result>(path: string, action: 'read' | 'written', run: () => Result): Result => {
  try {
    return run();
  } catch (error) {
    const { errno, code = '' } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new UnusableFile(
      path,
      `can't be ${action} (${code})`,
      remedies[code] ?? 'Look at the file and its disk',
      {
        cause: error,
      },
    );
  }
};

const remedies: Readonly<Record<string, string>> = {
  EACCES: 'Give yourself permission to use it, or name another directory with RESALE_CONFIG_DIR',
  EPERM: 'Give yourself permission to use it, or name another directory with RESALE_CONFIG_DIR',
  EROFS:
    'Name a directory that can be written with RESALE_CONFIG_DIR, or use the environment for credentials',
  ENOTDIR: 'A part of its path is not a directory: move that away, or name another with RESALE_CONFIG_DIR',
  ENOSPC: 'Make room on the disk; the old content is untouched',
};

/** What is at the path itself, without following a symbolic link; undefined if there is nothing. */
const statsAt = (path: string) => orUnusable(path, 'read', () => lstatSync(path, { throwIfNoEntry: false }));

const refuseForeign = (path: string, stats: Stats) => {
  if (stats.isSymbolicLink())
    throw new UnusableFile(path, 'is a symbolic link', 'Put what it points to in its place');
  if (process.getuid && stats.uid !== process.getuid())
    throw new UnusableFile(path, 'belongs to another user', 'Make it yours, or move it away');
};

const tighten = (path: string, stats: Stats, mode: number, notify: Notify) => {
  // Windows has no such modes.
  if (!process.getuid || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, mode);
    notify(`${path} was open to other users; now only you can use it`);
  } catch (error) {
    // The file is ours, so the disk is read-only or has no modes. That is no reason to stop.
    notify(
      `${path} is open to other users, and that can't be changed (${(error as NodeJS.ErrnoException).code})`,
    );
  }
};

/**
 * Whether the directory exists. If other users may enter it, it is closed to them, with a notice. One that belongs to
 * somebody else, or to everybody, is refused with `UnusableFile`.
 */
export const checkPrivateDirectory = (path: string, notify: Notify): boolean => {
  const stats = statsAt(path);
  if (!stats) return false;
  refuseForeign(path, stats);
  if (!stats.isDirectory()) throw new UnusableFile(path, 'is not a directory', 'Move it away');
  // Closing a directory such as /tmp would lock everyone else out.
  if (stats.mode & 0o1000)
    throw new UnusableFile(
      path,
      'is shared by all users',
      'Name a directory of its own with RESALE_CONFIG_DIR',
    );
  tighten(path, stats, 0o700, notify);
  return true;
};

/** Creates the directory, accessible only to its owner, unless it exists. Fails as `checkPrivateDirectory` does. */
export const ensurePrivateDirectory = (path: string, notify: Notify): void => {
  if (checkPrivateDirectory(path, notify)) return;
  orUnusable(path, 'written', () => makeFolders(path, 0o700));
  checkPrivateDirectory(path, notify);
};

/**
 * The text of a private file of the user; undefined if there is none. If others may read it, it is closed to them, with a
 * notice. Links, files of others, anything but a file, and files over 1 MiB are refused with `UnusableFile`.
 */
export const readPrivateFile = (path: string, notify: Notify): string | undefined => {
  const stats = statsAt(path);
  if (!stats) return undefined;
  refuseForeign(path, stats);
  if (!stats.isFile()) throw new UnusableFile(path, 'is not a regular file', 'Move it away');
  if (stats.size > maxFileBytes)
    throw new UnusableFile(path, 'is larger than 1 MiB, which no settings are', 'Move it away');
  tighten(path, stats, 0o600, notify);
  return orUnusable(path, 'read', () => readFileSync(path, 'utf8'));
};
