import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { UnknownRun } from './errors.ts';
import { openJournal } from './journal.ts';
import { directoryOf, idForm, listRuns, runsOf } from './list-runs.ts';
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
  for (;;) {
    const directory = directoryOf(runs, newId(now));
    try {
      await mkdir(directory.path, { mode: 0o700 });
      return directory;
    } catch (error) {
      // Another run of the same second has the name: that is what the random part is for.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

const newId = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  return `${date}-${time}-${randomBytes(2).toString('hex')}`;
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
