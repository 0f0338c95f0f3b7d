import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Counts, countWords } from '../../bulk/outcome.ts';
import { exitOfRun } from '../../failure/exit-codes.ts';
import type { Result } from '../../terminal/columns.ts';
import { ClosedPipe } from '../../terminal/io.ts';
import { counted } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';
import { reportColumns } from './columns.ts';
import type { RowReports } from './reports.ts';
import type { Run } from './run.ts';

/** Writes the rows that surely did not make it to the file of --failed-out, where one was named. */
export const writeFailedRows = async (
  { failedOut, input, resume, invocation }: Run,
  failed: ReadonlySet<number>,
): Promise<void> => {
  if (failedOut === undefined) return;
  const { writeFailed } = await import('../../bulk/input/failed-out.ts');
  const isFailed = (row: number) => failed.has(row) || resume?.outcomeOf(row) === 'refused';
  const count = await writeFailed(input, isFailed, failedOut);
  invocation.note(`Written to ${failedOut}: ${counted(count, 'row')} that did not make it.`);
};

/** What there is to say of how a run ended, returned as an error where the command fails. */
export const tellEnd = async (
  { control, directory, input, invocation }: Run,
  counts: Counts,
  isEnded: boolean,
  lost: RowReports['lost'],
): Promise<Error | undefined> => {
  const { ReportsLost, RowsNotDone } = await import('../../bulk/errors.ts');
  const isPlanned = input.format === 'plan';
  if (!isEnded) return new RowsNotDone(directory.id, counts, control.reason(), isPlanned);
  // A closed pipe ends quietly: whoever read from it has seen enough.
  if (lost && exitOfRun(counts) === 'done' && !(lost.reason instanceof ClosedPipe))
    return new ReportsLost(directory.id, counts, lost.reason);
  return tellCounts(directory, counts, isPlanned, invocation);
};

/** The same of a run that reached all its rows: its counts, which are an error where rows are not done. */
const tellCounts = async (
  directory: RunDirectory,
  counts: Counts,
  isPlanned: boolean,
  invocation: Invocation,
): Promise<Error | undefined> => {
  const { RowsNotDone } = await import('../../bulk/errors.ts');
  if (exitOfRun(counts) !== 'done') return new RowsNotDone(directory.id, counts, undefined, isPlanned);
  invocation.warn(`Run ${directory.id}: ${countWords(counts)}.`);
  return undefined;
};

/** A run that ended before: nothing is sent, and it ends as it did. */
export const endedRun = (
  directory: RunDirectory,
  counts: Counts,
  isPlanned: boolean,
  invocation: Invocation,
): Result => ({
  kind: 'job',
  columns: reportColumns,
  run: () => tellCounts(directory, counts, isPlanned, invocation),
});
