import { rm } from 'node:fs/promises';
import { unusable } from '../files/own-files.ts';
import { agreedUndoOf, type RunDirectory, stateVariable } from './folder/directory.ts';
import { RunLocked } from './journal/journal-errors.ts';
import { lockRun } from './journal/lock.ts';
import { readRun } from './recorded-run.ts';
import { recordOf } from './run-records.ts';

/**
 * Removes the folder of a run, if it is still as it was seen: under its lock, since another process may have continued it, or begun
 * another one of its name. Returns whether it was removed.
 */
export const isRemoved = async (
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
    (!undo || (await readRun(undo)).hasEnded);
  if (!isSame) {
    await lock.release();
    return false;
  }
  try {
    lock.check();
    // On Node 24, rmSync does not say why the system refuses it.
    await rm(directory.path, { recursive: true });
    return true;
  } catch (error) {
    throw unusable(error, directory.path, 'removed', stateVariable);
  }
};
