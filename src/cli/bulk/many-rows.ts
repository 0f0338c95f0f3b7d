import { version } from '../../../package.json';
import { createdLately } from '../../bulk/created-listings.ts';
import { type RefusedPlan, tooMuch } from '../../bulk/errors.ts';
import { isRunName } from '../../bulk/journal/run-names.ts';
import { type PlanTotals, preparePlan } from '../../bulk/plan.ts';
import { readerFor } from '../../bulk/rows/reader.ts';
import { hashFile, type RowFile } from '../../bulk/rows/row-file.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { askBeforeRun, filledWords, onlyOpenWords } from './before-run.ts';
import { createRunControl } from './control.ts';
import { writePlan } from './plan-file.ts';
import { shownPlan } from './plan-output.ts';
import { watchListings } from './progress.ts';
import type { Run } from './run.ts';
import { runToEnd } from './run-to-end.ts';

/** With --dry-run or --plan it stops before anything is sent. The caller discards the recording if this throws. */
export const runMany = async (run: Run): Promise<Result> => {
  const { invocation, operation, options, shard, undoes, file, recording, failedOut, planTo } = run;
  const { io, settings, warn, call } = invocation;
  const isUndo = undoes !== undefined;
  const control = await createRunControl(invocation, options);
  const reader = readerFor(operation, file, {
    ...options,
    pinned: isUndo,
    derivedFrom: options.deriveExternalId ? await prefixOf(run) : undefined,
  });
  const { onListings, stop } = watchListings(invocation);
  const leavesOut = options.skipInvalid === true || recording.hasBegun || isUndo;
  // A dry run shows faults as part of the plan.
  const skipInvalid = leavesOut || settings.dryRun;
  const { state } = recording;
  const created =
    operation.listing === 'may be there'
      ? await createdLately(stateDirectory(io.env), await invocation.profile(), io.clock.now())
      : [];
  const toPlan = { operation, file, reader, shard, state, skipInvalid, clock: io.clock, call };
  const plan = await preparePlan(
    control.reader,
    { ...toPlan, createdLately: created },
    io.interruption,
    onListings,
  ).finally(stop);
  // Not before: for a program, an error is the only line on stderr.
  for (const remark of file.remarks?.() ?? []) warn(remark);
  if (failedOut !== undefined && isMisnamed(failedOut, file.format))
    warn(
      `--failed-out writes the form of the input: ${failedOut} will be ${file.format === 'xlsx' ? 'a workbook' : 'no workbook'}, whatever its name says.`,
    );
  for (const words of [filledWords(plan.totals, run), onlyOpenWords(plan.totals)])
    if (words !== undefined) warn(words);
  const excess = excessOf(plan.totals, run);
  if (excess && !settings.dryRun) throw excess;
  const problem = (leavesOut ? undefined : plan.faulty) ?? excess;
  if (!problem && planTo !== undefined) await writePlan(plan, run, planTo);
  if (settings.dryRun) return shownPlan(plan, run, control.client, problem);
  if (planTo !== undefined) {
    await recording.discard();
    return { kind: 'nothing' };
  }
  const { mayClose, ...answer } = await askBeforeRun(run, plan);
  const answered = { ...options, mayClose };
  const { name: profile, origin, clientId } = await invocation.profile();
  const { createdAt: undoneBegan, epoch: undoneEpoch } = run.undone ?? {};
  const undone = { undoes, undoneBegan, undoneEpoch };
  const asked = { tool: version, operation: operation.name, options: answered, shard, ...undone };
  const isRepeatable = operation.changesInventory && !operation.isDelta;
  await recording.begin({ ...asked, rows: plan.totals.rows, profile, origin, clientId }, file, isRepeatable);
  return runToEnd({ ...run, options: answered, ...answer }, plan, control);
};

/** What external identifiers begin with that are made for rows. A run of other rows may be given the same name later. */
const prefixOf = async ({ recording, file, shard }: Run): Promise<string> => {
  const { id } = await recording.directory();
  if (!isRunName(id)) return id;
  const name = shard ? id.replace(/-\d+-of-\d+$/, '') : id;
  return `${name}-${(await hashFile(file.path)).sha256.slice(0, 6)}`;
};

/** A spreadsheet would not open a file whose name promises another format. */
const isMisnamed = (file: string, format: RowFile['format']): boolean =>
  format === 'xlsx' ? /\.(csv|tsv|txt|json|ndjson)$/i.test(file) : /\.xlsx$/i.test(file);

/**
 * A plan exceeds a limit if the columns of the file have shifted. The share is one of all rows: of the file that a saved plan was made
 * from, and of a resumed run also of those that are done.
 */
const excessOf = (
  { rows, changes, closings }: PlanTotals,
  { options: { maxClose, maxChange }, recording: { hasBegun, state }, file }: Run,
): RefusedPlan | undefined => {
  if (maxClose !== undefined && closings > maxClose)
    return tooMuch(
      `the plan closes ${counted(closings, 'listing')}, and ${maxClose === 0 ? 'none' : `at most ${maxClose}`} may be closed`,
    );
  const { applied, converged, unknown } = state.standing().counts;
  const changed = changes + applied + converged + unknown;
  const all = Number(file.plan?.rows ?? (hasBegun ? state.rows : rows));
  const percent = all === 0 ? 0 : (changed / all) * 100;
  if (maxChange !== undefined && percent > maxChange)
    return tooMuch(
      `the plan changes ${changed} of ${all} rows (${percent.toFixed(1)} %), and at most ${maxChange} % may be changed`,
    );
  return undefined;
};
