import { resolve } from 'node:path';
import type { RunEnd } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Journal, openJournal } from '../../bulk/journal/journal.ts';
import { lockRun } from '../../bulk/journal/lock.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import { isRunName } from '../../bulk/journal/run-names.ts';
import type { Plan } from '../../bulk/plan.ts';
import { type Counts, certainlyNotDone } from '../../bulk/report.ts';
import { runRows } from '../../bulk/run-rows.ts';
import { orAnEqualChange } from '../../changes/outcome.ts';
import { exitCodeOf, exitOfRun } from '../../failure/exit-codes.ts';
import type { Shown } from '../../terminal/columns.ts';
import { harmless } from '../../terminal/harmless.ts';
import { print } from '../../terminal/io.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { version } from '../version.ts';
import { reportColumnsFor } from './columns.ts';
import { isRedirect, type RunControl } from './control.ts';
import { lastWords, runEnding, writeNotApplied } from './ending.ts';
import { watchRun } from './progress.ts';
import { RowReports } from './reports.ts';
import type { RunSession } from './session.ts';

/** A run that is ready to be carried out. */
interface ReadyRun extends RunSession {
  control: RunControl;
  plan: Plan;
  directory: RunDirectory;
  mayClose: boolean;
}

/** The result of a bulk command: runs the rows, shows one record per row, and fails if rows are not done. */
export const runResult = (run: ReadyRun): Result => ({
  kind: 'job',
  columns: reportColumnsFor(run.operation, run.plan, run.invocation.format()),
  run: (show) => runToEnd(run, show),
});

const runToEnd = async (
  run: ReadyRun,
  show: (records: readonly Shown[]) => Promise<void>,
): Promise<() => Error | undefined> => {
  const { invocation, control, directory, operation, options, file, plan, mayClose } = run;
  const { state } = run.recording;
  const { journal, lock } = await openRunJournal(run);
  const counts = state.counts();
  invocation.io.host?.began(directory.id, counts);
  const failed = new Set<number>();
  const open = state.openRows();
  const unknown = new Map<number, number>();
  for (const { row, line } of state.unknownRows()) if (!open.has(row)) unknown.set(row, line);
  const left = plan.totals.rows + open.size;
  const watch = watchRun(invocation, control, left);
  const { sharesLines } = plan;
  const reports = new RowReports({ show, stop: control.stop, directory, sharesLines }, invocation);
  const failedOut = run.failedOut && resolve(invocation.io.cwd, run.failedOut);
  const rows = left + sum(counts);
  let leftOpen = 0;
  let { inClosedListings } = state;
  const end = (): RunEnd => ({
    run: directory.id,
    counts,
    inClosedListings,
    isPlanned: file.format === 'plan',
    failedOut,
    stoppedBy: control.stopped() ? { reason: control.reason() } : undefined,
    unknown: [...unknown.values()],
    open: leftOpen,
  });
  const forget = lastWords(invocation, () => {
    journal.writeNow();
    const sent = counts.unknown + open.size;
    const unsent = rows - sum({ ...counts, unknown: sent, unsent: 0 });
    const stoppedBy = { reason: invocation.io.interruption.reason };
    return {
      ...end(),
      stoppedBy,
      open: open.size + leftOpen,
      counts: { ...counts, unknown: sent, unsent },
    };
  });
  const unrecorded: JournalRecord[] = [];
  const odd: { rows: number; first?: string } = { rows: 0 };
  let isRead = true;
  try {
    await reports.addRecorded(state, operation);
    // After a stop, reading continues, so that rows not reached are reported too.
    await runRows(plan.rows(control.signal), {
      ...control,
      operation,
      journal,
      state,
      open,
      mayClose,
      onConflict: options.onConflict,
      recordsAll: isRunName(directory.id),
      found: plan.found,
      patience: {
        settleMs: options.settle === undefined ? invocation.settings.settleMs : options.settle * 1000,
        clock: invocation.io.clock,
        signal: invocation.io.interruption,
        onSettle: watch.settles,
      },
      unrecorded: (record) => unrecorded.push(record),
      report(report, row, name, isOpen) {
        counts[report.outcome] += 1;
        if (report.state != null) inClosedListings += 1;
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
  const converged = counts.converged - (state.counts().converged ?? 0);
  if (operation.isDelta && converged > 0)
    invocation.warn(`${counted(converged, 'row')} converged: ${orAnEqualChange}`);
  reports.tellRegraded();
  // If reports were lost or a redirect stopped the run only when no rows were left, the run is complete.
  const onlyReportsLost = reports.lost !== undefined && control.reason() === reports.lost.reason;
  const isAboutOthers = onlyReportsLost || isRedirect(control.reason());
  const isComplete =
    leftOpen === 0 && (!control.stopped() || (isAboutOthers && isRead && counts.unsent === 0));
  const isEnded = (await endJournal(run, journal, end(), unrecorded, isComplete)) && isComplete;
  await lock.release();
  if (failedOut !== undefined) {
    const isFailed = (row: number) => failed.has(row) || state.outcomeOf(row) === 'refused';
    await writeNotApplied(file, isFailed, failedOut, invocation);
  }
  return () => {
    forget();
    const ended = { ...end(), reasons: reports.reasons() };
    return runEnding(invocation, isEnded ? { ...ended, stoppedBy: undefined } : ended, reports.lost);
  };
};

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** Opens the journal of the run for appending, under its lock. */
const openRunJournal = async ({ directory, recording: { journalEnd, lock: held } }: ReadyRun) => {
  const lock = held ?? (await lockRun(directory));
  try {
    const journal = await openJournal(directory.journal, journalEnd, lock.check);
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
  { control, invocation }: ReadyRun,
  journal: Journal,
  { counts, inClosedListings }: RunEnd,
  unrecorded: readonly JournalRecord[],
  isComplete: boolean,
): Promise<boolean> => {
  try {
    if (isComplete)
      journal.enqueue({
        kind: 'end',
        exitCode: exitCodeOf(exitOfRun(counts)),
        counts,
        ...(inClosedListings > 0 ? { inClosedListings } : {}),
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
