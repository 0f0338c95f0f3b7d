import { type RunEnd, reportsLost, rowsNotDone } from '../../bulk/errors.ts';
import { closedWords, countWords } from '../../bulk/report.ts';
import { writeFailed } from '../../bulk/rows/failed-out.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import { BrokenPages, CallError } from '../../client/errors.ts';
import { exitOfRun } from '../../failure/exit-codes.ts';
import { explain } from '../../failure/explain.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { ClosedPipe } from '../../terminal/errors.ts';
import { print } from '../../terminal/io.ts';
import { counted } from '../../words/counted.ts';
import { Advised } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { errorText } from '../report.ts';

/** Whether an error says nothing against doing the same once more: somebody stopped it, or the service could not be read. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Interrupted || error instanceof CallError || error instanceof BrokenPages;

/** An error with the line that tries again, if it is that the service could not be read. */
export const withLine = (error: unknown, line: string | undefined): unknown =>
  line === undefined || !(error instanceof CallError) || error.cause instanceof Interrupted
    ? error
    : new Advised(error, [explain(error).hint, `Nothing was sent. To try again: ${line}`].join(' '));

/** Prints the counts of a run, or returns the error with which the command fails. */
export const runEnding = (
  invocation: Invocation,
  end: RunEnd,
  lost?: { reason: unknown },
): Error | undefined => {
  const { run, counts, inClosedListings, stoppedBy, reasons = [] } = end;
  const isDone = exitOfRun(counts) === 'done';
  // A closed pipe is not an error: its reader has seen enough.
  if (!stoppedBy && lost && isDone && !(lost.reason instanceof ClosedPipe))
    return reportsLost(run, counts, lost.reason);
  if (stoppedBy || !isDone) return notDone(invocation, end);
  invocation.warn(
    [
      `Run ${run}: ${countWords(counts)}.${inClosedListings > 0 ? ` ${closedWords(inClosedListings)}` : ''}`,
      ...reasons.map((reason) => `  ${reason}`),
    ].join('\n'),
  );
  return undefined;
};

const notDone = ({ here }: Invocation, end: RunEnd): Error =>
  rowsNotDone(end, (verb, flags) => here(`runs ${verb}`, [end.run], flags));

/**
 * If a second signal ends the tool at once, says how to go on with the run as it is by then. Returns a function that calls this
 * off.
 */
export const lastWords = (invocation: Invocation, endNow: () => RunEnd): (() => void) => {
  const { io, line, redact } = invocation;
  const say = (): void => print(io.stderr, `${errorText(notDone(invocation, endNow()), line, io, redact)}\n`);
  io.ending.addEventListener('abort', say);
  return () => io.ending.removeEventListener('abort', say);
};

/** Writes the file of --failed-out, says so, and returns how many rows are in it. */
export const writeNotApplied = async (
  file: RowFile,
  isFailed: (row: number) => boolean,
  path: string,
  { note }: Invocation,
): Promise<number> => {
  const count = await writeFailed(file, isFailed, path);
  note(`Written to ${path}: ${counted(count, 'row')} that ${count === 1 ? 'was' : 'were'} not applied.`);
  return count;
};
