import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { untilUnlocked } from '../../bulk/journal/lock.ts';
import { type RecordedRun, readRun } from '../../bulk/journal/recorded-run.ts';
import type { RowState } from '../../bulk/journal/replay.ts';
import { rowName } from '../../bulk/rows/row.ts';
import { lookAtRows, type UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Decision } from '../../changes/outcome.ts';
import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { withLine } from '../bulk/ending.ts';
import { watchListings } from '../bulk/progress.ts';
import type { Invocation } from '../invocation.ts';
import { checkOwner, knownOperation, sameFile } from './same-run.ts';
import { beginSettling, type ChosenRows, rowsToSettle, sayWhatIsLeft, settledRun } from './settle-rows.ts';
import { doubtsAbout, unknownColumnsFor } from './unknown-columns.ts';
import { watching } from './watched-lock.ts';

/** How many rows are named in the line to type. */
const mostNamed = 20;

/** Reads the listings of unknown rows anew and shows them. At a terminal, it asks what became of them, row by row. */
export const lookAtUnknownRows = async (
  invocation: Invocation,
  directory: RunDirectory,
  chosen: ChosenRows,
): Promise<Result> => {
  const { io, settings } = invocation;
  const isDrawn = formats[invocation.format()].isDrawn;
  if (invocation.canAsk() && io.stdout.isTTY === true && isDrawn && !settings.dryRun)
    return { kind: 'results', results: askAfterLook(invocation, directory, chosen) };
  await untilUnlocked(directory, watching(invocation));
  const recorded = await readRun(directory);
  await checkOwner(recorded.manifest, invocation);
  const rows = await lookWithNames(invocation, recorded, chosen);
  if (rows.length > 0) {
    const which =
      rows.length > mostNamed ? { all: true as const } : { rows: rows.map(({ row }) => row).join() };
    const typed = invocation.here('runs resolve', [directory.id], { ...which, as: 'WHAT' });
    invocation.warn(
      `To say what became of them, put applied, refused or retry (send them again with the next resume) in place of WHAT: ${typed}`,
    );
  }
  return table(invocation, recorded, rows);
};

async function* askAfterLook(
  invocation: Invocation,
  directory: RunDirectory,
  chosen: ChosenRows,
): AsyncGenerator<Result> {
  const { recorded, settle, close } = await beginSettling(directory, invocation);
  const operation = knownOperation(recorded.manifest);
  let count = 0;
  try {
    const rows = await lookWithNames(invocation, recorded, chosen);
    yield table(invocation, recorded, rows);
    const { askAboutRows } = await import('./ask-about-rows.ts');
    for await (const { settled, as } of askAboutRows(invocation.questionIo(), rows, operation)) {
      await settle(settled, as);
      count += settled.length;
    }
  } catch (error) {
    if (count > 0 || error instanceof Interrupted)
      invocation.warn(
        `${count > 0 ? `${counted(count, 'row')} settled before that` : 'Nothing was settled'}. To go on: ${invocation.here('runs resolve', [directory.id])}`,
      );
    throw error;
  } finally {
    await close();
  }
  yield await settledRun(recorded, invocation);
  sayWhatIsLeft(invocation, recorded);
}

const table = (invocation: Invocation, { manifest }: RecordedRun, rows: readonly UnknownRow[]): Result => ({
  kind: 'records',
  records: rows.map((row) => ({ ...row })),
  columns: unknownColumnsFor(rows, knownOperation(manifest), invocation.format()),
  empty: 'No row of the run is unknown.',
});

/** Says of rows what became of them, as a script does, and says what speaks against it. */
export const settleRows = async (
  invocation: Invocation,
  directory: RunDirectory,
  chosen: ChosenRows,
  as: Decision,
): Promise<Result> => {
  const { io, warn } = invocation;
  const { recorded, settle, close } = await beginSettling(directory, invocation);
  try {
    const intents = rowsToSettle(recorded, chosen);
    const rows = await look(invocation, recorded, intents).catch((error: unknown): UnknownRow[] => {
      if (!(error instanceof Failure) || error instanceof Interrupted || io.interruption.aborted) throw error;
      warn(`The listings were not looked at: ${error.message}.`);
      return [];
    });
    for (const words of doubtsAbout(rows, as, knownOperation(recorded.manifest))) warn(words);
    await settle(intents, as);
  } finally {
    await close();
  }
  sayWhatIsLeft(invocation, recorded);
  return settledRun(recorded, invocation);
};

const look = async (
  invocation: Invocation,
  recorded: RecordedRun,
  intents: readonly RowState[],
  names: ReadonlyMap<number, string> = new Map(),
): Promise<UnknownRow[]> => {
  if (intents.length === 0) return [];
  const { interruption: signal } = invocation.io;
  const client = await invocation.connect({ signal, retry: { outlasts: true }, isWatched: true });
  const { onListings, stop } = watchListings(invocation);
  return lookAtRows(client, knownOperation(recorded.manifest), intents, names, onListings).finally(stop);
};

const lookWithNames = async (
  invocation: Invocation,
  recorded: RecordedRun,
  chosen: ChosenRows,
): Promise<UnknownRow[]> => {
  const intents = rowsToSettle(recorded, chosen);
  const names = intents.length > 0 ? await namesOf(invocation, recorded, intents) : undefined;
  return look(invocation, recorded, intents, names).catch((error: unknown) => {
    throw withLine(error, invocation.here('runs resolve', [recorded.directory.id]));
  });
};

/** What the rows call their listings, by the numbers of the rows. Without the file as it was, the rows have no names. */
const namesOf = async (
  { io, warn }: Invocation,
  recorded: RecordedRun,
  intents: readonly RowState[],
): Promise<Map<number, string>> => {
  const names = new Map<number, string>();
  const wanted = new Set(intents.map(({ row }) => row));
  try {
    for await (const row of (await sameFile(recorded)).rows(io.interruption)) {
      const name = wanted.delete(row.number) ? rowName(row) : undefined;
      if (name !== undefined) names.set(row.number, name);
      if (wanted.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof Failure) || error === io.interruption.reason) throw error;
    warn(`The rows are shown without their names: ${error.message}.`);
  }
  return names;
};
