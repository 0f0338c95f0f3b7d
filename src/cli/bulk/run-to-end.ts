import { version } from '../../../package.json';
import { orAnEqualChange } from '../../changes/outcome.ts';
import { explain } from '../../failure/failure.ts';
import type { RunEnd } from '../../runs/errors.ts';
import type { Plan } from '../../runs/plan/make-plan.ts';
import { runRows } from '../../runs/send.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { print } from '../../terminal/io.ts';
import type { Result, Show } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { createdNotes } from '../listings/created-notes.ts';
import { reportColumnsFor } from './columns.ts';
import type { RunControl } from './control.ts';
import { lastWords, runEnding, writeNotApplied } from './ending.ts';
import { watchRun } from './progress.ts';
import { RowReports } from './reports.ts';
import type { Run } from './run.ts';
import { isAboutRest } from './stopping-answers.ts';

export const runToEnd = (run: Run, plan: Plan, control: RunControl): Result => {
  let ending: (() => Error | undefined) | undefined;
  return {
    kind: 'records',
    columns: reportColumnsFor(run.operation, plan, run.invocation.format()),
    async records(show) {
      ending = await sendRows(run, plan, control, show);
    },
    problem: () => ending?.(),
  };
};

const sendRows = async (
  { invocation, operation, options, mostClosings, file, recording, failedOut, wasShown }: Run,
  plan: Plan,
  control: RunControl,
  show: Show,
): Promise<() => Error | undefined> => {
  const { io, settling, warn, redact } = invocation;
  const { state } = recording;
  const { stop, reason } = control;
  const directory = await recording.directory();
  const journal = await recording.open(version);
  const before = state.standing();
  io.host?.began(directory.id, () => state.standing().counts);
  const watch = watchRun(invocation, control, plan.totals.rows + before.open);
  const { sharesLines, found } = plan;
  const from = { directory, operation, sharesLines, state, wasShown };
  const reports = new RowReports({ show, stop, ...from }, invocation);
  const isStopped = () => control.stopping.aborted;
  const end = (): RunEnd => ({
    run: directory.id,
    ...state.standing(),
    isPlanned: file.format === 'plan',
    wasShown,
    failedOut,
    stoppedBy: isStopped() ? { reason: reason() } : undefined,
  });
  const forget = lastWords(invocation, () => {
    journal.writeNow();
    return { ...end(), stoppedBy: { reason: io.interruption.reason } };
  });
  const created = createdNotes(invocation);
  const odd: { rows: number; first?: string } = { rows: 0 };
  let isRead = true;
  try {
    await reports.addRecorded();
    // After a stop, reading continues, so that rows not reached are reported too.
    await runRows(plan.rows(control.signal), {
      ...control,
      ...{ operation, options, mostClosings, journal, state, found, redact },
      settling: {
        ...settling,
        settleMs: options.settle === undefined ? settling.settleMs : options.settle * 1000,
        onSettle: watch.settles,
      },
      report(row, name) {
        watch.update(state.shownOutcome(row));
        reports.add(row, name);
      },
      remark(line, oddity) {
        odd.rows += 1;
        odd.first ??= `line ${line}: ${oddity}`;
      },
      created: created.note,
      waitForReports: () => reports.waitForReports(),
    });
  } catch (error) {
    isRead = false;
    stop(error);
  }
  await reports.flush();
  await created.written();
  watch.end();
  if (odd.first !== undefined)
    warn(
      `${counted(odd.rows, 'row was', 'rows were')} applied with an answer that is not as documented; ${odd.first}.`,
    );
  const { counts, open } = end();
  const converged = counts.converged - before.counts.converged;
  if (operation.isDelta && converged > 0 && io.stderr.isTTY !== true)
    warn(`${counted(converged, 'row was', 'rows were')} found as wanted: ${orAnEqualChange}`);
  // If reports were lost, or what stopped the run concerns the rest of it, it is complete where no rows are left.
  const onlyReportsLost = reports.lost !== undefined && reason() === reports.lost.reason;
  const isAboutOthers = onlyReportsLost || isAboutRest(reason());
  const isComplete = open === 0 && (!isStopped() || (isAboutOthers && isRead && counts.unsent === 0));
  let isEnded = isComplete;
  let said: string[] = [];
  try {
    // Under the lock of the run: whoever resumes it takes these rows back.
    if (failedOut !== undefined) {
      const stopped = isComplete ? undefined : directory.id;
      ({ said } = await writeNotApplied(file, state.isSurelyNotDone, failedOut, invocation, stopped));
    }
  } catch (error) {
    isEnded = false;
    stop(error);
    if (reason() !== error) warn(explain(error).message);
  }
  try {
    await recording.close(isComplete ? counts : undefined);
  } catch (error) {
    isEnded = false;
    stop(error);
    // Records that may not be on disk are printed, even with --quiet, so that they are not lost.
    for (const record of journal.unsynced()) print(io.stderr, `${escapeControls(JSON.stringify(record))}\n`);
  }
  return () => {
    forget();
    const ended = { ...end(), reasons: [...reports.reasons(), ...said] };
    return runEnding(invocation, isEnded ? { ...ended, stoppedBy: undefined } : ended, reports.lost);
  };
};
