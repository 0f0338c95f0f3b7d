import { ReportsLost, RowsNotDone } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Counts, countWords } from '../../bulk/report.ts';
import { exitOfRun } from '../../failure/exit-codes.ts';
import { ClosedPipe } from '../../terminal/errors.ts';
import type { Invocation } from '../invocation.ts';

/** How a run ended. */
interface Ending {
  directory: RunDirectory;
  counts: Counts;
  /** Whether its rows came from a saved plan. */
  isPlanned: boolean;
  /** What stopped it before it reached all rows. */
  stoppedBy: { reason: unknown } | undefined;
}

/** Prints the counts of a run, or returns the error with which the command fails. */
export const runEnding = (
  { directory, counts, isPlanned, stoppedBy }: Ending,
  { warn }: Invocation,
  lost?: { reason: unknown },
): Error | undefined => {
  if (stoppedBy) return new RowsNotDone(directory.id, counts, stoppedBy.reason, isPlanned);
  const isDone = exitOfRun(counts) === 'done';
  // A closed pipe is not an error: its reader has seen enough.
  if (lost && isDone && !(lost.reason instanceof ClosedPipe))
    return new ReportsLost(directory.id, counts, lost.reason);
  if (!isDone) return new RowsNotDone(directory.id, counts, undefined, isPlanned);
  warn(`Run ${directory.id}: ${countWords(counts)}.`);
  return undefined;
};
