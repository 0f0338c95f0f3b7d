import { access } from 'node:fs/promises';
import { wantedBy } from '../../changes/step.ts';
import { isOwnFolder } from '../../disk/own-files.ts';
import { systemReason } from '../../disk/system-reason.ts';
import type { Counts, RowReport } from '../report.ts';
import { ResumeState } from '../resume-state.ts';
import { listRuns, ownRuns, type RunDirectory } from './directory.ts';
import { DamagedRun } from './errors.ts';
import { isWorkedOn } from './lock.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type JournalEnd, readJournal } from './read.ts';

/** A run as its files describe it. */
export interface RecordedRun {
  directory: RunDirectory;
  manifest: Manifest;
  state: ResumeState;
  journalEnd: JournalEnd;
}

/** Reads the manifest and the journal of a run. Throws `DamagedRun`. */
export const readRun = async (directory: RunDirectory): Promise<RecordedRun> => {
  refuseForeign(directory);
  const manifest = await readManifest(directory);
  const state = new ResumeState();
  const records = readJournal(directory.journal);
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done) return { directory, manifest, state, journalEnd: next.value };
    state.take(next.value);
  }
};

const refuseForeign = ({ path }: RunDirectory): void => {
  try {
    isOwnFolder(path, ownRuns);
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? new DamagedRun(`${path} can't be used: ${reason}`) : error;
  }
};

/** Whether a run has a manifest: one without it was stopped before anything was sent. */
export const hasBegun = ({ manifest }: RunDirectory): Promise<boolean> =>
  access(manifest).then(
    () => true,
    () => false,
  );

/**
 * Counts all rows by outcome. In an unfinished run, a row whose answer was lost counts as unknown, and every row without
 * a journal record as unsent, even one that needs no request.
 */
export const countsSoFar = ({ manifest, state }: Pick<RecordedRun, 'manifest' | 'state'>): Counts => {
  const counts = { ...state.counts(), unknown: state.unknownRows().length };
  if (state.end !== undefined) return counts;
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, unsent: Math.max(0, manifest.rows - counted) };
};

/**
 * Says how far a run is: a process works on it (`running`), it was stopped (`unfinished`), it reached all rows, but some are
 * unknown (`unresolved`), or all is known (`finished`).
 */
const stateOf = async ({ directory, state }: RecordedRun) => {
  if (state.end !== undefined) return state.unknownRows().length > 0 ? 'unresolved' : 'finished';
  return (await isWorkedOn(directory)) ? 'running' : 'unfinished';
};

/** Summarizes a run. */
export const runRecord = async (recorded: RecordedRun) => {
  const { directory, manifest, state } = recorded;
  const { applied, converged, refused } = countsSoFar(recorded);
  const standing = await stateOf(recorded);
  // A row whose request is under way is not unknown yet.
  const unknown = state.unknownRows().filter(({ row }) => standing !== 'running' || !state.openIntent(row));
  return {
    run: directory.id,
    operation: manifest.undoes === undefined ? manifest.operation : 'runs undo',
    undoes: manifest.undoes ?? null,
    state: standing,
    rows: manifest.rows,
    applied: applied + converged,
    refused,
    unknown: unknown.length,
    unknownLines: unknown.map(({ line }) => line),
    profile: manifest.profile ?? manifest.origin,
    createdAt: manifest.createdAt,
  };
};

/** Summarizes all runs, newest first. A run with damaged files is listed as damaged. */
export async function* runRecords(stateDirectory: string): AsyncGenerator<Record<string, unknown>> {
  for (const directory of await listRuns(stateDirectory))
    try {
      yield await runRecord(await readRun(directory));
    } catch (error) {
      if (!(error instanceof DamagedRun)) throw error;
      yield { run: directory.id, state: 'damaged', error: error.message };
    }
}

/**
 * Reads the rows of a run from its journal, each with its last outcome. A row with an intent but no outcome is unknown.
 * Rows that needed no request are only in the journal of a run that has a name of its user.
 */
export async function* rowsOfRun(directory: RunDirectory): AsyncGenerator<RowReport & { row: number }> {
  const rows = new Map<number, RowReport & { row: number }>();
  const wanted = new Map<number, number | null>();
  for await (const record of readJournal(directory.journal)) {
    if (record.kind === 'intent') {
      const { row, line, id = null, from = null } = record;
      const error = { code: 'unknown', message: 'the tool was stopped before it had the answer' };
      wanted.set(row, wantedBy(record));
      rows.set(row, { row, line, id, outcome: 'unknown', before: from, after: null, error });
    } else if (record.kind === 'outcome') {
      const { kind, row, id, before = null, after = null, error = null, ...answered } = record;
      const { line } = record;
      const known = rows.get(row) ?? (line === undefined ? undefined : { row, line, id: null });
      if (known) rows.set(row, { ...known, id: id ?? known.id, before, after, error, ...answered });
    } else if (record.kind === 'resolve') {
      const known = rows.get(record.row);
      if (record.as === 'retry') rows.delete(record.row);
      else if (known) {
        // What a person found applied can be undone like any other change.
        const after = record.as === 'applied' ? (wanted.get(record.row) ?? null) : known.after;
        rows.set(record.row, { ...known, outcome: record.as, after, error: null });
      }
    }
  }
  yield* [...rows.values()].sort((one, other) => one.row - other.row);
}
