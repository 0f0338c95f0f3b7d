import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { makeOwnFolder, type Notify, orUnusable } from '../../disk/own-files.ts';
import type { ConfigFile, CredentialsFile } from '../profile.ts';
import { profilesBusy } from './errors.ts';
import { configVariable, profileFiles } from './settings-files.ts';

/** The files of the profiles while they are changed: no other process changes them, and each is written as a whole. */
export interface ChangingFiles {
  readConfig(): ConfigFile;
  readKeys(): CredentialsFile;
  writeConfig(content: ConfigFile): void;
  writeKeys(content: CredentialsFile): void;
}

/** Changes the files in a directory, and makes the directory if there is none. */
export const changeFiles = async <Answer>(
  directory: string,
  notify: Notify,
  change: (files: ChangingFiles) => Answer,
): Promise<Answer> => {
  makeOwnFolder(directory, { variable: configVariable, notify });
  return underLock(directory, () => {
    removeLeftovers(directory);
    const { config, keys } = profileFiles(directory, notify);
    return change({
      readConfig: () => config.readToChange(),
      readKeys: () => keys.readToChange(),
      writeConfig: config.write,
      writeKeys: keys.write,
    });
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

/** Runs a change while nobody else changes anything in the directory. It is synchronous, so it can't outlast its lock. */
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
