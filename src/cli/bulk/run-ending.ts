import { ReportsLost, RowsNotDone } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Counts, countWords } from '../../bulk/report.ts';
import { exitOfRun } from '../../failure/exit-codes.ts';
import { ClosedPipe } from '../../terminal/errors.ts';
import type { Invocation } from '../invocation.ts';

/** How a run ended. */
export interface Ending {
  directory: RunDirectory;
  counts: Counts;
  /** Its rows are those of a kept plan. */
  isPlanned: boolean;
  /** What stopped it before it reached all rows. */
  stoppedBy: { reason: unknown } | undefined;
}

/** What there is to say of how a run ended: its counts, or the error that the command fails with. */
export const runEnding = (
  { directory, counts, isPlanned, stoppedBy }: Ending,
  { warn }: Invocation,
  lost?: { reason: unknown },
): Error | undefined => {
  if (stoppedBy) return new RowsNotDone(directory.id, counts, stoppedBy.reason, isPlanned);
  const isDone = exitOfRun(counts) === 'done';
  // A closed pipe ends quietly: whoever read from it has seen enough.
  if (lost && isDone && !(lost.reason instanceof ClosedPipe))
    return new ReportsLost(directory.id, counts, lost.reason);
  if (!isDone) return new RowsNotDone(directory.id, counts, undefined, isPlanned);
  warn(`Run ${directory.id}: ${countWords(counts)}.`);
  return undefined;
};
