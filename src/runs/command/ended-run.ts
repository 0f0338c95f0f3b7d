import { exitOfRun } from '../../failure/codes.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { type Advice, prefixed } from '../../words/advice.ts';
import { agreedUndoOf, shortName } from '../folder/directory.ts';
import { unknownWords } from '../journal/state-words.ts';
import { hasChanged, type RecordedRun, readRun } from '../recorded-run.ts';
import { writeFailed } from '../report/failed-out.ts';
import { reportColumnsFor } from '../report/row-columns.ts';
import { RowReports } from '../report/row-reports.ts';
import { nextStep, type RunEnd } from '../report/run-end.ts';
import { lineFor, runEnding } from '../report/run-ending.ts';
import { ownOperation } from './own-run.ts';

const endOf = ({ directory, plan, state }: RecordedRun, failedOut: string | undefined): RunEnd => ({
  run: directory.id,
  ...state.standing(),
  stoppedBy: undefined,
  isPinned: plan.head.pinned === true,
  format: plan.head.form.format,
  undoes: plan.head.undoes,
  failedOut,
});

/** The next step for a run, and the line that does it. */
export const leftWords = (
  invocation: Invocation,
  recorded: RecordedRun,
  /** Whether the run's own --failed-out has the rows that are not done. */
  isWritten = true,
): Advice | undefined => {
  const { directory, hasEnded, plan } = recorded;
  const end = endOf(recorded, isWritten ? plan.head.failedOut : undefined);
  const isInDoubt = end.unknownLines.length > 0;
  const step = nextStep(end, !isInDoubt && !hasEnded, (verb, flags) =>
    lineFor(invocation, directory.id, verb, flags),
  );
  return step && prefixed(isInDoubt ? `${unknownWords(end.unknownLines)}.` : '', step);
};

/** Repeats the result of a run that has ended, and its exit code. Nothing is sent. */
export const endedRun = async (
  recorded: RecordedRun,
  invocation: Invocation,
  failedOut: string | undefined,
): Promise<Result> => {
  const { directory, plan, state } = recorded;
  const { io, settings, warn } = invocation;
  const operation = await ownOperation(plan.head, invocation);
  const short = (id: string) => shortName(stateDirectory(io.env), id);
  const undo = agreedUndoOf(directory);
  const wasUndone = undo !== undefined && hasChanged(await readRun(undo));
  if (wasUndone)
    warn(
      `Run ${short(directory.id)} was undone by ${short(undo.id)}, and nothing was sent. To do it again, begin another run.`,
    );
  const begin = wasUndone
    ? undefined
    : `${short(directory.id)} had ended before, and nothing was sent now. Its result: `;
  const end = { ...endOf(recorded, failedOut), worked: 0, begin };
  const { counts, inClosedListings } = end;
  let reports: RowReports | undefined;
  let notices: string[] = [];
  return {
    kind: 'records',
    columns: reportColumnsFor(operation, { hasNames: true, inClosedListings }, invocation.format()),
    async records(show) {
      io.host?.began(directory.id, () => counts);
      // Before the first row: where it can't be written, there is an error, and no array without an end.
      if (failedOut !== undefined && !settings.dryRun)
        notices = await writeFailed({ directory, plan, state }, failedOut, invocation);
      reports = new RowReports({ show, operation, run: recorded }, invocation);
      await reports.addRecorded();
      await reports.flush();
    },
    // A run that was done and undone has no result any more; the exit code stays.
    problem: () =>
      wasUndone && exitOfRun(counts) === 'done'
        ? undefined
        : runEnding(
            invocation,
            { ...end, reasons: [...(reports?.reasons() ?? []), ...notices] },
            false,
            reports?.lost,
          ),
  };
};
