import { randomInt } from 'node:crypto';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateDirectory, syncDirectory } from '../../disk/folders.ts';
import { UnknownRun } from './errors.ts';
import { openJournal } from './journal.ts';
import { journalStart } from './read.ts';

/** The files of a run. */
export interface RunDirectory {
  /** Its name, which sorts by start time: `20261121-120501-4f2a`. */
  id: string;
  path: string;
  /** What the run was asked to do; written once that is known. */
  manifest: string;
  /** A copy of piped input, so that the run can be resumed. */
  input: string;
  journal: string;
  lock: string;
}

/**
 * Creates the directory of a new run, readable only by its owner. It starts with an empty journal, so that a missing
 * journal means that it was lost. The name of the run comes from `now`.
 */
export const createRunDirectory = async (stateDirectory: string, now = new Date()): Promise<RunDirectory> => {
  const runs = runsOf(stateDirectory);
  await makePrivateDirectory(runs);
  const directory = await createUnique(runs, now);
  await syncDirectory(runs);
  await (await openJournal(directory.journal, journalStart)).close();
  return directory;
};

const createUnique = async (runs: string, now: Date): Promise<RunDirectory> => {
  for (let at = now.getTime(); ; at++) {
    const directory = directoryOf(runs, newId(new Date(at)));
    try {
      await mkdir(directory.path, { mode: 0o700 });
      return directory;
    } catch (error) {
      // Another run of the same millisecond has this name.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

/** How many runs may start in one millisecond. */
const perMillisecond = 64;

/** The last part contains the milliseconds, so that runs of the same second also sort by time. */
const newId = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  const last = now.getUTCMilliseconds() * perMillisecond + randomInt(perMillisecond);
  return `${date}-${time}-${last.toString(16).padStart(4, '0')}`;
};

/** Finds the directory of an existing run. Throws `UnknownRun`, which suggests similar names. */
export const openRunDirectory = async (stateDirectory: string, id: string): Promise<RunDirectory> => {
  const directory = directoryOf(runsOf(stateDirectory), id);
  // Only a well-formed name may become part of a path.
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

/** The names with the most characters in the same places; if equal, the newest first. */
const nearestTo = (id: string, known: readonly string[]): string[] => {
  const likeness = (other: string) => [...other].filter((character, at) => character === id[at]).length;
  return [...known].sort((one, other) => likeness(other) - likeness(one)).slice(0, 3);
};

/** Returns the paths of a run's files. */
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

/** The pattern of a run's name. */
const idForm = /^\d{8}-\d{6}-[0-9a-f]{4}$/;

/** The directory that contains all runs. */
export const runsOf = (stateDirectory: string): string => join(stateDirectory, 'runs');

/** Lists the directories of all runs, newest first, without reading them: they may be damaged. */
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
