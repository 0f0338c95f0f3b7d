import { resolve } from 'node:path';
import { TooMuch } from '../../bulk/errors.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { type Plan, type PlanOptions, type PlanTotals, preparePlan } from '../../bulk/plan.ts';
import { readerFor } from '../../bulk/rows/reader.ts';
import type { RowFile } from '../../bulk/rows/row-file.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Operation, ReadingOptions } from '../../changes/operation.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';
import { filledWords } from './before-run.ts';
import { createRunControl } from './control.ts';
import { withLine } from './ending.ts';
import { shownPlan } from './plan-output.ts';
import { watchListings } from './progress.ts';
import { type Resumed, type Run, runResult } from './run.ts';

/** The limits that guard against a wrong file. */
export interface RunLimits {
  /** How many listings the run may close. */
  maxClose?: number | undefined;
  /** How many rows it may change, in percent of all rows. */
  maxChange?: number | undefined;
  /** Whether `maxClose` is 0 because of --no-close. */
  noClose?: boolean | undefined;
}

/** A request to run many rows: those of a file, of a resumed run, or of an undo. */
interface ManyRows {
  operation: Operation;
  file: RowFile;
  reading: Omit<ReadingOptions, 'columns'>;
  /** What gave the defaults of `reading`, field by field, if that is known. */
  originOf?: ((field: string) => string) | undefined;
  planning: PlanOptions;
  limits: RunLimits;
  onConflict: OnConflict;
  concurrency: number | undefined;
  failedOut: string | undefined;
  resumed?: Resumed;
  /** The line that does the same again, if nothing is there to be resumed when a read fails. */
  again?: string | undefined;
  /** Keeps the plan instead of running it, for --plan. */
  keep?: ((plan: Plan) => Promise<void>) | undefined;
  /** Asks for confirmation, and returns whether rows may close their listings. */
  ask(plan: Plan): Promise<boolean>;
  /** Returns the directory of the run, creating it if needed. */
  begin(plan: Plan, mayClose: boolean): Promise<RunDirectory>;
  /** Called if nothing is sent. */
  discard(): Promise<void>;
}

/** Reads the rows, plans, asks, and runs. With --dry-run it stops before anything is sent. */
export const runMany = async (invocation: Invocation, many: ManyRows): Promise<Result> => {
  const { operation, file, reading, limits } = many;
  const { io, settings } = invocation;
  const control = await createRunControl(invocation, many.concurrency, reading.anyConstants);
  const reader = readerFor(operation, file, reading);
  const { onListings, stop } = watchListings(invocation);
  const work = { operation, file, reader };
  const { skipInvalid } = many.planning;
  // A dry run shows faults as part of the plan.
  const planning = { ...many.planning, skipInvalid: skipInvalid || settings.dryRun };
  const plan = await preparePlan(control.reader, work, planning, io.interruption, onListings)
    .finally(stop)
    .catch((error: unknown) => {
      throw withLine(error, many.again);
    });
  // Not before: for a program, an error is the only line on stderr.
  for (const remark of file.remarks ?? []) invocation.warn(remark);
  if (many.failedOut !== undefined && isMisnamed(many.failedOut, file.format))
    invocation.warn(
      `--failed-out writes the form of the input: ${many.failedOut} will be ${file.format === 'xlsx' ? 'a workbook' : 'no workbook'}, whatever its name says.`,
    );
  const filled = filledWords(plan.totals, reading.defaults, many.originOf);
  if (filled !== undefined) invocation.warn(filled);
  const excess = excessOf(plan.totals, limits);
  if (excess && !settings.dryRun) throw excess;
  const problem = (skipInvalid ? undefined : plan.faulty) ?? excess;
  if (!problem) await many.keep?.(plan);
  if (settings.dryRun) return shownPlan(plan, operation, many.discard, invocation, problem);
  if (many.keep) {
    await many.discard();
    return { kind: 'nothing' };
  }
  const mayClose = await many.ask(plan);
  const run: Run = {
    invocation,
    control,
    directory: await many.begin(plan, mayClose),
    operation,
    file,
    plan,
    onConflict: many.onConflict,
    mayClose,
    failedOut: many.failedOut && resolve(io.cwd, many.failedOut),
    resumed: many.resumed,
  };
  return runResult(run);
};

/** Whether the name of a file says that it is another form than this one: a spreadsheet would not open it. */
const isMisnamed = (file: string, format: RowFile['format']): boolean =>
  format === 'xlsx' ? /\.(csv|tsv|txt|json|ndjson)$/i.test(file) : /\.xlsx$/i.test(file);

/** Returns an error if a plan exceeds a limit, as it may if the columns of the file have shifted. */
const excessOf = (
  { rows, changes, closings }: PlanTotals,
  { maxClose, maxChange, noClose }: RunLimits,
): TooMuch | undefined => {
  if (maxClose !== undefined && closings > maxClose)
    return new TooMuch(
      `the plan closes ${counted(closings, 'listing')}, and ${noClose ? '--no-close allows none' : `--max-close allows ${maxClose}`}`,
    );
  const percent = rows === 0 ? 0 : (changes / rows) * 100;
  if (maxChange !== undefined && percent > maxChange)
    return new TooMuch(
      `the plan changes ${changes} of ${rows} rows (${percent.toFixed(1)} %), and --max-change allows ${maxChange} %`,
    );
  return undefined;
};
