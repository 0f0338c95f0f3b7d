import { join } from 'node:path';
import { ProfilesBusy } from './errors.ts';
import { guarded } from './guarded-file.ts';

// A holder that died leaves its lock behind: it counts as dead after this time, which is far more than a change takes.
const staleMs = 5_000;

// In all about 20 s, well beyond the time after which a dead holder's lock is taken over.
const retries = { retries: 200, factor: 1.5, minTimeout: 10, maxTimeout: 100, randomize: true };

/**
 * Runs a change while no other process, and no other caller here, makes one in the directory. The change must not
 * wait for anything: so it can't outlast its lock.
 */
export const underLock = async <Result>(directory: string, change: () => Result): Promise<Result> => {
  const { lock } = await import('proper-lockfile');
  const lockfilePath = join(directory, 'lock');
  const release = await lock(directory, {
    lockfilePath,
    realpath: false,
    stale: staleMs,
    retries,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') throw new ProfilesBusy(lockfilePath);
    return guarded(lockfilePath, 'written', () => {
      throw error;
    });
  });
  try {
    return change();
  } finally {
    await release();
  }
};
