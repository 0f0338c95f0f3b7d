import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Journal, openJournal } from '../../bulk/journal/journal.ts';
import { lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import { type JournalEnd, journalStart } from '../../bulk/journal/read.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import { isRunName } from '../../bulk/journal/run-names.ts';
import type { Plan } from '../../bulk/plan.ts';
import { type Counts, certainlyNotDone, noCounts } from '../../bulk/report.ts';
import type { ResumeState } from '../../bulk/resume-state.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import { runRows } from '../../bulk/run-rows.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Operation } from '../../changes/operation.ts';
import { exitCodeOf, exitOfRun } from '../../failure/exit-codes.ts';
import type { Shown } from '../../terminal/columns.ts';
import { harmless } from '../../terminal/harmless.ts';
import { print } from '../../terminal/io.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';
import { version } from '../version.ts';
import { reportColumnsFor } from './columns.ts';
import { isRedirect, type RunControl } from './control.ts';
import { lastWords, runEnding, writeNotApplied } from './ending.ts';
import { watchRun } from './progress.ts';
import { RowReports } from './reports.ts';

/** What a run starts from that was locked before it was planned: the state of its rows, the end of its journal, and its lock. */
export interface Resumed {
  state: ResumeState;
  journalEnd: JournalEnd;
  lock: RunLock;
}

/** A run that is ready to start or to be resumed. */
export interface Run {
  invocation: Invocation;
  control: RunControl;
  directory: RunDirectory;
  operation: Operation;
  file: RowFile;
  plan: Plan;
  onConflict: OnConflict;
  mayClose: boolean;
  failedOut: string | undefined;
  resumed: Resumed | undefined;
}

/** The result of a bulk command: runs the rows, shows one record per row, and fails if rows are not done. */
export const runResult = (run: Run): Result => ({
  kind: 'job',
  columns: reportColumnsFor(run.operation, run.plan, run.invocation.format()),
  run: (show) => runToEnd(run, show),
});

const runToEnd = async (
  run: Run,
  show: (records: readonly Shown[]) => Promise<void>,
): Promise<Error | undefined> => {
  const { invocation, control, directory, operation, file, plan, resumed, onConflict, mayClose } = run;
  const { journal, lock } = await openRunJournal(directory, resumed);
  const counts = resumed?.state.counts() ?? noCounts();
  invocation.io.host?.began(directory.id, counts);
  const failed = new Set<number>();
  const open = new Set(resumed?.state.openRows());
  const unknown = new Map<number, number>();
  for (const { row, line } of resumed?.state.unknownRows() ?? []) if (!open.has(row)) unknown.set(row, line);
  const left = plan.totals.rows + open.size;
  const watch = watchRun(invocation, control, left);
  const { sharesLines } = plan;
  const reports = new RowReports({ show, stop: control.stop, directory, sharesLines }, invocation);
  const ending = { directory, counts, isPlanned: file.format === 'plan', failedOut: run.failedOut };
  const rows = left + sum(counts);
  let leftOpen = 0;
  const forget = lastWords(invocation, ending, () => {
    journal.writeNow();
    const sent = counts.unknown + open.size;
    const unsent = rows - sum({ ...counts, unknown: sent, unsent: 0 });
    return {
      counts: { ...counts, unknown: sent, unsent },
      open: open.size + leftOpen,
      unknown: [...unknown.values()],
    };
  });
  const unrecorded: JournalRecord[] = [];
  const odd: { rows: number; first?: string } = { rows: 0 };
  let isRead = true;
  try {
    if (resumed) await reports.addRecorded(resumed.state, operation);
    // After a stop, reading continues, so that rows not reached are reported too.
    await runRows(plan.rows(control.signal), {
      operation,
      client: control.client,
      governor: control.governor,
      concurrency: control.concurrency,
      stop: control.stop,
      stopping: control.stopping,
      journal,
      onConflict,
      mayClose,
      recordsAll: isRunName(directory.id),
      resume: resumed?.state,
      open,
      patience: {
        settleMs: invocation.settings.settleMs,
        signal: invocation.io.interruption,
        onSettle: watch.settles,
      },
      unrecorded: (record) => unrecorded.push(record),
      report(report, row, name, isOpen) {
        counts[report.outcome] += 1;
        if (certainlyNotDone(report.outcome)) failed.add(row);
        if (isOpen) leftOpen += 1;
        else if (report.outcome === 'unknown') unknown.set(row, report.line);
        watch.update(report.outcome);
        reports.add(report, row, name, isOpen);
      },
      remark(line, oddity) {
        odd.rows += 1;
        odd.first ??= `line ${line}: ${oddity}`;
      },
      redact: invocation.redact,
      waitForReports: () => reports.waitForReports(),
    });
  } catch (error) {
    isRead = false;
    control.stop(error);
  }
  await reports.flush();
  watch.end();
  if (odd.first !== undefined)
    invocation.warn(
      `${counted(odd.rows, 'row was', 'rows were')} applied with an answer that is not as documented; ${odd.first}.`,
    );
  // If reports were lost or a redirect stopped the run only when no rows were left, the run is complete.
  const onlyReportsLost = reports.lost !== undefined && control.reason() === reports.lost.reason;
  const isAboutOthers = onlyReportsLost || isRedirect(control.reason());
  const isComplete = !control.stopped() || (isAboutOthers && isRead && counts.unsent + leftOpen === 0);
  const isEnded = (await endJournal(run, journal, counts, unrecorded, isComplete)) && isComplete;
  await lock.release();
  if (run.failedOut !== undefined) {
    const isFailed = (row: number) => failed.has(row) || resumed?.state.outcomeOf(row) === 'refused';
    await writeNotApplied(file, isFailed, run.failedOut, invocation);
  }
  const stoppedBy = isEnded ? undefined : { reason: control.reason() };
  forget();
  return runEnding(
    { ...ending, stoppedBy, unknown: [...unknown.values()], open: leftOpen, reasons: reports.reasons() },
    invocation,
    reports.lost,
  );
};

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** Locks the run and opens its journal for appending. */
const openRunJournal = async (directory: RunDirectory, resumed: Resumed | undefined) => {
  const lock = resumed?.lock ?? (await lockRun(directory));
  try {
    const journal = await openJournal(directory.journal, resumed?.journalEnd ?? journalStart, lock.check);
    await journal.append({ kind: 'epoch', at: new Date().toISOString(), tool: version, pid: process.pid });
    return { journal, lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * Closes the journal. A run that reached all rows gets an `end` record; a stopped one does not, and can be resumed.
 * Returns whether everything is on disk.
 */
const endJournal = async (
  { control, invocation }: Run,
  journal: Journal,
  counts: Counts,
  unrecorded: readonly JournalRecord[],
  isComplete: boolean,
): Promise<boolean> => {
  try {
    if (isComplete)
      journal.enqueue({
        kind: 'end',
        exitCode: exitCodeOf(exitOfRun(counts)),
        counts,
        at: new Date().toISOString(),
      });
    await journal.close();
    return true;
  } catch (error) {
    control.stop(error);
    // Records that may not be on disk are printed, even with --quiet, so that they are not lost.
    for (const record of [...journal.unsynced(), ...unrecorded])
      print(invocation.io.stderr, `${harmless(JSON.stringify(record))}\n`);
    return false;
  }
};
