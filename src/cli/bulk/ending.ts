import { ReportsLost, RowsNotDone, type RunEnd } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Counts, countWords } from '../../bulk/report.ts';
import { writeFailed } from '../../bulk/rows/failed-out.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import { exitOfRun } from '../../failure/exit-codes.ts';
import { ClosedPipe } from '../../terminal/errors.ts';
import { print } from '../../terminal/io.ts';
import { counted } from '../../words/counted.ts';
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
  /** The lines of its unknown rows. */
  unknown: readonly number[];
  /** Why rows are not done, as far as a person should read it again. */
  reasons?: readonly string[];
}

/** Prints the counts of a run, or returns the error with which the command fails. */
export const runEnding = (
  { directory, counts, isPlanned, stoppedBy, unknown, reasons = [] }: Ending,
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
      ...{ run, counts, stoppedBy: stoppedBy?.reason, isPlanned },
      ...{ unknown, lineFor: (verb) => runLine(line, verb, run), reasons },
    });
  }
  warn([`Run ${run}: ${countWords(counts)}.`, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
  return undefined;
};

/** If a second signal ends the tool at once, says how to go on with the run. Returns a function that calls this off. */
export const lastWords = (
  { io, line, redact }: Invocation,
  underWay: () => number,
  { directory, counts, isPlanned }: Pick<Ending, 'directory' | 'counts' | 'isPlanned'>,
): (() => void) => {
  const say = (): void => {
    const requests = underWay();
    const doubts =
      requests === 0
        ? []
        : [
            `${counted(requests, 'request')} ${requests === 1 ? 'was' : 'were'} under way; the resumed run finds out what became of ${requests === 1 ? 'it' : 'them'}.`,
          ];
    const end: RunEnd = {
      ...{ run: directory.id, counts, isPlanned, stoppedBy: io.interruption.reason },
      ...{ unknown: [], lineFor: (verb) => runLine(line, verb, directory.id), reasons: doubts },
    };
    print(io.stderr, `${errorText(new RowsNotDone(end), line, io, redact)}\n`);
  };
  io.ending.addEventListener('abort', say);
  return () => io.ending.removeEventListener('abort', say);
};

/** Writes the file of --failed-out, and says so. */
export const writeNotApplied = async (
  file: RowFile,
  isFailed: (row: number) => boolean,
  path: string,
  { note }: Invocation,
): Promise<void> => {
  const count = await writeFailed(file, isFailed, path);
  note(`Written to ${path}: ${counted(count, 'row')} that ${count === 1 ? 'was' : 'were'} not applied.`);
};
