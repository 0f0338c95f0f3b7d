import type { Input } from '../../bulk/input/input.ts';
import type { Job } from '../../bulk/job.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { Journal } from '../../bulk/journal/journal.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { JournalEnd } from '../../bulk/journal/read.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import type { OperationName } from '../../bulk/operation.ts';
import { type Counts, exitCodeOf, noCounts, surelyNotDone } from '../../bulk/outcome.ts';
import type { ResumeState } from '../../bulk/resume-state.ts';
import type { RunContext } from '../../bulk/runner.ts';
import type { OnConflict } from '../../inventory/change.ts';
import type { Result, Shown } from '../../terminal/columns.ts';
import { harmless } from '../../terminal/harmless.ts';
import { ClosedPipe } from '../../terminal/io.ts';
import { version } from '../../version.ts';
import { counted } from '../counted.ts';
import type { Invocation } from '../invocation.ts';
import { reportColumns, reportColumnsFor } from './columns.ts';
import type { Control } from './control.ts';
import { watchRun } from './progress.ts';
import { RowReports } from './reports.ts';
import { countWords } from './words.ts';

/** A run that is ready to begin, or to go on. */
export interface Run {
  invocation: Invocation;
  control: Control;
  directory: RunDirectory;
  operation: OperationName;
  input: Input;
  job: Job;
  onConflict: OnConflict;
  mayClose: boolean;
  failedOut: string | undefined;
  /** The run's lock, where it was taken already, to read the journal under it. */
  lock?: RunLock;
  /** What happened before, where the run goes on, and where its journal ended. */
  resume: ResumeState | undefined;
  journalEnd: JournalEnd;
}

/** The run as a result: it shows a record a row, and fails where rows are not done. */
export const runResult = (run: Run): Result => ({
  kind: 'job',
  columns: reportColumnsFor(run.operation, run.job, run.invocation.format()),
  run: (show) => runToEnd(run, show),
});

const runToEnd = async (
  run: Run,
  show: (records: readonly Shown[]) => Promise<void>,
): Promise<Error | undefined> => {
  const { invocation, control, job, resume } = run;
  const { journal, lock } = await openToGoOn(run);
  const counts = resume?.counts() ?? noCounts();
  const failed = new Set<number>();
  const watch = watchRun(invocation, control, job.totals);
  const showBelow: typeof show = (records) => {
    // Rows and bar may share a screen.
    watch.clear();
    return show(records);
  };
  const reports = new RowReports(showBelow, control.stop, invocation.format() === 'table');
  const untold: JournalRecord[] = [];
  const context: RunContext = {
    client: control.client,
    slots: control.slots,
    stop: control.stop,
    stopped: control.stopped,
    journal,
    intended: new Set(),
    onConflict: run.onConflict,
    mayClose: run.mayClose,
    patience: { settleMs: invocation.settings.settleMs, signal: control.signal },
    untold: (record) => untold.push(record),
    report(report, { number: row, name }) {
      counts[report.outcome] += 1;
      if (surelyNotDone(report.outcome)) failed.add(row);
      watch.update(report.outcome);
      reports.add(job.sharesLines ? { row, ...report } : report, name);
    },
    redact: invocation.redact,
    calm: () => reports.calm(),
  };
  let isRead = true;
  try {
    await doRows(run, context);
  } catch (error) {
    isRead = false;
    control.stop(error);
  }
  await reports.flush();
  watch.stop();
  // Stopped for want of a reader when no row was left, it is as complete as any other.
  const onlyReportsLost = reports.lost !== undefined && control.reason() === reports.lost.reason;
  const isOver = !control.stopped() || (onlyReportsLost && isRead && counts.unsent === 0);
  const isEnded = (await endJournal(run, journal, counts, untold, isOver)) && isOver;
  await lock.release();
  await writeFailedRows(run, failed);
  return tellEnd(run, counts, isEnded, reports.lost);
};

const doRows = async ({ operation, job, control, resume }: Run, context: RunContext): Promise<void> => {
  // Asked to stop, it reads on: rows that are not reached any more are told, too.
  const planned = job.planned(control.signal);
  if (operation === 'grade') {
    const { runShipments } = await import('../../bulk/run-shipments.ts');
    return runShipments(planned, context, resume);
  }
  const { runRows } = await import('../../bulk/run-rows.ts');
  return runRows(planned, context, resume);
};

/** Takes the run for this process, and opens its journal behind what stands there. */
const openToGoOn = async ({ directory, journalEnd, lock: taken }: Run) => {
  const [{ lockRun }, { openJournal }] = await Promise.all([
    import('../../bulk/journal/lock.ts'),
    import('../../bulk/journal/journal.ts'),
  ]);
  const lock = taken ?? (await lockRun(directory));
  try {
    const journal = await openJournal(directory.journal, journalEnd);
    await journal.append({ kind: 'epoch', at: new Date().toISOString(), tool: version, pid: process.pid });
    return { journal, lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * The last record of a run that reached all rows; one that was stopped has none, and can be resumed. Returns whether all
 * that happened is on disk.
 */
const endJournal = async (
  { control, invocation }: Run,
  journal: Journal,
  counts: Counts,
  untold: readonly JournalRecord[],
  isOver: boolean,
): Promise<boolean> => {
  try {
    if (isOver)
      journal.note({ kind: 'end', exitCode: exitCodeOf(counts), counts, at: new Date().toISOString() });
    await journal.close();
    return true;
  } catch (error) {
    control.stop(error);
    // What happened and is perhaps not on disk is said here, --quiet or not, so that it is not lost.
    for (const record of [...journal.unsynced(), ...untold])
      invocation.io.stderr.write(`${harmless(JSON.stringify(record))}\n`);
    return false;
  }
};

const writeFailedRows = async (
  { failedOut, input, resume, invocation }: Run,
  failed: ReadonlySet<number>,
): Promise<void> => {
  if (failedOut === undefined) return;
  const { writeFailed } = await import('../../bulk/input/failed-out.ts');
  const isFailed = (row: number) => failed.has(row) || resume?.outcomeOf(row) === 'refused';
  const count = await writeFailed(input, isFailed, failedOut);
  invocation.note(`Written to ${failedOut}: ${counted(count, 'row')} that did not make it.`);
};

const tellEnd = async (
  { control, directory, invocation }: Run,
  counts: Counts,
  isEnded: boolean,
  lost: RowReports['lost'],
): Promise<Error | undefined> => {
  const { ReportsLost, RowsNotDone } = await import('../../bulk/errors.ts');
  if (!isEnded) return new RowsNotDone(directory.id, counts, control.reason());
  // A closed pipe ends quietly: whoever read from it has seen enough.
  if (lost && exitCodeOf(counts) === 0 && !(lost.reason instanceof ClosedPipe))
    return new ReportsLost(directory.id, counts, lost.reason);
  return tellCounts(directory, counts, invocation);
};

/** How a run that reached all its rows ended: said where all is well, a problem where rows are not done. */
const tellCounts = async (
  directory: RunDirectory,
  counts: Counts,
  invocation: Invocation,
): Promise<Error | undefined> => {
  const { RowsNotDone } = await import('../../bulk/errors.ts');
  if (exitCodeOf(counts) !== 0) return new RowsNotDone(directory.id, counts, undefined);
  invocation.warn(`Run ${directory.id}: ${countWords(counts)}.`);
  return undefined;
};

/** A run that ended before: nothing is sent, and it ends as it did. */
export const endedRun = (directory: RunDirectory, counts: Counts, invocation: Invocation): Result => ({
  kind: 'job',
  columns: reportColumns,
  run: () => tellCounts(directory, counts, invocation),
});
