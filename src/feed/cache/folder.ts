import { constants } from 'node:fs';
import { access, chmod, lstat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { makeFolders } from '../../disk/folders.ts';
import { systemReason } from '../../disk/system-reason.ts';
import { FeedCacheUnusable } from './errors.ts';

/** Turns a system error during a write below `path` into an error of the feed. Others stay as they are. */
export const asCacheError = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  return reason === undefined ? error : new FeedCacheUnusable(path, reason, { cause: error });
};

/**
 * Creates a folder that only its owner can access, and closes an existing one to others. Fails with `FeedCacheUnusable`, also if
 * somebody else could have put files there.
 */
export const makeOwnFolder = async (path: string): Promise<void> => {
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new FeedCacheUnusable(path, 'a part of its path is not a folder', { cause: error });
    throw asCacheError(path, error);
  }
};

/**
 * Whether a file that was last written at that time, in milliseconds since 1970, may have lost its contents, but not its
 * length: it was written before this machine last started, perhaps after a power cut, and nobody waited for the disk.
 */
export const mayBeIncomplete = (writtenMs: number): boolean => writtenMs < Date.now() - uptime() * 1000;
