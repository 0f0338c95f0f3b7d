import { operationNamed } from '../../changes/operations.ts';
import { Failure } from '../../failure/failure.ts';
import { usage } from '../../failure/kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { RunDirectory } from '../../runs/folder/directory.ts';
import { shownOutcome } from '../../runs/journal/row-state.ts';
import { isRunning, type RecordedRun, readRun, type ShownRow, shownRows } from '../../runs/recorded-run.ts';
import { writeFailed } from '../../runs/report/failed-out.ts';
import {
  answerColumnsFor,
  nameColumn,
  reportColumns,
  reportColumnsFor,
  reportOf,
  withNames,
} from '../../runs/report/row-columns.ts';
import { lineFor } from '../../runs/report/run-ending.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { runLine } from '../../words/resale-line.ts';

/** All rows of a run; while a process works on it, without those in flight. */
export const rowsOf = async (recorded: RecordedRun): Promise<ShownRow[]> => {
  const hidesInFlight = isRunning(recorded);
  const rows: ShownRow[] = [];
  for await (const row of shownRows(recorded.directory))
    if (!hidesInFlight || row.doubt !== 'unanswered') rows.push(row);
  return rows;
};

export const shownRunRows = async (
  invocation: Invocation,
  directory: RunDirectory,
  lines: readonly number[] | undefined,
): Promise<Result> => {
  const recorded = await readRun(directory);
  const { plan, state } = recorded;
  const all = await rowsOf(recorded);
  for (const wanted of lines ?? [])
    if (!all.some(({ line }) => line === wanted)) throw usage(`The run has no row on line ${wanted}`);
  const rows = lines ? all.filter(({ line }) => lines.includes(line)) : all;
  const operation = operationNamed(plan.head.operation);
  const answers = operation?.answers ?? [];
  const format = invocation.format();
  const { isDrawn } = formats[format];
  const isOnScreen = isDrawn && invocation.settings.fields === undefined;
  const hasNames = rows.some(({ name }) => name !== undefined);
  const every =
    isOnScreen && operation
      ? reportColumnsFor(operation, { hasNames: false, inClosedListings: state.inClosedListings }, format)
      : [...reportColumns, ...answerColumnsFor(answers, state, format), ...(hasNames ? [nameColumn] : [])];
  // Where rows have names, the id is in data and with --fields.
  const columns = isOnScreen && hasNames ? withNames(every).filter(({ field }) => field !== 'id') : every;
  return {
    kind: 'records',
    records: rows.map((row) => ({
      ...reportOf(row, row.name, answers),
      ...(isDrawn && { outcome: shownOutcome(row) }),
    })),
    columns,
    empty: 'No rows.',
  };
};

/** Writes the rows that certainly were not applied. Until the run has ended, nobody knows which these are. */
export const writeNotDone = async (
  invocation: Invocation,
  recorded: RecordedRun,
  path: string,
): Promise<void> => {
  const { directory, hasEnded, plan } = recorded;
  if (plan.head.undoes !== undefined)
    throw usage(
      'The rows of an undo come from no file, so none of them can be written to one',
      proposal('To see them:', runLine('show', { run: directory.id }, { rows: true })),
    );
  if (!hasEnded)
    throw new Failure(`the run ${directory.id} has not ended`, {
      code: 'usage',
      exit: 'usage',
      hint: proposal(
        'Nothing was written: rows that it has not sent may still be sent. To continue it:',
        lineFor(invocation, directory.id, 'resume'),
      ),
    });
  for (const notice of await writeFailed(recorded, path, invocation)) invocation.warn(notice);
};
