import { randomInt } from 'node:crypto';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnknownRun } from './errors.ts';
import { openJournal } from './journal.ts';
import { journalStart } from './read.ts';
import { makePrivateDirectory, syncDirectory } from './sync-directory.ts';

/** Where a run keeps its records. */
export interface RunDirectory {
  /** Its name, which sorts by the time of its beginning: `20261121-120501-4f2a`. */
  id: string;
  path: string;
  /** What was asked for, once that is known. */
  manifest: string;
  /** What came through a pipe, so that the run can go on without it. */
  input: string;
  journal: string;
  lock: string;
}

/**
 * Makes the directory of a new run, for its owner alone, with an empty journal in it: from then on, a journal that is
 * missing was lost. `now` gives the run its name.
 */
export const createRunDirectory = async (stateDirectory: string, now = new Date()): Promise<RunDirectory> => {
  const runs = runsOf(stateDirectory);
  await makePrivateDirectory(runs);
  const directory = await makeFree(runs, now);
  await syncDirectory(runs);
  await (await openJournal(directory.journal, journalStart)).close();
  return directory;
};

const makeFree = async (runs: string, now: Date): Promise<RunDirectory> => {
  for (let at = now.getTime(); ; at++) {
    const directory = directoryOf(runs, newId(new Date(at)));
    try {
      await mkdir(directory.path, { mode: 0o700 });
      return directory;
    } catch (error) {
      // Another run of the same millisecond has the name.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

/** So many runs may begin in one millisecond. */
const perMillisecond = 64;

/** The milliseconds are in the last part of the name, so that runs of the same second sort, too. */
const newId = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  const last = now.getUTCMilliseconds() * perMillisecond + randomInt(perMillisecond);
  return `${date}-${time}-${last.toString(16).padStart(4, '0')}`;
};

/** The directory of a run that is there. Throws UnknownRun, which names the runs that were perhaps meant. */
export const openRunDirectory = async (stateDirectory: string, id: string): Promise<RunDirectory> => {
  const directory = directoryOf(runsOf(stateDirectory), id);
  // Only what has the form of a name may become a part of a path.
  if (idForm.test(id) && (await isDirectory(directory.path))) return directory;
  const known = (await listRuns(stateDirectory)).map((run) => run.id);
  throw new UnknownRun(id, nearestTo(id, known));
};

const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

/** Those with the most characters in the same places; among equals, the newest. */
const nearestTo = (id: string, known: readonly string[]): string[] => {
  const likeness = (other: string) => [...other].filter((character, at) => character === id[at]).length;
  return [...known].sort((one, other) => likeness(other) - likeness(one)).slice(0, 3);
};

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
