import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../client/pause.ts';
import { type Lock, takeLock } from './cache/lock.ts';
import { partPath } from './cache/part-file.ts';
import { FeedBusy } from './errors.ts';

const lookMs = 100;
// Longer than the least speed lets a download stand still: its reader must have stopped to read.
const longestStandstillMs = 45_000;

/**
 * Takes the lock under which a feed is downloaded into a folder, waiting while another process does so. Fails with
 * `FeedBusy` where that one does not get on, and with the signal's reason.
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
    await pause(lookMs, signal);
  }
  throw new FeedBusy();
};

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};
