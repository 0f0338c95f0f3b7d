import { resolve } from 'node:path';
import type { RunEnd } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Journal, openJournal } from '../../bulk/journal/journal.ts';
import { lockRun } from '../../bulk/journal/lock.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import type { Plan } from '../../bulk/plan.ts';
import { certainlyNotDone } from '../../bulk/report.ts';
import { runRows } from '../../bulk/run-rows.ts';
import { orAnEqualChange } from '../../changes/outcome.ts';
import { exitCodeOf, exitOfRun } from '../../failure/exit-codes.ts';
import { harmless } from '../../terminal/harmless.ts';
import { print } from '../../terminal/io.ts';
import type { Result, Show } from '../../terminal/results.ts';
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
export const runResult = (run: ReadyRun): Result => {
  let ending: (() => Error | undefined) | undefined;
  return {
    kind: 'records',
    columns: reportColumnsFor(run.operation, run.plan, run.invocation.format()),
    async records(show) {
      ending = await runToEnd(run, show);
    },
    problem: () => ending?.(),
  };
};

const runToEnd = async (run: ReadyRun, show: Show): Promise<() => Error | undefined> => {
  const { invocation, control, directory, operation, options, file, plan, mayClose } = run;
  const { state } = run.recording;
  const { journal, lock } = await openRunJournal(run);
  const before = state.standing();
  invocation.io.host?.began(directory.id, () => state.standing().counts);
  const watch = watchRun(invocation, control, plan.totals.rows + before.open);
  const { sharesLines } = plan;
  const { stop } = control;
  const leavesOut = options.skipInvalid === true;
  const reports = new RowReports({ show, stop, directory, operation, sharesLines, leavesOut }, invocation);
  const failedOut = run.failedOut && resolve(invocation.io.cwd, run.failedOut);
  const end = (): RunEnd => ({
    run: directory.id,
    ...state.standing(),
    isPlanned: file.format === 'plan',
    failedOut,
    stoppedBy: control.stopped() ? { reason: control.reason() } : undefined,
  });
  const forget = lastWords(invocation, () => {
    journal.writeNow();
    return { ...end(), stoppedBy: { reason: invocation.io.interruption.reason } };
  });
  const unrecorded: JournalRecord[] = [];
  const odd: { rows: number; first?: string } = { rows: 0 };
  let isRead = true;
  try {
    await reports.addRecorded();
    // After a stop, reading continues, so that rows not reached are reported too.
    await runRows(plan.rows(control.signal), {
      ...control,
      operation,
      journal,
      state,
      mayClose,
      onConflict: options.onConflict,
      found: plan.found,
      patience: {
        settleMs: options.settle === undefined ? invocation.settings.settleMs : options.settle * 1000,
        clock: invocation.io.clock,
        signal: invocation.io.interruption,
        onSettle: watch.settles,
      },
      unrecorded: (record) => unrecorded.push(record),
      report(state, name) {
        watch.update(state.outcome);
        reports.add(state, name);
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
  const { counts, open } = end();
  const converged = counts.converged - before.counts.converged;
  if (operation.isDelta && converged > 0)
    invocation.warn(`${counted(converged, 'row')} converged: ${orAnEqualChange}`);
  reports.tellRegraded();
  // If reports were lost or a redirect stopped the run only when no rows were left, the run is complete.
  const onlyReportsLost = reports.lost !== undefined && control.reason() === reports.lost.reason;
  const isAboutOthers = onlyReportsLost || isRedirect(control.reason());
  const isComplete = open === 0 && (!control.stopped() || (isAboutOthers && isRead && counts.unsent === 0));
  const isEnded = (await endJournal(run, journal, end(), unrecorded, isComplete)) && isComplete;
  await lock.release();
  if (failedOut !== undefined) {
    await writeNotApplied(file, (row) => certainlyNotDone(state.outcomeOf(row)), failedOut, invocation);
  }
  return () => {
    forget();
    const ended = { ...end(), ...reports.reasons() };
    return runEnding(invocation, isEnded ? { ...ended, stoppedBy: undefined } : ended, reports.lost);
  };
};

/** Opens the journal of the run for appending, under its lock. */
const openRunJournal = async ({ directory, recording }: ReadyRun) => {
  const { journalEnd, lock: held, state } = recording;
  const lock = held ?? (await lockRun(directory));
  try {
    const journal = await openJournal(directory.journal, journalEnd, lock.check);
    const epoch = { kind: 'epoch', at: new Date().toISOString(), tool: version, pid: process.pid } as const;
    await journal.append(epoch);
    state.take(epoch);
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
  { counts }: RunEnd,
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
