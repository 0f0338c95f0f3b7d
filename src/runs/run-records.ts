import { statSync } from 'node:fs';
import { agreedUndoOf, listRuns, type RunDirectory } from './folder/directory.ts';
import { DamagedRun } from './journal/journal-errors.ts';
import { isPlanned, isRunning, type RecordedRun, readRun } from './recorded-run.ts';

/** `unresolved`: some rows are in doubt. `failed`: some are refused, and nobody asked to leave them out, or given up. */
const progressOf = (recorded: RecordedRun) => {
  const { state, hasEnded } = recorded;
  if (!hasEnded) return isRunning(recorded) ? 'running' : 'unfinished';
  const { counts, leftOut } = state.standing();
  if (counts.unknown > 0) return 'unresolved';
  return counts.refused - leftOut + counts.unsent > 0 ? 'failed' : 'finished';
};

export const runRecord = (recorded: RecordedRun) => {
  const { directory, plan, state } = recorded;
  const { head, planned } = plan;
  const progress = progressOf(recorded);
  const { counts, leftOut, inClosedListings, closed, unknownLines } = state.standing(progress === 'running');
  const { applied, converged, unchanged, skipped, refused, unknown } = counts;
  return {
    run: directory.id,
    operation: head.undoes === undefined ? head.operation : 'runs undo',
    undoes: head.undoes ?? null,
    undoneBy: agreedUndoOf(directory)?.id ?? null,
    state: progress,
    rows: directory.part ? state.rows : planned.rows,
    done: applied + converged + unchanged + skipped,
    applied,
    refused,
    unknown,
    counts,
    leftOut,
    closed,
    inClosedListings,
    unknownLines,
    parts: head.parts === undefined || directory.part ? null : `${recorded.journals.length} of ${head.parts}`,
    profile: head.profile ?? head.origin,
    origin: head.origin,
    createdAt: head.createdAt,
  };
};

/**
 * Summaries of all runs, newest first, each with its undo before it. A `damaged` one can't be read. With `all`, also folders that
 * were never agreed to, as `planned`.
 */
export async function* runRecords(
  stateDirectory: string,
  all = false,
): AsyncGenerator<Record<string, unknown> & { run: string; state: string }> {
  for (const directory of listRuns(stateDirectory)) {
    const undo = agreedUndoOf(directory);
    for (const one of undo ? [undo, directory] : [directory]) {
      const record = await recordOf(one);
      if (record && (all || record.state !== 'planned')) yield record;
    }
  }
}

/** A summary of one run. Undefined if its folder has gone meanwhile. */
export const recordOf = async (
  directory: RunDirectory,
): Promise<(Record<string, unknown> & { run: string; state: string }) | undefined> => {
  try {
    if (!isPlanned(directory)) return runRecord(await readRun(directory));
    const { mtime } = statSync(directory.path, { throwIfNoEntry: false }) ?? {};
    return mtime && { run: directory.id, state: 'planned', createdAt: mtime.toISOString() };
  } catch (error) {
    if (!(error instanceof DamagedRun)) throw error;
    return { run: directory.id, state: 'damaged', error: error.message };
  }
};
