import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { makeOwnFolder, type Notify, orUnusable } from '../../disk/own-files.ts';
import { profilesBusy } from './errors.ts';
import { configVariable, type ProfileFiles, profileFiles } from './settings-files.ts';

/** Changes the files in a directory, and makes the directory if there is none. Nobody else changes them meanwhile. */
export const changeFiles = async <Answer>(
  directory: string,
  notify: Notify,
  change: (files: ProfileFiles) => Answer,
): Promise<Answer> => {
  makeOwnFolder(directory, { variable: configVariable, notify });
  return underLock(directory, () => {
    removeLeftovers(directory);
    return change(profileFiles(directory, notify));
  });
};

/** Removes what a process that died while writing left behind. Only the holder of the lock may do this. */
const removeLeftovers = (directory: string): void =>
  orUnusable(directory, 'written', configVariable, () => {
    for (const name of readdirSync(directory))
      if (/^(config|credentials)\.json\.tmp-/.test(name)) unlinkSync(join(directory, name));
  });

// A process that dies leaves its lock behind. After this time, far longer than any change takes, it counts as dead.
const staleMs = 5_000;

// About 20 s in all, well beyond the time after which a dead process's lock is taken over.
const retries = { retries: 200, factor: 1.5, minTimeout: 10, maxTimeout: 100, randomize: true };

/** Runs a change while nobody else changes the directory. The change is synchronous, so it can't outlast its lock. */
const underLock = async <Result>(directory: string, change: () => Result): Promise<Result> => {
  const lockfilePath = join(directory, 'lock');
  const release = await lock(directory, {
    lockfilePath,
    realpath: false,
    stale: staleMs,
    retries,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') throw profilesBusy(lockfilePath);
    return orUnusable(lockfilePath, 'written', configVariable, () => {
      throw error;
    });
  });
  try {
    return change();
  } finally {
    await release();
  }
};
