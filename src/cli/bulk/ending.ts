import { ReportsLost, RowsNotDone, type RunEnd } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Counts, countWords } from '../../bulk/report.ts';
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
import { runLine } from '../shell-line.ts';

/** How a run ended. */
interface Ending {
  directory: RunDirectory;
  counts: Counts;
  /** Whether its rows came from a saved plan. */
  isPlanned: boolean;
  /** What stopped it before it reached all rows. */
  stoppedBy: { reason: unknown } | undefined;
  /** The lines of its unknown rows, without those that a resume looks at first. */
  unknown: readonly number[];
  /** How many rows were sent, and have no outcome yet. */
  open?: number;
  /** The file of the rows that are not done, if there is one. */
  failedOut?: string | undefined;
  /** Why rows are not done, as far as a person should read it again. */
  reasons?: readonly string[];
}

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
  { directory, counts, isPlanned, stoppedBy, unknown, open = 0, failedOut, reasons = [] }: Ending,
  { warn, line }: Invocation,
  lost?: { reason: unknown },
): Error | undefined => {
  const run = directory.id;
  const isDone = exitOfRun(counts) === 'done';
  // A closed pipe is not an error: its reader has seen enough.
  if (!stoppedBy && lost && isDone && !(lost.reason instanceof ClosedPipe))
    return new ReportsLost(run, counts, lost.reason);
  if (stoppedBy || !isDone) {
    return new RowsNotDone({
      run,
      counts,
      stoppedBy: stoppedBy?.reason,
      isPlanned,
      unknown,
      open,
      isKept: failedOut !== undefined,
      lineFor: lineForRun(line, run, failedOut),
      reasons,
    });
  }
  warn([`Run ${run}: ${countWords(counts)}.`, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  return undefined;
};

/** The lines that go on with a run. One that writes a file of rows that are not done does so again. */
const lineForRun =
  (line: Invocation['line'], run: string, failedOut: string | undefined): RunEnd['lineFor'] =>
  (verb, flags = verb === 'resume' && failedOut !== undefined ? { failedOut } : {}) =>
    runLine(line, verb, run, flags);

/**
 * If a second signal ends the tool at once, says how to go on with the run. `stateNow` tells what is recorded by then. Returns a function that calls this off.
 */
export const lastWords = (
  { io, line, redact }: Invocation,
  { directory, isPlanned, failedOut }: Pick<Ending, 'directory' | 'isPlanned' | 'failedOut'>,
  stateNow: () => Pick<RunEnd, 'counts' | 'open' | 'unknown'>,
): (() => void) => {
  const say = (): void => {
    const end: RunEnd = {
      run: directory.id,
      ...stateNow(),
      isPlanned,
      isKept: false,
      stoppedBy: io.interruption.reason,
      lineFor: lineForRun(line, directory.id, failedOut),
      reasons: [],
    };
    print(io.stderr, `${errorText(new RowsNotDone(end), line, io, redact)}\n`);
  };
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
