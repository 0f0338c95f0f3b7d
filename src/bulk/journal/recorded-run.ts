import { access } from 'node:fs/promises';
import type { Counts, RowReport } from '../report.ts';
import { ResumeState } from '../resume-state.ts';
import { listRuns, type RunDirectory } from './directory.ts';
import { DamagedRun } from './errors.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type JournalEnd, readJournal } from './read.ts';

/** A run as its files tell of it. */
export interface RecordedRun {
  directory: RunDirectory;
  manifest: Manifest;
  state: ResumeState;
  journalEnd: JournalEnd;
}

/** Reads what a run was to do, and what became of it. Throws `DamagedRun`. */
export const readRun = async (directory: RunDirectory): Promise<RecordedRun> => {
  const manifest = await readManifest(directory);
  const state = new ResumeState();
  const records = readJournal(directory.journal);
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done) return { directory, manifest, state, journalEnd: next.value };
    state.take(next.value);
  }
};

/** The newest run that did not reach all its rows, where there is one. */
export const newestUnfinished = async (stateDirectory: string): Promise<RunDirectory | undefined> => {
  for (const directory of await listRuns(stateDirectory))
    if ((await hasBegun(directory)) && (await readRun(directory)).state.end === undefined) return directory;
  return undefined;
};

/** A tool that was stopped before it had written the manifest sent nothing. */
const hasBegun = ({ manifest }: RunDirectory): Promise<boolean> =>
  access(manifest).then(
    () => true,
    () => false,
  );

/**
 * How many rows came to which outcome; together they are all rows. As long as a run is unfinished, a row whose answer was
 * lost counts as unknown, and one that was not sent as unsent, even if nothing will have to be sent for it.
 */
export const countsSoFar = ({ manifest, state }: Pick<RecordedRun, 'manifest' | 'state'>): Counts => {
  const counts = { ...state.counts(), unknown: state.unknownRows().length };
  if (state.end !== undefined) return counts;
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, unsent: Math.max(0, manifest.rows - counted) };
};

/** A run in short. It is finished once it reached all rows; it needs a person as long as a row is unknown. */
export const runRecord = ({ directory, manifest, state }: RecordedRun) => {
  const { applied, converged, refused, unknown } = countsSoFar({ manifest, state });
  return {
    run: directory.id,
    operation: manifest.undoes === undefined ? manifest.operation : 'runs undo',
    undoes: manifest.undoes ?? null,
    state: state.end === undefined ? 'unfinished' : unknown > 0 ? 'unresolved' : 'finished',
    rows: manifest.rows,
    applied: applied + converged,
    refused,
    unknown,
    profile: manifest.profile ?? manifest.origin,
    createdAt: manifest.createdAt,
  };
};

/** Every run in short, newest first; one whose files are damaged says so. */
export async function* runRecords(stateDirectory: string): AsyncGenerator<Record<string, unknown>> {
  for (const directory of await listRuns(stateDirectory))
    try {
      yield runRecord(await readRun(directory));
    } catch (error) {
      if (!(error instanceof DamagedRun)) throw error;
      yield { run: directory.id, state: 'damaged', error: error.message };
    }
}

/**
 * What became of the rows of a run, as its journal tells: the last word of each. A row whose request may have left
 * without an answer is unknown. Rows for which nothing had to be sent are not in the journal.
 */
export async function* rowsOfRun(directory: RunDirectory): AsyncGenerator<RowReport & { row: number }> {
  const rows = new Map<number, RowReport & { row: number }>();
  for await (const record of readJournal(directory.journal)) {
    if (record.kind === 'intent') {
      const { row, line, id = null, from = null } = record;
      const error = { code: 'unknown', message: 'the tool was stopped before it had the answer' };
      rows.set(row, { row, line, id, outcome: 'unknown', before: from, after: null, error });
    } else if (record.kind === 'outcome') {
      const { row, outcome, id, before = null, after = null, error = null } = record;
      const known = rows.get(row);
      if (known) rows.set(row, { ...known, id: id ?? known.id, outcome, before, after, error });
    } else if (record.kind === 'resolve') {
      const known = rows.get(record.row);
      if (record.as === 'retry') rows.delete(record.row);
      else if (known) rows.set(record.row, { ...known, outcome: record.as, error: null });
    }
  }
  yield* [...rows.values()].sort((one, other) => one.row - other.row);
}
