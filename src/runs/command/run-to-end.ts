import { orAnEqualChange } from '../../changes/outcome.ts';
import { explain } from '../../failure/failure.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { print } from '../../terminal/io.ts';
import type { Result, Show } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { watchRun } from '../control/run-progress.ts';
import { isAboutRest } from '../control/stopping-answers.ts';
import { type RowState, shownOutcome } from '../journal/row-state.ts';
import { emptyFailed, writeFailed } from '../report/failed-out.ts';
import { reportColumnsFor } from '../report/row-columns.ts';
import { RowReports } from '../report/row-reports.ts';
import type { RunEnd } from '../report/run-end.ts';
import { lastWords, runEnding } from '../report/run-ending.ts';
import { send } from '../send/send-rows.ts';
import { createdNotes } from './created-notes.ts';
import { rowsToSend, type ToSend } from './rows-to-send.ts';

interface ToEnd extends ToSend {
  /** Where the rows that are not done are written, if not where the run began. */
  failedOut: string | undefined;
}

/** Sends the rows of the agreed plan that are not done, reports each, and sums up at the end. */
export const runToEnd = (toEnd: ToEnd): Result => {
  const { invocation, operation, run, drafted } = toEnd;
  const hasNames = drafted?.draft.totals.hasNames ?? true;
  const inClosedListings = drafted?.draft.totals.inClosedListings ?? run.plan.planned.rows;
  let ending: (() => Error | undefined) | undefined;
  return {
    kind: 'records',
    columns: reportColumnsFor(operation, { hasNames, inClosedListings }, invocation.format()),
    async records(show) {
      ending = await sendRows(toEnd, show);
    },
    problem: () => ending?.(),
  };
};

const sendRows = async (toEnd: ToEnd, show: Show): Promise<() => Error | undefined> => {
  const { invocation, operation, run, control, failedOut, drafted } = toEnd;
  const { io, settling, warn, redact } = invocation;
  const { directory, plan, state, journal } = run;
  const { stop, reason } = control;
  const before = state.standing();
  io.host?.began(directory.id, () => state.standing().counts);
  const { unsent, unknown } = before.counts;
  const watch = watchRun(invocation, control, { total: state.rows, done: state.rows - unsent - unknown });
  const reports = new RowReports({ show, stop, operation, run }, invocation);
  const report = (row: RowState, name: string | undefined) => {
    watch.update(shownOutcome(row));
    reports.add(row, name);
  };
  const isStopped = () => control.stopping.aborted;
  const failedOutPath = failedOut ?? plan.head.failedOut;
  const end = (): RunEnd => ({
    run: directory.id,
    ...state.standing(),
    isPinned: plan.head.pinned === true,
    format: plan.head.form.format,
    undoes: plan.head.undoes,
    failedOut: failedOutPath,
    stoppedBy: isStopped() ? { reason: reason() } : undefined,
  });
  const forget = lastWords(invocation, () => {
    journal.writeNow();
    return { ...end(), stoppedBy: { reason: io.interruption.reason } };
  });
  const created = createdNotes(invocation);
  let hasLookedAtAll = false;
  try {
    if (failedOutPath !== undefined) await emptyFailed(plan, failedOutPath, invocation);
    if (drafted === undefined) await reports.addRecorded();
    const { rows, found } = await rowsToSend(toEnd, (row, name) => reports.add(row, name));
    // After a stop, reading continues, so that rows not reached are reported too.
    hasLookedAtAll = await send(rows, {
      ...control,
      ...{ operation, run, found, redact, report },
      settling: { ...settling, onSettle: watch.settles },
      created: created.note,
      waitForReports: () => reports.waitForReports(),
    });
  } catch (error) {
    stop(error);
  }
  await reports.flush();
  await created.written();
  watch.end();
  const { counts } = end();
  const converged = counts.converged - before.counts.converged;
  if (operation.isDelta && converged > 0)
    warn(`${counted(converged, 'row was', 'rows were')} found as wanted: ${orAnEqualChange}`);
  // If reports were lost, or what stopped the run concerns the rest of it, it is complete where no rows are left.
  const onlyReportsLost = reports.lost !== undefined && reason() === reports.lost.reason;
  const isStoppedByRest = onlyReportsLost || isAboutRest(reason());
  const isComplete = !isStopped() || (isStoppedByRest && counts.unsent === 0);
  let hasEnded = hasLookedAtAll && isComplete;
  /** Prints the failure, even with --quiet, if the run had stopped for another reason before. */
  const failsToEnd = (error: unknown): void => {
    hasEnded = false;
    stop(error);
    if (reason() !== error) print(io.stderr, `${escapeControls(redact(explain(error).message))}\n`);
  };
  let notices: string[] = [];
  try {
    if (failedOutPath !== undefined)
      notices = hasEnded
        ? await writeFailed(run, failedOutPath, invocation)
        : [`${failedOutPath} gets the rows that are not done once the run has ended.`];
  } catch (error) {
    failsToEnd(error);
  }
  try {
    await run.close(hasEnded ? counts : undefined);
  } catch (error) {
    failsToEnd(error);
    // Records that may not be on disk are printed, even with --quiet, so that they are not lost.
    for (const record of journal.unsynced()) print(io.stderr, `${escapeControls(JSON.stringify(record))}\n`);
  }
  return () => {
    forget();
    const ended = { ...end(), reasons: [...reports.reasons(), ...notices] };
    const stoppedBy = hasEnded ? undefined : ended.stoppedBy;
    return runEnding(invocation, { ...ended, stoppedBy }, !hasEnded, reports.lost);
  };
};
