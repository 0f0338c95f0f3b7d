import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { openJournal } from '../../bulk/journal/journal.ts';
import { type RecordedRun, readRun, runRecord, undoneRuns } from '../../bulk/journal/recorded-run.ts';
import type { RowState } from '../../bulk/journal/replay.ts';
import { settleWords } from '../../bulk/report.ts';
import type { Decision } from '../../changes/outcome.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { runLine } from '../../words/resale-line.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { oneRun } from './columns.ts';
import { checkOwner } from './same-run.ts';
import { lockOrLook } from './watched-lock.ts';

/** The rows that are meant, by their numbers or their lines; all that are unknown if none is named. */
export interface ChosenRows {
  rows: readonly number[];
  lines: readonly number[];
}

/** A run whose unknown rows are being settled, under its lock. */
interface Settling {
  recorded: RecordedRun;
  /** Says of some rows what became of them. It is on disk when this returns. */
  settle(rows: readonly { row: number }[], as: Decision): Promise<void>;
  close(): Promise<void>;
}

/** Begins to settle rows. A dry run takes no lock and writes nothing, and only shows what the run would be. */
export const beginSettling = async (directory: RunDirectory, invocation: Invocation): Promise<Settling> => {
  const lock = await lockOrLook(directory, invocation);
  try {
    const recorded = await readRun(directory);
    await checkOwner(recorded.manifest, invocation);
    const journal = invocation.settings.dryRun
      ? undefined
      : await openJournal(directory.journal, recorded.journalEnd, lock.check);
    return {
      recorded,
      async settle(rows, as) {
        const at = new Date().toISOString();
        const records = rows.map(({ row }) => ({ kind: 'resolve', row, as, at }) as const);
        await Promise.all(records.map((record) => journal?.append(record, records.length)));
        for (const record of records) recorded.state.take(record);
      },
      close: async () => {
        await journal?.close().finally(lock.release);
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * The rows of a run that are meant: unknown ones, or those that are named, even if a person has settled them before. Throws a
 * `UsageError` for any other.
 */
export const rowsToSettle = ({ directory, state }: RecordedRun, { rows, lines }: ChosenRows): RowState[] => {
  const unknown = state.pending('unknown', 'open');
  if (rows.length + lines.length === 0) return unknown;
  const known = state.pending();
  const hint = `See: ${runLine('show', { run: directory.id }, { unknown: true })}`;
  for (const number of rows)
    if (!known.some(({ row }) => row === number))
      throw new UsageError(`The run has no unknown row ${number}`, hint);
  for (const number of lines) {
    const there = known.filter(({ line }) => line === number);
    if (there.length === 0) throw new UsageError(`The run has no unknown row at line ${number}`, hint);
    if (there.length > 1)
      throw new UsageError(`Line ${number} has ${there.length} unknown rows; name them with --rows`, hint);
  }
  return known.filter(({ row, line }) => rows.includes(row) || lines.includes(line));
};

/** The run as it is after rows were settled. */
export const settledRun = async (recorded: RecordedRun, invocation: Invocation): Promise<Result> =>
  oneRun(runRecord(recorded, await undoneRuns(stateDirectory(invocation.io.env))), invocation);

/** Says which rows of a run are still unknown or unsent, and what to type. */
export const sayWhatIsLeft = (
  { warn, here, settings }: Invocation,
  { directory, state }: RecordedRun,
): void => {
  if (settings.dryRun) {
    warn('This is a dry run: nothing was settled. The run would be as shown.');
    return;
  }
  const { unknown: lines } = state.standing();
  if (lines.length > 0) warn(settleWords(lines, here('runs resolve', [directory.id])));
  if (state.end === undefined)
    warn(`The run is unfinished. Resume it with: ${here('runs resume', [directory.id])}`);
};
