import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Journal, openJournal } from '../../bulk/journal/journal.ts';
import { lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import { type JournalEnd, journalStart } from '../../bulk/journal/read.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import { isRunName } from '../../bulk/journal/run-names.ts';
import type { Plan } from '../../bulk/plan.ts';
import { type Counts, certainlyNotDone, noCounts } from '../../bulk/report.ts';
import type { ResumeState } from '../../bulk/resume-state.ts';
import { RowReasons } from '../../bulk/row-reasons.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import { runRows } from '../../bulk/run-rows.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Operation } from '../../changes/operation.ts';
import { exitCodeOf, exitOfRun } from '../../failure/exit-codes.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
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
import { isToLookAt, RowReports, reportedRows } from './reports.ts';

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
  const failed = new Set<number>();
  const unknown = new Map(resumed?.state.unknownRows().map(({ row, line }) => [row, line]));
  const reasons = new RowReasons(plan.sharesLines);
  const left = resumed?.state.openRows().length ?? 0;
  const watch = watchRun(invocation, control, plan.totals.rows + left);
  const isScreen = formats[invocation.format()].isDrawn;
  const reports = new RowReports(show, control.stop, isScreen, reportedRows(invocation));
  const ending = { directory, counts, isPlanned: file.format === 'plan' };
  const forget = lastWords(invocation, control.underWay, ending);
  const unrecorded: JournalRecord[] = [];
  const odd: { rows: number; first?: string } = { rows: 0 };
  let isRead = true;
  let leftOpen = 0;
  try {
    if (resumed) await reports.addRecorded(directory, resumed.state, operation, plan.sharesLines);
    // After a stop, reading continues, so that rows not reached are reported too.
    leftOpen = await runRows(plan.rows(control.signal), {
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
      patience: {
        settleMs: invocation.settings.settleMs,
        signal: invocation.io.interruption,
        onSettle: watch.settles,
      },
      unrecorded: (record) => unrecorded.push(record),
      report(report, row, name) {
        counts[report.outcome] += 1;
        if (certainlyNotDone(report.outcome)) failed.add(row);
        if (report.outcome === 'unknown') unknown.set(row, report.line);
        else unknown.delete(row);
        watch.update(report.outcome);
        if (isToLookAt(report)) reasons.add(report, row, name);
        reports.add(plan.sharesLines ? { row, ...report } : report, name);
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
  const told = invocation.io.stderr.isTTY ? reasons.words() : [];
  return runEnding(
    { ...ending, stoppedBy, unknown: [...unknown.values()], reasons: told },
    invocation,
    reports.lost,
  );
};

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
