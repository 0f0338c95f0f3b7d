import { resolve } from 'node:path';
import type { RecordedRun } from '../../bulk/journal/recorded-run.ts';
import { settleWords } from '../../bulk/report.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { planColumnsFor, reportColumnsFor } from '../bulk/columns.ts';
import { runEnding, writeNotApplied } from '../bulk/ending.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { RowReports } from '../bulk/reports.ts';
import type { Invocation } from '../invocation.ts';
import { runLine } from '../shell-line.ts';
import { checkSameService, knownOperation, sameFile } from './same-run.ts';

/** The options that may differ from those the run began with. */
export interface ResumeFlags extends Pick<BulkFlags, 'concurrency' | 'maxClose' | 'maxChange' | 'failedOut'> {
  /** Where the file of the run is, if it may be somewhere else than when the run began. */
  file?: string | undefined;
}

const nothingLeft = (operation: Operation, invocation: Invocation): Result => ({
  kind: 'records',
  records: [],
  columns: planColumnsFor(operation, { sharesLines: false, hasNames: false }, invocation.format()),
  empty: 'The run has ended: there is nothing left to do.',
});

/** Reports the result of a run that has already ended: all rows of one with a name of its user. Nothing is sent. */
export const endedRun = async (
  recorded: RecordedRun,
  invocation: Invocation,
  { failedOut, file }: ResumeFlags,
): Promise<Result> => {
  const { directory, manifest, state } = recorded;
  await checkSameService(manifest, invocation);
  const operation = knownOperation(manifest);
  const unknown = state.unknownLines();
  if (invocation.settings.dryRun) {
    if (unknown.length > 0)
      invocation.warn(settleWords(unknown, runLine(invocation.line, 'resolve', directory.id)));
    return nothingLeft(operation, invocation);
  }
  const { format } = manifest.input;
  const sharesLines = format === 'json';
  return {
    kind: 'job',
    columns: reportColumnsFor(operation, { sharesLines, hasNames: false }, invocation.format()),
    async run(show) {
      const reports = new RowReports({ show, directory, sharesLines }, invocation);
      await reports.addRecorded(state, operation);
      await reports.flush();
      const counts = state.counts();
      if (failedOut !== undefined) {
        const path = resolve(invocation.io.cwd, failedOut);
        const isFailed = (row: number) => state.outcomeOf(row) === 'refused';
        const written = await writeNotApplied(await sameFile(recorded, file), isFailed, path, invocation);
        if (written < counts.refused)
          invocation.warn(
            `${counted(counts.refused - written, 'more row')} that the run refused ${counts.refused - written === 1 ? 'is' : 'are'} not in it: longer than a row may be, or of an earlier version of resale, which did not record them.`,
          );
      }
      const ending = {
        directory,
        counts,
        isPlanned: format === 'plan',
        stoppedBy: undefined,
        unknown,
        failedOut,
      };
      return runEnding({ ...ending, reasons: reports.reasons() }, invocation, reports.lost);
    },
  };
};
