import { exitOfRun } from '../../failure/codes.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { shortName } from '../../runs/directory.ts';
import { nextStep, type RunEnd } from '../../runs/errors.ts';
import { type RecordedRun, undoneRuns } from '../../runs/recorded-run.ts';
import { unknownWords } from '../../runs/report.ts';
import type { Result } from '../../terminal/results.ts';
import { type Advice, prefixed } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { planColumnsFor, reportColumnsFor } from '../bulk/columns.ts';
import { lineFor, runEnding, writeNotApplied } from '../bulk/ending.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { RowReports } from '../bulk/reports.ts';
import type { Invocation } from '../invocation.ts';
import { ownOperation, sameFile } from './same-run.ts';

export interface ResumeFlags
  extends Partial<Pick<BulkFlags, 'concurrency' | 'maxClose' | 'maxChange' | 'failedOut'>> {
  file?: string | undefined;
}

export const endOf = (recorded: RecordedRun, failedOut: string | undefined): RunEnd => {
  const { directory, manifest, state } = recorded;
  return {
    run: directory.id,
    ...state.standing(),
    stoppedBy: undefined,
    isPlanned: manifest.input.format === 'plan',
    failedOut,
  };
};

/** What is left to do about a run, and the line that does it; `lead` is for who does not know that the run had not ended. */
export const leftWords = (invocation: Invocation, recorded: RecordedRun, lead = ''): Advice | undefined => {
  const end = endOf(recorded, undefined);
  const count = end.unknown.length;
  const isInDoubt = count > 0;
  if (!isInDoubt && recorded.state.end) return undefined;
  const step = nextStep({ ...end, open: 0 }, !isInDoubt, (verb) => lineFor(invocation, end.run, verb));
  if (isInDoubt && invocation.io.stderr.isTTY)
    return prefixed(`${counted(count, 'row')} in doubt ${count === 1 ? 'is' : 'are'} left alone.`, step);
  return prefixed(`${lead}${isInDoubt ? `${unknownWords(end.unknown)}.` : ''}`.trim(), step);
};

export const endedRun = async (
  recorded: RecordedRun,
  invocation: Invocation,
  { failedOut, file }: ResumeFlags,
): Promise<Result> => {
  const { directory, manifest, state } = recorded;
  const { io, settings, warn } = invocation;
  const operation = await ownOperation(manifest, invocation, failedOut);
  const undoneBy = (await undoneRuns(stateDirectory(io.env))).get(directory.id);
  const named = shortName(stateDirectory(io.env), directory.id);
  const begin = undoneBy === undefined ? `${named} had ended, so nothing was sent now. ` : undefined;
  const end = { ...endOf(recorded, failedOut), worked: 0, begin };
  if (undoneBy !== undefined)
    warn(
      `Run ${named} was undone by ${shortName(stateDirectory(io.env), undoneBy)}, and nothing was sent. To do it again, begin another run.`,
    );
  const { counts } = end;
  if (settings.dryRun) {
    const left = leftWords(invocation, recorded);
    if (left !== undefined) warn(left);
    return {
      kind: 'records',
      records: [],
      columns: planColumnsFor(operation, { sharesLines: false, hasNames: false }, invocation.format()),
      empty: 'The run has ended: there is nothing left to do.',
    };
  }
  const sharesLines = manifest.input.format === 'json';
  let reports: RowReports | undefined;
  let said: string[] = [];
  return {
    kind: 'records',
    columns: reportColumnsFor(operation, { sharesLines, hasNames: false, totals: end }, invocation.format()),
    async records(show) {
      reports = new RowReports({ show, directory, operation, sharesLines, state }, invocation);
      await reports.addRecorded();
      await reports.flush();
      if (end.failedOut !== undefined) {
        const rows = await sameFile(recorded, file);
        const written = await writeNotApplied(rows, state.isSurelyNotDone, end.failedOut, invocation);
        said = written.said;
        const more = counts.refused - written.count;
        if (more > 0)
          warn(
            `${counted(more, 'more row')} that the run refused ${more === 1 ? 'is' : 'are'} not in it: longer than a row may be.`,
          );
      }
    },
    // A run that was done and undone has no result any more; the exit code stays.
    problem: () =>
      undoneBy !== undefined && exitOfRun(counts) === 'done'
        ? undefined
        : runEnding(invocation, { ...end, reasons: [...(reports?.reasons() ?? []), ...said] }, reports?.lost),
  };
};
