import { statSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { ifMissing } from '../../disk/if-missing.ts';
import { FeedBusy } from './errors.ts';
import { asCacheError } from './folder.ts';
import { partPath } from './part-file.ts';

/** A lock that is held. This process renews it; soon after the process has died, others may take it. */
export interface Lock {
  /** Whether another process took it, because this one was suspended for so long that it seemed dead. */
  lost(): boolean;
  release(): Promise<void>;
}

const staleMs = 5_000;
// Its holder does what it does in the machine's own time: no other clock tells when to ask again.
const askAgainMs = 20;

/** Takes the lock at a path if nobody holds it. Fails with `FeedCacheUnusable` if it can't be written. */
export const takeLock = async (path: string): Promise<Lock | undefined> => {
  const { lock } = await import('proper-lockfile');
  let lost = false;
  const release = await lock(path, {
    lockfilePath: path,
    realpath: false,
    stale: staleMs,
    onCompromised: () => {
      lost = true;
    },
  }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOCKED') throw asCacheError(path, error);
    await bringToPresent(path);
    return undefined;
  });
  if (!release) return undefined;
  const ours = folderAt(path);
  // The library looks only every few seconds, and later on a busy machine: too late for what is about to be written.
  const isLost = () => lost || folderAt(path) !== ours;
  return {
    lost: isLost,
    async release() {
      if (!isLost()) await release().catch(unlessReleased);
    },
  };
};

/** What tells the folder that is a lock from another one made in its place; undefined if there is none. */
const folderAt = (path: string): string | undefined => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeNs}`;
};

/** A lock of the future, made before a clock was set back, would seem alive until then. Whoever holds it notices the change. */
const bringToPresent = async (path: string): Promise<void> => {
  const now = new Date();
  try {
    if ((await stat(path)).mtimeMs > now.getTime() + staleMs) await utimes(path, now, now);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asCacheError(path, error);
  }
};

/** A lock that was lost, or whose folder is gone, can't be released. */
const unlessReleased = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERELEASED' && error.code !== 'ENOTACQUIRED') throw error;
};

/** Takes the lock at a path as soon as nobody holds it. Fails as `takeLock` does, and with the signal's reason. */
export const waitForLock = async (path: string, signal: AbortSignal): Promise<Lock> => {
  for (;;) {
    const lock = await takeLock(path);
    if (lock) return lock;
    await systemClock.sleep(askAgainMs, signal);
  }
};

const lookMs = 100;
// Longer than the least speed lets a download pause: its reader must have stopped reading.
const longestStandstillMs = 45_000;

/**
 * Takes the lock under which a feed is downloaded into a folder, and waits as long as another process makes progress
 * there. Fails with `FeedBusy` if that one stalls, and with the signal's reason.
 */
export const waitForDownload = async (
  folder: string,
  signal: AbortSignal,
  onOther: () => void,
): Promise<Lock> => {
  let size: number | undefined;
  for (let waited = 0, grownAt = 0; waited - grownAt <= longestStandstillMs; waited += lookMs) {
    const lock = await takeLock(join(folder, 'download.lock'));
    if (lock) return lock;
    if (waited === 0) onOther();
    const sizeNow = await sizeOf(partPath(folder));
    if (sizeNow !== size) grownAt = waited;
    size = sizeNow;
    await systemClock.sleep(lookMs, signal);
  }
  throw new FeedBusy();
};

const sizeOf = (path: string): Promise<number> => stat(path).then(({ size }) => size, ifMissing(0));
