import { constants } from 'node:fs';
import { access, chmod, lstat } from 'node:fs/promises';
import { makeFolders } from '../../disk/make-folders.ts';
import { FeedCacheUnusable } from '../errors.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk takes no changes',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a part of its path is no folder',
  ENOENT: 'a part of its path does not exist',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** A refusal of the system, while something was written below `path`, as an error of the feed; others stay as they are. */
export const asCacheError = (path: string, error: unknown): unknown => {
  const { errno, code = '' } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  return new FeedCacheUnusable(path, reasons[code] ?? `the system refused it (${code})`, { cause: error });
};

/**
 * Makes a folder for its owner alone; one of ours that others may enter is closed to them. Fails with
 * `FeedCacheUnusable`, also where somebody else could have put files there.
 */
export const ownFolder = async (path: string): Promise<void> => {
  try {
    makeFolders(path, 0o700);
    const stats = await lstat(path);
    if (!stats.isDirectory()) throw new FeedCacheUnusable(path, 'it is a symbolic link');
    await access(path, constants.W_OK);
    // Windows has neither owners nor modes of this kind.
    if (!process.getuid) return;
    if (stats.uid !== process.getuid()) throw new FeedCacheUnusable(path, 'it belongs to another user');
    if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700);
  } catch (error) {
    throw asCacheError(path, error);
  }
};
