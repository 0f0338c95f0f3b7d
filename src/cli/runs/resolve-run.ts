import type { Decision } from '../../changes/outcome.ts';
import { Failure, Interrupted } from '../../failure/failure.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { type RunDirectory, shortName } from '../../runs/directory.ts';
import { lookAtRows, type UnknownRow } from '../../runs/in-doubt.ts';
import { openJournal } from '../../runs/journal/journal.ts';
import type { RowState } from '../../runs/journal/run-state.ts';
import { type RecordedRun, readRun, runRecord, undoneRuns } from '../../runs/recorded-run.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { inShapes } from '../../terminal/screen.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { type FlagTexts, runLine } from '../../words/resale-line.ts';
import { lineFor, withLine } from '../bulk/ending.ts';
import { watchListings } from '../bulk/progress.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { oneRun } from './columns.ts';
import { leftWords } from './ended-run.ts';
import { lockOrLook, namesOf, ownOperation } from './same-run.ts';
import { askAboutRows, doubtsAbout, unknownColumnsFor } from './unknown-rows.ts';

/**
 * Shows the listings of unknown rows as they are now, and records what became of the rows: `as`, or what a person at the terminal
 * answers.
 */
export const resolveRun = async (
  invocation: Invocation,
  directory: RunDirectory,
  numbers: readonly number[],
  as: Decision | undefined,
): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const isDrawn = io.stdout.isTTY === true && formats[invocation.format()].isDrawn;
  const asks = as === undefined && invocation.canAsk() && isDrawn && !settings.dryRun;
  const settling = await beginSettling(directory, invocation, asks || as !== undefined);
  const { recorded, operation, settle, close } = settling;
  let count = 0;
  try {
    const chosen = rowsToSettle(recorded, numbers);
    const rows = await look(settling, chosen, as);
    if (as !== undefined) {
      for (const words of doubtsAbout(rows, as, operation)) warn(words);
      // What was found of them says more, unless nothing could be read.
      await settle(rows.length > 0 ? rows : chosen, as);
      count = chosen.length;
    } else if (!asks) return looked(settling, rows);
    else {
      if (rows.length > 0) await invocation.show(table(settling, rows));
      const answers = askAboutRows(invocation.questionIo(), rows, operation);
      for await (const answer of answers) {
        await settle(answer.settled, answer.as);
        count += answer.settled.length;
      }
    }
  } catch (error) {
    if (asks && (count > 0 || error instanceof Interrupted))
      warn(prefixed(`Settled ${counted(count, 'row')}.`, leftWords(invocation, recorded)));
    throw error;
  } finally {
    await close();
  }
  return settledRun(recorded, invocation, count);
};

type Settling = Awaited<ReturnType<typeof beginSettling>>;

/** Only a run that is to be settled is locked. */
const beginSettling = async (directory: RunDirectory, invocation: Invocation, settles: boolean) => {
  const lock = await lockOrLook(directory, invocation, !settles);
  try {
    const recorded = await readRun(directory);
    const operation = await ownOperation(recorded.manifest, invocation);
    const journal =
      settles && !invocation.settings.dryRun
        ? await openJournal(directory.journal, recorded.journalEnd, lock.check)
        : undefined;
    return {
      invocation,
      recorded,
      operation,
      /** The decisions are on disk when this resolves. */
      async settle(rows: readonly { row: number; id: string | null }[], as: Decision) {
        const at = new Date().toISOString();
        const records = rows.map(
          ({ row, id }) =>
            ({ kind: 'resolve', row, as, at, ...(as === 'applied' && id !== null && { id }) }) as const,
        );
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

const mostNamed = 20;

const looked = (settling: Settling, rows: readonly UnknownRow[]): Result => {
  const { invocation, recorded } = settling;
  const shown = table(settling, rows);
  if (invocation.io.stderr.isTTY === true) return { ...shown, notice: () => toSettle(settling, rows) };
  if (rows.length > 0) {
    const which =
      rows.length > mostNamed ? { all: true as const } : { rows: rows.map(({ row }) => row).join() };
    invocation.warn(
      proposal(
        'To say what became of them, put applied, refused or retry (send them again with the next resume) in place of WHAT:',
        lineFor(invocation, recorded.directory.id, 'resolve', { ...which, as: 'WHAT' }),
      ),
    );
  }
  return shown;
};

/** The line that settles them: by itself only if all of them look applied. */
const toSettle = (
  { invocation, recorded: { directory } }: Settling,
  rows: readonly UnknownRow[],
): Advice | undefined => {
  if (rows.length === 0) return undefined;
  const them = rows.length === 1 ? 'it' : 'them';
  const line = (flags: FlagTexts) => lineFor(invocation, directory.id, 'resolve', flags);
  return rows.every(({ looks }) => looks === 'wanted')
    ? proposal(`To take ${them} for applied:`, line({ all: true, as: 'applied' }))
    : proposal(`To settle ${them}:`, line({}));
};

/** Without numbers, all unknown rows; with them, also rows that were settled before. */
const rowsToSettle = ({ directory, state }: RecordedRun, numbers: readonly number[]): RowState[] => {
  if (numbers.length === 0) return state.pending('unknown', 'open');
  const known = state.pending();
  for (const number of numbers)
    if (!known.some(({ row }) => row === number))
      throw new UsageError(
        `The run has no unknown row ${number}`,
        proposal('To see those that it has:', runLine('show', { run: directory.id }, { unknown: true })),
      );
  return known.filter(({ row }) => numbers.includes(row));
};

/** Names are only for who is to decide; a decision is recorded even if the listings can't be read. */
const look = async (
  { invocation, recorded, operation }: Settling,
  rows: readonly RowState[],
  as: Decision | undefined,
): Promise<UnknownRow[]> => {
  if (rows.length === 0) return [];
  const { io, warn } = invocation;
  const names =
    as === undefined
      ? await namesOf(invocation, recorded, rows, (reason) =>
          warn(`The rows are shown without their names: ${reason}.`),
        )
      : new Map<number, string>();
  const { onListings, stop } = watchListings(invocation);
  try {
    const client = await invocation.connect({
      signal: io.interruption,
      retry: { outlasts: true },
      isWatched: true,
    });
    return await lookAtRows(client, operation, rows, names, onListings);
  } catch (error) {
    if (as === undefined) throw withLine(error, lineFor(invocation, recorded.directory.id, 'resolve'));
    if (!(error instanceof Failure) || error instanceof Interrupted || io.interruption.aborted) throw error;
    warn(`The listings were not looked at: ${error.message}.`);
    return [];
  } finally {
    stop();
  }
};

const table = (
  { invocation, recorded: { directory }, operation }: Settling,
  rows: readonly UnknownRow[],
) => ({
  kind: 'records' as const,
  records: rows.map((row) => ({ ...row })),
  columns: unknownColumnsFor(rows, operation, invocation.format()),
  empty: nothingInDoubt(invocation, directory.id),
});

const settledRun = async (recorded: RecordedRun, invocation: Invocation, count: number): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const left = settings.dryRun
    ? 'This is a dry run: nothing was settled. The run would be as shown.'
    : leftWords(invocation, recorded);
  const isTold = io.stdout.isTTY === true && settings.format === undefined && !settings.dryRun;
  if (isTold) {
    const done = inShapes(`✓ Settled ${counted(count, 'row')}`, io.env);
    if (count > 0) warn(left === undefined ? done : prefixed(`${done}.`, left));
    else warn(left ?? nothingInDoubt(invocation, recorded.directory.id));
    return { kind: 'nothing' };
  }
  if (left !== undefined) warn(left);
  return oneRun(runRecord(recorded, await undoneRuns(stateDirectory(io.env))), invocation);
};

const nothingInDoubt = ({ io }: Invocation, run: string): string =>
  inShapes(`✓ Nothing is in doubt in ${shortName(stateDirectory(io.env), run)}`, io.env);
