import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunDirectory } from './directory.ts';

/** Where the files of a run are. */
export const directoryOf = (runs: string, id: string): RunDirectory => {
  const path = join(runs, id);
  return {
    id,
    path,
    manifest: join(path, 'manifest.json'),
    input: join(path, 'input'),
    journal: join(path, 'journal.ndjson'),
    lock: join(path, 'lock'),
  };
};

/** The form of a run's name. */
export const idForm = /^\d{8}-\d{6}-[0-9a-f]{4}$/;

/** Where all runs are. */
export const runsOf = (stateDirectory: string): string => join(stateDirectory, 'runs');

/** The directories of all runs, newest first. What stands in them is not looked at: it may be damaged. */
export const listRuns = async (stateDirectory: string): Promise<RunDirectory[]> => {
  const runs = runsOf(stateDirectory);
  const entries = await readdir(runs, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() && idForm.test(entry.name))
    .map((entry) => entry.name)
    .sort()
    .reverse()
    .map((id) => directoryOf(runs, id));
};
