import { statSync } from 'node:fs';
import { isOwnFolder } from '../../disk/own-files.ts';
import { systemReason } from '../../disk/system-reason.ts';
import type { Counts } from '../report.ts';
import { ResumeState } from '../resume-state.ts';
import { listRuns, ownRuns, type RunDirectory } from './directory.ts';
import { DamagedRun, NotBegun } from './errors.ts';
import { isWorkedOn } from './lock.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type JournalEnd, readJournal } from './read.ts';
import type { JournalRecord } from './records.ts';

/** A run as its files describe it. */
export interface RecordedRun {
  directory: RunDirectory;
  manifest: Manifest;
  state: ResumeState;
  journalEnd: JournalEnd;
}

/** Reads the manifest and the journal of a run; `also` take its records, too. Throws `DamagedRun`, or `NotBegun`. */
export const readRun = async (
  directory: RunDirectory,
  ...also: readonly { take(record: JournalRecord): void }[]
): Promise<RecordedRun> => {
  refuseForeign(directory);
  const manifest = await readManifest(directory);
  const state = new ResumeState();
  const records = readJournal(directory.journal);
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done) return { directory, manifest, state, journalEnd: next.value };
    for (const one of [state, ...also]) one.take(next.value);
  }
};

const refuseForeign = ({ path }: RunDirectory): void => {
  try {
    isOwnFolder(path, ownRuns);
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? new DamagedRun(path, reason) : error;
  }
};

/**
 * Counts all rows by outcome. In an unfinished run, a row whose answer was lost counts as unknown, and every row without
 * a journal record as unsent, even one that needs no request.
 */
export const countsSoFar = (
  { manifest, state }: Pick<RecordedRun, 'manifest' | 'state'>,
  unknown = state.unknownRows().length,
): Counts => {
  const counts = { ...state.counts(), unknown };
  if (state.end !== undefined) return counts;
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, unsent: Math.max(0, manifest.rows - counted) };
};

/**
 * Says how far a run is: a process works on it (`running`), it was stopped (`unfinished`), or it reached all rows, of which
 * some are unknown (`unresolved`), some are certainly not done (`failed`), or all are done (`finished`).
 */
const stateOf = async ({ directory, state }: RecordedRun) => {
  if (state.end === undefined) return (await isWorkedOn(directory)) ? 'running' : 'unfinished';
  if (state.unknownRows().length > 0) return 'unresolved';
  return state.counts().refused > 0 ? 'failed' : 'finished';
};

/**
 * Which run undid a run, by the names of both: the newest that did. An undo that was itself undone is none. A run that can't be
 * read says nothing here; whoever lists it hears of it.
 */
export const undoneRuns = async (stateDirectory: string): Promise<ReadonlyMap<string, string>> => {
  const undone = new Map<string, string>();
  for (const directory of await listRuns(stateDirectory)) {
    const { undoes } = (await readManifest(directory).catch(unlessUnreadable)) ?? {};
    if (undoes !== undefined && !undone.has(undoes) && !undone.has(directory.id))
      undone.set(undoes, directory.id);
  }
  return undone;
};

const unlessUnreadable = (error: unknown): undefined => {
  if (!(error instanceof NotBegun || error instanceof DamagedRun)) throw error;
};

/** Summarizes a run. */
export const runRecord = async (recorded: RecordedRun, undone: ReadonlyMap<string, string>) => {
  const { directory, manifest, state } = recorded;
  const standing = await stateOf(recorded);
  // A row whose request is under way is not unknown yet.
  const unknown = state.unknownRows().filter(({ row }) => standing !== 'running' || !state.openIntent(row));
  const counts = countsSoFar(recorded, unknown.length);
  const { applied, converged, unchanged, skipped, refused } = counts;
  return {
    run: directory.id,
    operation: manifest.undoes === undefined ? manifest.operation : 'runs undo',
    undoes: manifest.undoes ?? null,
    undoneBy: undone.get(directory.id) ?? null,
    state: standing,
    rows: manifest.rows,
    done: applied + converged + unchanged + skipped,
    applied,
    refused,
    unknown: unknown.length,
    counts,
    inClosedListings: state.inClosedListings,
    unknownLines: unknown.map(({ line }) => line),
    profile: manifest.profile ?? manifest.origin,
    origin: manifest.origin,
    createdAt: manifest.createdAt,
  };
};

/** Summarizes all runs, newest first: a `planned` one has sent nothing yet, and a `damaged` one can't be read. */
export async function* runRecords(stateDirectory: string): AsyncGenerator<Record<string, unknown>> {
  const undone = await undoneRuns(stateDirectory);
  for (const directory of await listRuns(stateDirectory))
    try {
      yield await runRecord(await readRun(directory), undone);
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
