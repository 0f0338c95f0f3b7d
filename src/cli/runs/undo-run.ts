import { writeFile } from 'node:fs/promises';
import { openRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import { lockHolder } from '../../bulk/journal/lock.ts';
import { type RecordedRun, readRun, rowsOfRun } from '../../bulk/journal/recorded-run.ts';
import { openRowFile } from '../../bulk/rows/row-file.ts';
import { inventorySet } from '../../changes/inventory-set.ts';
import { operationNamed, operations } from '../../changes/operations.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { runMany } from '../bulk/many-rows.ts';
import { openPlaceFor } from '../bulk/place.ts';
import { planWords } from '../bulk/plan-words.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { whereOf } from '../permission.ts';

/** Sets back what a run changed and what still has the value that it wrote, as a run of its own. */
export const undoRun = async (
  invocation: Invocation,
  run: string,
  { concurrency, failedOut }: Pick<BulkFlags, 'concurrency' | 'failedOut'>,
): Promise<Result> => {
  const { settings } = invocation;
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const undone = await readRun(await openRunDirectory(stateDirectory(invocation.io.env), run));
  const held = await lockHolder(undone.directory);
  if (held) throw held;
  refuseWhatHasNoWayBack(undone);
  let closed: string[] = [];
  const place = await openPlaceFor(invocation, settings.dryRun, async (path) => {
    closed = await writeReversed(undone.directory, path);
  });
  try {
    const file = await openRowFile(place.path);
    for (const words of leftByUndo(undone)) invocation.warn(words);
    if (closed.length > 0) invocation.warn(closedWords(closed));
    return await runMany(invocation, {
      operation: inventorySet,
      file,
      reading: { ignoreExtra: false, direct: false, derivedFrom: undefined, anyConstants: false },
      planning: { skipInvalid: true, shard: undefined },
      limits: {},
      onConflict: 'skip',
      concurrency,
      failedOut,
      async ask({ totals }) {
        const what = `This sets back what ${run} changed at ${await whereOf(invocation)}.`;
        await invocation.confirmChange(`${what} ${planWords(totals, inventorySet)}`, 'many');
        return true;
      },
      begin: ({ totals: { rows } }) =>
        place.begin({
          file,
          operation: inventorySet.name,
          rows,
          options: { onConflict: 'skip', mayClose: true, ignoreExtra: false, concurrency },
          undoes: run,
        }),
      discard: place.discard,
    });
  } catch (error) {
    await place.discard();
    throw error;
  }
};

const refuseWhatHasNoWayBack = ({ manifest: { operation } }: RecordedRun): void => {
  if (operationNamed(operation)?.changesInventory) return;
  const undoable = operations.filter(({ changesInventory }) => changesInventory).map(({ name }) => name);
  throw new UsageError(`${operation} can't be undone`, `What can be: ${undoable.join(', ')}.`);
};

/**
 * Writes the rows that take a run's changes back, one a listing: from the value that the run left to the one that it
 * found. Returns the listings that it left with nothing, and so closed where they were not.
 */
const writeReversed = async (directory: RunDirectory, path: string): Promise<string[]> => {
  const changes = new Map<string, { quantity: number; expect: number }>();
  for await (const { outcome, id, before, after } of rowsOfRun(directory)) {
    const isChange = outcome === 'applied' || outcome === 'converged';
    if (isChange && id !== null && before !== null && after !== null)
      changes.set(id, { quantity: changes.get(id)?.quantity ?? before, expect: after });
  }
  const reversed = [...changes].filter(([, { quantity, expect }]) => quantity !== expect);
  const lines = reversed.map(([id, change]) => `${JSON.stringify({ id, ...change })}\n`);
  // A file of rows is not empty, even where there are none.
  await writeFile(path, lines.length > 0 ? lines : '[]', { mode: 0o600, flag: 'wx', flush: true });
  return reversed.filter(([, { expect }]) => expect === 0).map(([id]) => id);
};

const mostNamed = 10;

/** What an undo does not touch: rows that were not reached, and rows of which nobody knows what became of them. */
const leftByUndo = ({ directory, state }: RecordedRun): string[] => {
  const unknown = state.unknownRows().length;
  return [
    ...(state.end === undefined
      ? [
          `The run is unfinished, and only what it did so far is set back; the rest of it would still be done by: resale runs resume ${directory.id}`,
        ]
      : []),
    ...(unknown > 0
      ? [
          `${counted(unknown, 'row')} may or may not have been applied, and ${unknown === 1 ? 'is' : 'are'} not set back. See: resale runs show ${directory.id} --unknown`,
        ]
      : []),
  ];
};

/** Names the listings that may still be CLOSED after the undo. */
const closedWords = (closed: readonly string[]): string =>
  `The run took the inventory of ${counted(closed.length, 'listing')} to 0, which closes a listing. After the undo, these may still be CLOSED: ${closed.slice(0, mostNamed).join(', ')}${closed.length > mostNamed ? ', …' : ''}`;
