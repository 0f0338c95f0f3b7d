import { accessSync, constants } from 'node:fs';
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import { UnusableFile } from '../../disk/errors.ts';
import { isOwnFolder, makeOwnFolder } from '../../disk/own-files.ts';
import { systemReason } from '../../disk/system-reason.ts';
import { FeedCacheUnusable } from './errors.ts';

/** Turns a system error during a write below `path` into an error of the feed. Others stay as they are. */
export const asCacheError = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  const at = error instanceof UnusableFile ? error.path : path;
  return reason === undefined ? error : new FeedCacheUnusable(at, reason, { cause: error });
};

const ownFeeds = { variable: 'RESALE_CACHE_DIR' } as const;

/**
 * Whether a service's folder exists, in the one for all feeds. Closes both to others. A folder that can't be read counts as
 * missing; a write there will report why it fails. Fails with `FeedCacheUnusable` if somebody else could have put files there.
 */
export const isFeedFolder = (path: string): boolean => {
  try {
    return isOwnFolder(dirname(path), ownFeeds) && isOwnFolder(path, ownFeeds);
  } catch (error) {
    if (error instanceof UnusableFile && error.isRefusedBySystem) return false;
    throw asCacheError(path, error);
  }
};

/** Creates a service's folder unless it exists. Fails with `FeedCacheUnusable`, also if nothing can be written there. */
export const makeFeedFolder = (path: string): void => {
  try {
    for (const folder of [dirname(path), path]) makeOwnFolder(folder, ownFeeds);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw asCacheError(path, error);
  }
};

/**
 * Whether a file that was last written at that time, in milliseconds since 1970, may have lost its contents, but not its
 * length: it was written before this machine last started, perhaps after a power cut, and nobody waited for the disk.
 */
export const mayBeIncomplete = (writtenMs: number): boolean => writtenMs < Date.now() - uptime() * 1000;
