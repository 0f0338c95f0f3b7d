import { type RunDirectory, shortName } from '../../bulk/journal/directory.ts';
import { openJournal } from '../../bulk/journal/journal.ts';
import { untilUnlocked } from '../../bulk/journal/lock.ts';
import { type RecordedRun, readRun, runRecord, undoneRuns } from '../../bulk/journal/recorded-run.ts';
import type { RowState } from '../../bulk/journal/replay.ts';
import { lookAtRows, type UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Decision } from '../../changes/outcome.ts';
import { Failure, Interrupted } from '../../failure/failure.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { inShapes } from '../../terminal/screen.ts';
import { counted, figure } from '../../words/counted.ts';
import { type FlagTexts, runLine } from '../../words/resale-line.ts';
import { lineFor, withLine } from '../bulk/ending.ts';
import { watchListings } from '../bulk/progress.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { oneRun } from './columns.ts';
import { leftWords } from './ended-run.ts';
import { checkOwner, knownOperation, lockOrLook, namesOf, watching } from './same-run.ts';
import { doubtsAbout, looksWords, unknownColumnsFor } from './unknown-columns.ts';

const mostNamed = 20;

/** Shows the listings of unknown rows as they are now. At a terminal, it asks what became of the rows. */
export const lookAtUnknownRows = async (
  invocation: Invocation,
  directory: RunDirectory,
  numbers: readonly number[],
): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const isDrawn = formats[invocation.format()].isDrawn;
  if (invocation.canAsk() && io.stdout.isTTY === true && isDrawn && !settings.dryRun)
    return askAfterLook(invocation, directory, numbers);
  await untilUnlocked(directory, watching(invocation));
  const recorded = await readRun(directory);
  await checkOwner(recorded.manifest, invocation);
  const rows = await lookWithNames(invocation, recorded, numbers);
  if (io.stderr.isTTY === true)
    return { ...table(invocation, recorded, rows), notice: () => proposal(invocation, recorded, rows) };
  if (rows.length > 0) {
    const which =
      rows.length > mostNamed ? { all: true as const } : { rows: rows.map(({ row }) => row).join() };
    warn(
      `To say what became of them, put applied, refused or retry (send them again with the next resume) in place of WHAT: ${lineFor(invocation, recorded.directory.id, 'resolve', { ...which, as: 'WHAT' })}`,
    );
  }
  return table(invocation, recorded, rows);
};

/** `8 in doubt: 8 are as wanted now`, and the line that settles them: by itself only if all of them look applied. */
const proposal = (
  invocation: Invocation,
  { directory, manifest }: RecordedRun,
  rows: readonly UnknownRow[],
): string | undefined => {
  if (rows.length === 0) return undefined;
  const looks = [...new Set(rows.map((row) => row.looks))];
  const sums = looks.map((one) => {
    const count = rows.filter((row) => row.looks === one).length;
    return `${figure(count)} ${count === 1 ? 'is' : 'are'} ${looksWords(one, knownOperation(manifest))} now`;
  });
  const line = (flags: FlagTexts) => lineFor(invocation, directory.id, 'resolve', flags);
  const next = looks.every((one) => one === 'wanted')
    ? `To take ${rows.length === 1 ? 'it' : 'them'} for applied: ${line({ all: true, as: 'applied' })}`
    : `To settle ${rows.length === 1 ? 'it' : 'them'}: ${line({})}`;
  return `${figure(rows.length)} in doubt: ${sums.join(', ')}. ${next}`;
};

const askAfterLook = async (
  invocation: Invocation,
  directory: RunDirectory,
  numbers: readonly number[],
): Promise<Result> => {
  const { recorded, settle, close } = await beginSettling(directory, invocation);
  let count = 0;
  try {
    const rows = await lookWithNames(invocation, recorded, numbers);
    if (rows.length > 0) await invocation.show(table(invocation, recorded, rows));
    const { askAboutRows } = await import('./ask-about-rows.ts');
    const answers = askAboutRows(invocation.questionIo(), rows, knownOperation(recorded.manifest));
    for await (const { settled, as } of answers) {
      await settle(settled, as);
      count += settled.length;
    }
  } catch (error) {
    if (count > 0 || error instanceof Interrupted)
      invocation.warn(`Settled ${counted(count, 'row')}. ${leftWords(invocation, recorded)}`);
    throw error;
  } finally {
    await close();
  }
  return settledRun(recorded, invocation, count);
};

export const settleRows = async (
  invocation: Invocation,
  directory: RunDirectory,
  numbers: readonly number[],
  as: Decision,
): Promise<Result> => {
  const { io, warn } = invocation;
  const { recorded, settle, close } = await beginSettling(directory, invocation);
  let chosen: readonly RowState[] = [];
  try {
    chosen = rowsToSettle(recorded, numbers);
    const rows = await look(invocation, recorded, chosen).catch((error: unknown): UnknownRow[] => {
      if (!(error instanceof Failure) || error instanceof Interrupted || io.interruption.aborted) throw error;
      warn(`The listings were not looked at: ${error.message}.`);
      return [];
    });
    for (const words of doubtsAbout(rows, as, knownOperation(recorded.manifest))) warn(words);
    await settle(chosen, as);
  } finally {
    await close();
  }
  return settledRun(recorded, invocation, chosen.length);
};

const beginSettling = async (directory: RunDirectory, invocation: Invocation) => {
  const lock = await lockOrLook(directory, invocation);
  try {
    const recorded = await readRun(directory);
    await checkOwner(recorded.manifest, invocation);
    const journal = invocation.settings.dryRun
      ? undefined
      : await openJournal(directory.journal, recorded.journalEnd, lock.check);
    return {
      recorded,
      /** The decisions are on disk when this resolves. */
      async settle(rows: readonly { row: number }[], as: Decision) {
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

/** Without numbers, all unknown rows; with them, also rows that were settled before. */
const rowsToSettle = ({ directory, state }: RecordedRun, numbers: readonly number[]): RowState[] => {
  if (numbers.length === 0) return state.pending('unknown', 'open');
  const known = state.pending();
  for (const number of numbers)
    if (!known.some(({ row }) => row === number))
      throw new UsageError(
        `The run has no unknown row ${number}`,
        `To see those that it has: ${runLine('show', { run: directory.id }, { unknown: true })}`,
      );
  return known.filter(({ row }) => numbers.includes(row));
};

const look = async (
  invocation: Invocation,
  recorded: RecordedRun,
  rows: readonly RowState[],
  names: ReadonlyMap<number, string> = new Map(),
): Promise<UnknownRow[]> => {
  if (rows.length === 0) return [];
  const { interruption: signal } = invocation.io;
  const client = await invocation.connect({ signal, retry: { outlasts: true }, isWatched: true });
  const { onListings, stop } = watchListings(invocation);
  return lookAtRows(client, knownOperation(recorded.manifest), rows, names, onListings).finally(stop);
};

const lookWithNames = async (
  invocation: Invocation,
  recorded: RecordedRun,
  numbers: readonly number[],
): Promise<UnknownRow[]> => {
  const rows = rowsToSettle(recorded, numbers);
  const names = await namesOf(invocation, recorded, rows, (reason) =>
    invocation.warn(`The rows are shown without their names: ${reason}.`),
  );
  return look(invocation, recorded, rows, names).catch((error: unknown) => {
    throw withLine(error, lineFor(invocation, recorded.directory.id, 'resolve'));
  });
};

const table = (
  invocation: Invocation,
  { directory, manifest }: RecordedRun,
  rows: readonly UnknownRow[],
) => ({
  kind: 'records' as const,
  records: rows.map((row) => ({ ...row })),
  columns: unknownColumnsFor(rows, knownOperation(manifest), invocation.format()),
  empty: nothingInDoubt(invocation, directory.id),
});

const settledRun = async (recorded: RecordedRun, invocation: Invocation, count: number): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const left = settings.dryRun
    ? 'This is a dry run: nothing was settled. The run would be as shown.'
    : leftWords(invocation, recorded);
  const isTold = io.stdout.isTTY === true && settings.format === undefined && !settings.dryRun;
  if (isTold) {
    const done = count > 0 ? inShapes(`✓ Settled ${counted(count, 'row')}`, io.env) : undefined;
    const all = [done, left].filter((text) => text !== undefined);
    warn(all.join('. ') || nothingInDoubt(invocation, recorded.directory.id));
    return { kind: 'nothing' };
  }
  if (left !== undefined) warn(left);
  return oneRun(runRecord(recorded, await undoneRuns(stateDirectory(io.env))), invocation);
};

const nothingInDoubt = ({ io }: Invocation, run: string): string =>
  inShapes(`✓ Nothing is in doubt in ${shortName(stateDirectory(io.env), run)}`, io.env);
