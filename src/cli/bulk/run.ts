import type { Input } from '../../bulk/input/input.ts';
import type { Job } from '../../bulk/job.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { JournalEnd } from '../../bulk/journal/read.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import type { OperationName } from '../../bulk/operation.ts';
import { noCounts, surelyNotDone } from '../../bulk/outcome.ts';
import type { ResumeState } from '../../bulk/resume-state.ts';
import type { RunContext } from '../../bulk/runner.ts';
import type { OnConflict } from '../../changes/change.ts';
import type { Result, Shown } from '../../terminal/columns.ts';
import type { Invocation } from '../invocation.ts';
import { reportColumnsFor } from './columns.ts';
import { type Control, isRedirect } from './control.ts';
import { watchRun } from './progress.ts';
import { RowReports } from './reports.ts';
import { tellEnd, writeFailedRows } from './run-end.ts';
import { endRunJournal, openRunJournal } from './run-journal.ts';

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
  const { journal, lock } = await openRunJournal(run);
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
    patience: { settleMs: invocation.settings.settleMs, signal: control.signal, onSettle: watch.rests },
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
  // Stopped for want of a reader, or by a redirect, when no row was left, it is as complete as any other.
  const onlyReportsLost = reports.lost !== undefined && control.reason() === reports.lost.reason;
  const isAboutOthers = onlyReportsLost || isRedirect(control.reason());
  const isOver = !control.stopped() || (isAboutOthers && isRead && counts.unsent === 0);
  const isEnded = (await endRunJournal(run, journal, counts, untold, isOver)) && isOver;
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
