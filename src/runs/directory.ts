import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../disk/folders.ts';
import { isOwnFolder, makeOwnFolder } from '../disk/own-files.ts';
import { unknownRun } from './journal/errors.ts';
import { openJournal } from './journal/journal.ts';
import { journalStart } from './journal/records.ts';
import { fewest, isOwnRunName, isRunName, shortRunName } from './run-names.ts';

export const ownRuns = { variable: 'RESALE_STATE_DIR' } as const;

export interface RunDirectory {
  /** Chosen by the user, or made of the start time so that names sort by it: `20261121-120501-4f2a`. */
  id: string;
  path: string;
  manifest: string;
  /** A copy of piped input, so that the run can be resumed. */
  input: string;
  journal: string;
  lock: string;
  holder: string;
}

/** Its journal is there from the beginning, though empty: if it is missing, it was lost. */
export const createRunDirectory = async (stateDirectory: string, now = new Date()): Promise<RunDirectory> => {
  const directory = createUnique(await makeRuns(stateDirectory), now);
  await finishDirectory(directory);
  return directory;
};

/** Another process may use the directory, too: nothing else may be written there before it is locked. */
export const namedRunDirectory = async (stateDirectory: string, id: string): Promise<RunDirectory> => {
  const directory = directoryOf(await makeRuns(stateDirectory), id);
  makeOwnFolder(directory.path, ownRuns);
  return directory;
};

/** Makes a new run's directory findable after a crash: syncs it and writes an empty journal. */
export const finishDirectory = async (directory: RunDirectory): Promise<void> => {
  await syncDirectory(dirname(directory.path));
  await (await openJournal(directory.journal, journalStart)).close();
};

const makeRuns = async (stateDirectory: string): Promise<string> => {
  const runs = runsOf(stateDirectory);
  const first = makeOwnFolder(runs, ownRuns);
  for (let made = runs; first !== undefined && made.length >= first.length; made = dirname(made))
    await syncDirectory(dirname(made));
  return runs;
};

const createUnique = (runs: string, now: Date): RunDirectory => {
  for (let at = now.getTime(); ; at++) {
    const directory = directoryOf(runs, newId(new Date(at)));
    // Another run of the same millisecond may have this name.
    if (makeOwnFolder(directory.path, ownRuns) !== undefined) return directory;
  }
};

/** The number of names for one millisecond. */
const perMillisecond = 64;

/** The last part encodes the milliseconds, so that runs of one second sort by time, too. */
const newId = (now: Date): string => {
  const [date = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split(/[T.]/);
  const last = now.getUTCMilliseconds() * perMillisecond + randomInt(perMillisecond);
  return `${date}-${time}-${last.toString(16).padStart(4, '0')}`;
};

/**
 * Finds a run by its name or a unique ending of it: `4f2a`. `UnusableFile` is thrown if others
 * could have put it there.
 */
export const openRunDirectory = async (stateDirectory: string, id: string): Promise<RunDirectory> => {
  const runs = await listRuns(stateDirectory);
  const ending = runs.filter((run) => id.length >= fewest && isOwnRunName(run.id) && run.id.endsWith(id));
  const directory = runs.find((run) => run.id === id) ?? (ending.length === 1 ? ending[0] : undefined);
  if (!directory || !isOwnFolder(directory.path, ownRuns))
    throw unknownRun(
      id,
      ending.map((run) => run.id),
      runs.length === 0,
    );
  return directory;
};

/** The shortest unique name of a run, for lines to type. */
export const shortName = (stateDirectory: string, id: string): string =>
  shortRunName(id, readdirSync(runsOf(stateDirectory)));

export const directoryOf = (runs: string, id: string): RunDirectory => {
  const path = join(runs, id);
  return {
    id,
    path,
    manifest: join(path, 'manifest.json'),
    input: join(path, 'input'),
    journal: join(path, 'journal.ndjson'),
    lock: join(path, 'running'),
    holder: join(path, 'holder.json'),
  };
};

export const stateOf = ({ path }: RunDirectory): string => dirname(dirname(path));

export const runsOf = (stateDirectory: string): string => join(stateDirectory, 'runs');

/** Newest first. The runs are not read, since they may be damaged. Throws `UnusableFile` if their folder is not ours. */
export const listRuns = async (stateDirectory: string): Promise<RunDirectory[]> => {
  const runs = runsOf(stateDirectory);
  if (!isOwnFolder(runs, ownRuns)) return [];
  const ids = (await readdir(runs, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && (isOwnRunName(entry.name) || isNamedRun(runs, entry.name)))
    .map(({ name }) => name);
  const listed = ids.map((id) => ({ id, began: isOwnRunName(id) ? id : beganAs(directoryOf(runs, id)) }));
  return listed
    .sort((one, other) => (one.began < other.began ? 1 : -1))
    .map(({ id }) => directoryOf(runs, id));
};

/** One that has lost its journal or its manifest is damaged. */
const isNamedRun = (runs: string, id: string): boolean => {
  const { journal, manifest } = directoryOf(runs, id);
  return isRunName(id) && (existsSync(journal) || existsSync(manifest));
};

/** The name it would have by its start time, when the manifest was written. */
const beganAs = ({ manifest, path }: RunDirectory): string => {
  const { mtime } = statSync(manifest, { throwIfNoEntry: false }) ?? lstatSync(path);
  return newId(mtime);
};
