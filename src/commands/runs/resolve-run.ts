import type { Decision } from '../../changes/outcome.ts';
import { Failure, Interrupted } from '../../failure/failure.ts';
import { usage } from '../../failure/kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { leftWords } from '../../runs/command/ended-run.ts';
import { ownOperation, tellMissingParts, watching } from '../../runs/command/own-run.ts';
import { watchListings } from '../../runs/control/run-progress.ts';
import { type RunDirectory, shortName } from '../../runs/folder/directory.ts';
import { type Journal, openJournal } from '../../runs/journal/journal.ts';
import { lockRun, type RunLock, untilUnlocked } from '../../runs/journal/lock.ts';
import { journalStart } from '../../runs/journal/records.ts';
import type { RowState } from '../../runs/journal/row-state.ts';
import { planRows } from '../../runs/plan/plan-file.ts';
import { type RecordedRun, readRun } from '../../runs/recorded-run.ts';
import { writeRowsOf } from '../../runs/report/failed-out.ts';
import { oneRun } from '../../runs/report/run-columns.ts';
import { lineFor, withLine } from '../../runs/report/run-ending.ts';
import { runRecord } from '../../runs/run-records.ts';
import { lookAtRows, type RowInDoubt } from '../../runs/send/in-doubt.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { type FlagTexts, runLine } from '../../words/resale-line.ts';
import { askAboutRows, doubtsAbout, unknownColumnsFor } from './doubtful-rows.ts';

/** The rows to resolve, the decision, and the file for rows resolved as not applied. */
interface Resolution {
  lines: readonly number[];
  as: Decision | undefined;
  failedOut: string | undefined;
}

/**
 * Shows the current listings of rows in doubt, and records a decision about the rows: `as`, or the answer of a person at the
 * terminal.
 */
export const resolveRun = async (
  invocation: Invocation,
  directory: RunDirectory,
  { lines, as, failedOut }: Resolution,
): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const isDrawn = io.stdout.isTTY === true && formats[invocation.format()].isDrawn;
  const asks = as === undefined && invocation.canAsk() && isDrawn && !settings.dryRun;
  const resolving = await beginResolving(directory, invocation, asks || as !== undefined);
  const { recorded, operation, close } = resolving;
  let count = 0;
  const notApplied = new Set<number>();
  const record = async (rows: readonly Resolved[], as: Decision): Promise<void> => {
    await resolving.resolve(rows, as);
    count += rows.length;
    if (as === 'not-applied') for (const { row } of rows) notApplied.add(row);
  };
  try {
    const chosen = rowsToResolve(recorded, lines);
    const rows = await look(resolving, chosen, as);
    if (as !== undefined) {
      for (const words of doubtsAbout(rows, as, operation)) warn(words);
      // Rows with a reading have an id, which is recorded with the decision.
      await record(rows.length > 0 ? rows : chosen, as);
    } else if (!asks) return looked(resolving, rows);
    else {
      if (rows.length > 0) await invocation.show(table(resolving, rows));
      const answers = askAboutRows(invocation.questionIo(), rows, operation);
      for await (const answer of answers) await record(answer.resolved, answer.as);
    }
    if (failedOut !== undefined && !settings.dryRun)
      await writeRowsOf(recorded, (row) => notApplied.has(row), failedOut, invocation);
  } catch (error) {
    if (asks && (count > 0 || error instanceof Interrupted))
      warn(prefixed(`Resolved ${counted(count, 'row')}.`, leftWords(invocation, recorded)));
    throw error;
  } finally {
    await close();
  }
  return resolvedRun(recorded, invocation, count);
};

type Resolving = Awaited<ReturnType<typeof beginResolving>>;

interface Resolved {
  row: number;
  id: string | null;
}

/** Only a run that is to be resolved is locked. */
const beginResolving = async (directory: RunDirectory, invocation: Invocation, resolves: boolean) => {
  const { dryRun } = invocation.settings;
  const recorded = await readRun(directory);
  const operation = await ownOperation(recorded.plan.head, invocation);
  tellMissingParts(recorded, invocation);
  const held: { journal: Journal; lock: RunLock }[] = [];
  const journalOf = new Map<number, Journal>();
  const close = async (): Promise<void> => {
    for (const { journal, lock } of held) await journal.close().finally(lock.release);
  };
  for (const { directory: one } of recorded.journals) {
    if (!resolves || dryRun) {
      await untilUnlocked(one, watching(invocation));
      continue;
    }
    const lock = await lockRun(one, watching(invocation));
    // Another process may have continued it before the lock was taken.
    const rows: number[] = [];
    const { journals } = await readRun(one, ({ row }) => rows.push(row));
    const journal = await openJournal(one.journal, journals[0]?.end ?? journalStart, lock.check);
    held.push({ journal, lock });
    for (const row of rows) journalOf.set(row, journal);
  }
  return {
    invocation,
    recorded: held.length > 0 ? await readRun(directory) : recorded,
    operation,
    /** The decisions are on disk when this resolves. */
    async resolve(this: { recorded: RecordedRun }, rows: readonly Resolved[], as: Decision) {
      const at = new Date().toISOString();
      const records = rows.map(
        ({ row, id }) =>
          ({ kind: 'resolved', row, as, at, ...(as === 'applied' && id !== null && { id }) }) as const,
      );
      await Promise.all(records.map((record) => journalOf.get(record.row)?.append(record, records.length)));
      for (const record of records) this.recorded.state.take(record);
    },
    close,
  };
};

const looked = (resolving: Resolving, rows: readonly RowInDoubt[]): Result => {
  const shown = table(resolving, rows);
  const advice = toResolve(resolving, rows);
  if (resolving.invocation.canAsk()) return { ...shown, notice: () => advice };
  // The log of a script should have that.
  if (advice !== undefined) resolving.invocation.warn(advice);
  return shown;
};

/** The line that resolves them: by itself only if all of them look applied. */
const toResolve = (
  { invocation, recorded: { directory } }: Resolving,
  rows: readonly RowInDoubt[],
): Advice | undefined => {
  if (rows.length === 0) return undefined;
  const them = rows.length === 1 ? 'it' : 'them';
  const line = (flags: FlagTexts) => lineFor(invocation, directory.id, 'resolve', flags);
  if (rows.every(({ looks }) => looks === 'wanted'))
    return proposal(`To take ${them} for applied:`, line({ all: true, as: 'applied' }));
  return invocation.canAsk()
    ? proposal(`To resolve ${them}:`, line({}))
    : proposal(
        'To resolve them, put applied or not-applied in place of WHAT; --lines 2,5 chooses among them:',
        line({ all: true, as: 'WHAT' }),
      );
};

/** Without lines, all rows in doubt; with them, also rows that were resolved before. */
const rowsToResolve = ({ directory, state }: RecordedRun, lines: readonly number[]): RowState[] => {
  if (lines.length === 0) return state.allInDoubt;
  const known = state.toResolve;
  for (const wanted of lines)
    if (!known.some(({ line }) => line === wanted))
      throw usage(
        `No row on line ${wanted} is in doubt`,
        proposal('To see those that are:', runLine('resolve', { run: directory.id }, { dryRun: true })),
      );
  return known.filter(({ line }) => lines.includes(line));
};

/** Names are needed only for a question. A decision is recorded even if the listings can't be read. */
const look = async (
  { invocation, recorded, operation }: Resolving,
  rows: readonly RowState[],
  as: Decision | undefined,
): Promise<RowInDoubt[]> => {
  if (rows.length === 0) return [];
  const { io, warn } = invocation;
  const names = as === undefined ? await namesOf(recorded, rows) : new Map<number, string>();
  const { onListings, stop } = watchListings(invocation);
  try {
    const client = await invocation.connect({
      signal: io.interruption,
      retry: { outlasts: true },
      hasProgress: true,
    });
    return await lookAtRows(client, operation, rows, names, onListings);
  } catch (error) {
    if (as === undefined) throw withLine(error, lineFor(invocation, recorded.directory.id, 'resolve'));
    if (!(error instanceof Failure) || error instanceof Interrupted || io.interruption.aborted) throw error;
    warn(`The listings were not looked at: ${error.message.replace(/\.$/, '')}.`);
    return [];
  } finally {
    stop();
  }
};

const table = (
  { invocation, recorded: { directory }, operation }: Resolving,
  rows: readonly RowInDoubt[],
) => ({
  kind: 'records' as const,
  // The row number is internal: people know the line.
  records: rows.map(({ row: _, ...shown }) => shown),
  columns: unknownColumnsFor(rows, operation, invocation.format()),
  empty: nothingInDoubt(invocation, directory.id),
});

const resolvedRun = async (recorded: RecordedRun, invocation: Invocation, count: number): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const left = settings.dryRun
    ? 'This is a dry run: nothing was resolved. The run would be as shown.'
    : leftWords(invocation, recorded, false);
  const isTold = io.stdout.isTTY === true && settings.format === undefined && !settings.dryRun;
  if (isTold) {
    const done = `✓ Resolved ${counted(count, 'row')}`;
    if (count > 0) warn(left === undefined ? done : prefixed(`${done}.`, left));
    else warn(left ?? nothingInDoubt(invocation, recorded.directory.id));
    return { kind: 'nothing' };
  }
  if (left !== undefined) warn(left);
  return oneRun(runRecord(recorded), invocation);
};

const nothingInDoubt = ({ io }: Invocation, run: string): string =>
  `✓ Nothing is in doubt in ${shortName(stateDirectory(io.env), run)}`;

/** What the plan calls rows, by their numbers. */
const namesOf = async (
  { plan }: RecordedRun,
  rows: readonly Pick<RowState, 'row'>[],
): Promise<Map<number, string>> => {
  const wanted = new Set(rows.map(({ row }) => row));
  const names = new Map<number, string>();
  for await (const { row, name } of planRows(plan.path))
    if (name !== undefined && wanted.has(row)) names.set(row, name);
  return names;
};
