import { statSync } from 'node:fs';
import { noCounts } from '../changes/outcome.ts';
import { isOwnFolder } from '../disk/own-files.ts';
import { directoryOf, listRuns, ownRuns, type RunDirectory, runsOf } from './directory.ts';
import { asDamage, DamagedRun, NotBegun } from './journal/errors.ts';
import { isWorkedOn } from './journal/lock.ts';
import { type Manifest, readManifest } from './journal/manifest.ts';
import { type JournalEnd, readJournal } from './journal/records.ts';
import { Replay, type RowState, rowsOf } from './journal/run-state.ts';

export interface RecordedRun {
  directory: RunDirectory;
  manifest: Manifest;
  state: Replay;
  journalEnd: JournalEnd;
}

/** Reads the manifest and the journal. Throws `DamagedRun` or `NotBegun`. */
export const readRun = async (
  directory: RunDirectory,
  onRow?: (state: RowState) => void,
): Promise<RecordedRun> => {
  refuseForeign(directory);
  const manifest = await readManifest(directory);
  const state = new Replay();
  state.rows = manifest.rows;
  state.skipsInvalid = manifest.options.skipInvalid === true;
  const records = readJournal(directory.journal);
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done) return { directory, manifest, state, journalEnd: next.value };
    const row = state.take(next.value);
    if (row) onRow?.(row);
  }
};

const refuseForeign = ({ path }: RunDirectory): void => {
  try {
    isOwnFolder(path, ownRuns);
  } catch (error) {
    throw asDamage(path, error);
  }
};

/** `unresolved`: some rows are unknown. `failed`: some are refused, and nobody asked to leave them out. */
const progressOf = ({ directory, state }: RecordedRun) => {
  if (state.end === undefined) return isWorkedOn(directory) ? 'running' : 'unfinished';
  const { counts, leftOut } = state.standing();
  if (counts.unknown > 0) return 'unresolved';
  return counts.refused > leftOut ? 'failed' : 'finished';
};

/** Which run undid a run: the newest that restored something and was not itself undone. Runs that can't be read are left out. */
export const undoneRuns = async (stateDirectory: string): Promise<ReadonlyMap<string, string>> => {
  const undone = new Map<string, string>();
  for (const directory of await listRuns(stateDirectory)) {
    const undo = await readManifest(directory).catch(unlessUnreadable);
    const { undoes } = undo ?? {};
    if (undoes === undefined || undone.has(undoes) || undone.has(directory.id)) continue;
    const run = await readManifest(directoryOf(runsOf(stateDirectory), undoes)).catch(unlessUnreadable);
    if (run && !isUndoOf(undo, undoes, run)) continue;
    const { applied, converged, unknown } =
      (await readRun(directory).catch(unlessUnreadable))?.state.standing().counts ?? noCounts();
    if (applied + converged + unknown > 0) undone.set(undoes, directory.id);
  }
  return undone;
};

/** Whether a run undoes this one, and not an earlier one of its name. */
const isUndoOf = (undo: Manifest | undefined, id: string, { createdAt }: Manifest): boolean =>
  undo?.undoes === id && (undo.undoneBegan ?? createdAt) === createdAt;

const notSetBack: readonly string[] = ['refused', 'unsent', 'skipped'];

/**
 * The listings that undos of a run have set back, each with how often the run had been resumed by then. What it had changed by then
 * must not be undone once more: some of it may have been sold since. An undo that was itself undone does not count. `open` is an undo
 * that has not ended, or has rows in doubt. Throws `DamagedRun`.
 */
export const setBackBefore = async (
  stateDirectory: string,
  run: Pick<RecordedRun, 'directory' | 'manifest'>,
): Promise<{ listings: ReadonlyMap<string, number>; open?: RecordedRun }> => {
  const listings = new Map<string, number>();
  for (const directory of await listRuns(stateDirectory)) {
    const manifest = await readManifest(directory).catch(unlessUnreadable);
    if (!isUndoOf(manifest, run.directory.id, run.manifest)) continue;
    const undo = await readRun(directory);
    if (undo.state.end === undefined || undo.state.standing().counts.unknown > 0)
      return { listings, open: undo };
    const again = await setBackBefore(stateDirectory, undo);
    if (again.open !== undefined) return again;
    const { undoneEpoch = Number.POSITIVE_INFINITY } = undo.manifest;
    for await (const { id, outcome } of rowsOf(directory))
      if (id !== null && !again.listings.has(id) && !notSetBack.includes(outcome))
        listings.set(id, Math.max(undoneEpoch, listings.get(id) ?? 0));
  }
  return { listings };
};

const unlessUnreadable = (error: unknown): undefined => {
  if (!(error instanceof NotBegun || error instanceof DamagedRun)) throw error;
};

export const runRecord = (recorded: RecordedRun, undone: ReadonlyMap<string, string>) => {
  const { directory, manifest, state } = recorded;
  const progress = progressOf(recorded);
  const isRunning = progress === 'running';
  const { counts, leftOut, inClosedListings } = state.standing(isRunning);
  const { applied, converged, unchanged, skipped, refused, unknown } = counts;
  const waiting = isRunning ? state.pending('unknown') : state.pending('unknown', 'open');
  return {
    run: directory.id,
    operation: manifest.undoes === undefined ? manifest.operation : 'runs undo',
    undoes: manifest.undoes ?? null,
    undoneBy: undone.get(directory.id) ?? null,
    state: progress,
    rows: manifest.rows,
    done: applied + converged + unchanged + skipped,
    applied,
    refused,
    unknown,
    counts,
    leftOut,
    inClosedListings,
    unknownLines: waiting.map(({ line }) => line),
    unknownRows: waiting.map(({ row }) => row),
    profile: manifest.profile ?? manifest.origin,
    origin: manifest.origin,
    createdAt: manifest.createdAt,
  };
};

/** Summaries of all runs, newest first. A `planned` run has sent nothing yet; a `damaged` one can't be read. */
export async function* runRecords(stateDirectory: string): AsyncGenerator<Record<string, unknown>> {
  const undone = await undoneRuns(stateDirectory);
  for (const directory of await listRuns(stateDirectory))
    try {
      yield runRecord(await readRun(directory), undone);
    } catch (error) {
      // Nothing is left of one that was called off meanwhile.
      if (error instanceof NotBegun) {
        const { mtime } = statSync(directory.path, { throwIfNoEntry: false }) ?? {};
        if (mtime) yield { run: directory.id, state: 'planned', createdAt: mtime.toISOString() };
      } else if (error instanceof DamagedRun)
        yield { run: directory.id, state: 'damaged', error: error.message };
      else throw error;
    }
}
