import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { notFound } from '../../failure/kinds.ts';
import { syncDirectory } from '../../files/folders.ts';
import { isOwnFolder, makeOwnFolder } from '../../files/own-files.ts';
import { proposal } from '../../words/advice.ts';
import { didYouMean } from '../../words/nearest.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { fewest, isOwnRunName, isRunName, shortRunName } from './run-names.ts';

export const stateVariable = 'RESALE_STATE_DIR';

/** Part `index` (from 1) of `count`: the rows of one plan that one machine takes. */
export interface PlanPart {
  index: number;
  count: number;
}

/** The folder of a run, of a part of one (`night/2-of-8`), or of its undo (`night/undo`). A part has the plan of its run. */
export interface RunDirectory {
  /** Chosen by the user, or made of the start time so that names sort by it: `20261121-120501-4f2a`. */
  id: string;
  path: string;
  /** The agreed plan. Without it, the folder is not yet a run. */
  plan: string;
  journal: string;
  lock: string;
  holder: string;
  part?: PlanPart;
}

export const runsOf = (stateDirectory: string): string => join(stateDirectory, 'runs');

const at = (id: string, path: string): RunDirectory => ({
  id,
  path,
  plan: join(path, 'plan.ndjson'),
  journal: join(path, 'journal.ndjson'),
  lock: join(path, 'lock'),
  holder: join(path, 'holder.json'),
});

export const directoryOf = (stateDirectory: string, id: string): RunDirectory =>
  at(id, join(runsOf(stateDirectory), id));

export const undoOf = ({ id, path }: RunDirectory): RunDirectory => at(`${id}/undo`, join(path, 'undo'));

export const partOf = ({ id, path, plan }: RunDirectory, part: PlanPart): RunDirectory => {
  const name = `${part.index}-of-${part.count}`;
  return { ...at(`${id}/${name}`, join(path, `part-${name}`)), plan, part };
};

/** The parts that have begun here, in their order. */
export const partsOf = (directory: RunDirectory): RunDirectory[] => {
  if (directory.part || !existsSync(directory.path)) return [];
  return readdirSync(directory.path)
    .flatMap((name) => {
      const [, index, count] = /^part-(\d+)-of-(\d+)$/.exec(name) ?? [];
      return index && count ? [{ index: Number(index), count: Number(count) }] : [];
    })
    .sort((one, other) => one.index - other.index)
    .map((part) => partOf(directory, part));
};

/** The undo of a run, if it was agreed to. */
export const agreedUndoOf = (directory: RunDirectory): RunDirectory | undefined => {
  const undo = undoOf(directory);
  return isAgreed(undo) ? undo : undefined;
};

/** Whether the folder has a plan, and so is a run. Otherwise the holder of its lock may plan it. */
export const isAgreed = ({ plan }: RunDirectory): boolean => existsSync(plan);

/** Makes the folder of a new run, which is not one yet. */
export const newRunDirectory = async (stateDirectory: string, now = new Date()): Promise<RunDirectory> => {
  await makeFolder(runsOf(stateDirectory));
  for (let time = now.getTime(); ; time++) {
    const directory = directoryOf(stateDirectory, newId(new Date(time)));
    // Another run of the same millisecond may have this name.
    if (makeOwnFolder(directory.path, stateVariable) === undefined) continue;
    await syncDirectory(dirname(directory.path));
    return directory;
  }
};

/** Makes the folder of a run, a part or an undo findable after a crash. Another process may use it, too. */
export const makeRunDirectory = async ({ path }: RunDirectory): Promise<void> => makeFolder(path);

const makeFolder = async (path: string): Promise<void> => {
  const first = makeOwnFolder(path, stateVariable);
  for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made))
    await syncDirectory(dirname(made));
};

/** Removes the folder of a run that was called off, if nothing is in it. */
export const leaveFolder = ({ path, holder }: RunDirectory): void => {
  try {
    rmSync(holder, { force: true });
    rmdirSync(path);
  } catch {
    // It is not empty, or another process has it: then it stays.
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
 * Finds a run by its name or a unique ending of it (`4f2a`), its undo (`4f2a/undo`) or a part (`4f2a/2-of-8`). `UnusableFile` is
 * thrown if others could have put it there.
 */
export const openRunDirectory = async (stateDirectory: string, id: string): Promise<RunDirectory> => {
  const [name = '', ...inside] = id.split('/');
  const runs = listRuns(stateDirectory);
  const ending = runs.filter((run) => name.length >= fewest && isOwnRunName(run.id) && run.id.endsWith(name));
  const run = runs.find((run) => run.id === name) ?? (ending.length === 1 ? ending[0] : undefined);
  const directory = run && inside.length > 0 ? insideOf(run, inside.join('/')) : run;
  if (directory && isOwnFolder(directory.path, stateVariable)) return directory;
  const names = runs.map((run) => run.id);
  const near = run ? '' : didYouMean(name, names);
  throw notFound(
    !run && ending.length > 0
      ? `several runs end with ${id}: ${ending.map((run) => run.id).join(', ')}`
      : `there is no run ${id}${near}`,
    runs.length === 0 ? 'There are no runs yet.' : proposal('To see all:', resaleLine('runs list')),
    { exit: 'usage' },
  );
};

const insideOf = (run: RunDirectory, within: string): RunDirectory | undefined =>
  [undoOf(run), ...partsOf(run)].find(({ id }) => id === `${run.id}/${within}`);

/** The shortest unique name of a run, for lines to type. */
export const shortName = (stateDirectory: string, id: string): string =>
  shortRunName(id, readdirSync(runsOf(stateDirectory)));

/**
 * The runs, newest first, with the folders that are no runs yet. It reads none of them, since they may be damaged. Throws
 * `UnusableFile` if their folder is not ours.
 */
export const listRuns = (stateDirectory: string): RunDirectory[] => {
  const runs = runsOf(stateDirectory);
  if (!isOwnFolder(runs, stateVariable)) return [];
  const listed = readdirSync(runs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (isOwnRunName(entry.name) || isRunName(entry.name)))
    .map(({ name: id }) => ({ id, began: isOwnRunName(id) ? id : beganAs(directoryOf(stateDirectory, id)) }));
  return listed
    .sort((one, other) => (one.began < other.began ? 1 : -1))
    .map(({ id }) => directoryOf(stateDirectory, id));
};

/** The name it would have by its start time, when the plan was agreed to. */
const beganAs = ({ plan, path }: RunDirectory): string => {
  const { mtime } = statSync(plan, { throwIfNoEntry: false }) ?? lstatSync(path);
  return newId(mtime);
};
