import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../files/folders.ts';
import { unusable } from '../files/own-files.ts';
import { agreedUndoOf, type RunDirectory, runsOf, stateVariable, undoOf } from './folder/directory.ts';
import { RunLocked } from './journal/journal-errors.ts';
import { isWorkedOn, lockRun } from './journal/lock.ts';
import { recordOf } from './run-records.ts';

/** Whether nothing of a run is left to do or to find out. */
export const isOver = (record: { state: string } | undefined): boolean =>
  record?.state === 'finished' || record?.state === 'failed';

/** No run has such a name. */
const removedPrefix = '.removed-';

/**
 * Removes a run, if it is still as it was seen: under its lock, since another process may have continued it, or begun another one of
 * its name. Returns whether it was removed. Its folder is only renamed, so that whatever happens it is there whole or not at all: half
 * of one would be a run that has sent less than it did. `removeLeftOvers` takes the rest away.
 */
export const removeRun = async (
  directory: RunDirectory,
  seen: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const lock = await lockRun(directory).catch((error: unknown) => {
    if (!(error instanceof RunLocked)) throw error;
  });
  if (!lock) return false;
  const now = await recordOf(directory);
  const undo = agreedUndoOf(directory);
  const isSame =
    now?.state === seen.state &&
    (seen.state === 'planned' || now?.createdAt === seen.createdAt) &&
    // It stays while its undo is planned, and until that has ended.
    (undo ? isOver(await recordOf(undo)) : !isWorkedOn(undoOf(directory)));
  if (!isSame) {
    await lock.release();
    return false;
  }
  try {
    lock.check();
    const runs = dirname(directory.path);
    await rename(directory.path, join(runs, `${removedPrefix}${randomUUID()}`));
    await syncDirectory(runs);
    return true;
  } catch (error) {
    throw unusable(error, directory.path, 'removed', stateVariable);
  }
};

/** Deletes what is left of removed runs, by this process or by one that was killed. */
export const removeLeftOvers = async (state: string): Promise<void> => {
  const runs = runsOf(state);
  for (const name of existsSync(runs) ? await readdir(runs) : []) {
    if (!name.startsWith(removedPrefix)) continue;
    const path = join(runs, name);
    // On Node 24, rmSync does not say why the system refuses it.
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      throw unusable(error, path, 'removed', stateVariable);
    });
  }
};
