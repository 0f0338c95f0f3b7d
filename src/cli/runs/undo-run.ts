import { writeFile } from 'node:fs/promises';
import { inventorySet } from '../../changes/inventory-operations.ts';
import { operationNamed, operations } from '../../changes/operations.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { openRunDirectory, type RunDirectory } from '../../runs/directory.ts';
import { anotherRun } from '../../runs/errors.ts';
import type { RunLock } from '../../runs/journal/lock.ts';
import { rowsOf } from '../../runs/journal/run-state.ts';
import { type RecordedRun, readRun, setBackBefore } from '../../runs/recorded-run.ts';
import { openRowFile } from '../../runs/rows/row-file.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { figure } from '../../words/counted.ts';
import { lineAgain, runLine } from '../../words/resale-line.ts';
import { lineFor, withLine } from '../bulk/ending.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { newRecording } from '../bulk/from-file.ts';
import { runMany } from '../bulk/many-rows.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { leftWords } from './ended-run.ts';
import { lockOrLook, namesOf, ownOperation } from './same-run.ts';

type UndoFlags = Pick<BulkFlags, 'concurrency' | 'failedOut'>;

export const undoRun = async (
  invocation: Invocation,
  run: string,
  { concurrency, failedOut }: UndoFlags,
): Promise<Result> => {
  if (!invocation.settings.dryRun) await invocation.refuseReadOnly();
  const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
  checkUndoable(await readRun(directory), invocation);
  // Until this undo has begun, no other one of this run may.
  const lock = await lockOrLook(directory, invocation);
  try {
    return await undoLocked(invocation, directory, lock, { concurrency, failedOut });
  } catch (error) {
    throw withLine(error, lineAgain({ ...invocation.line, operands: [run] }));
  } finally {
    await lock.release();
  }
};

const undoLocked = async (
  invocation: Invocation,
  directory: RunDirectory,
  { check }: RunLock,
  { concurrency, failedOut }: UndoFlags,
): Promise<Result> => {
  const { settings } = invocation;
  const undone = await readRun(directory);
  const { isDelta = false } = await ownOperation(undone.manifest, invocation, failedOut);
  const setBack = await listingsSetBack(undone, invocation);
  const recording = newRecording(invocation, settings.dryRun, { check });
  try {
    const { input } = await recording.directory();
    const leftAlone = await writeReverseRows(undone, input, isDelta, invocation, setBack);
    const file = await openRowFile(input);
    const left = leftWords(invocation, undone, 'Only what the run has done is undone. ');
    if (left !== undefined) invocation.warn(left);
    for (const words of leftAlone) invocation.warn(words);
    return await runMany({
      invocation,
      operation: inventorySet,
      file,
      recording,
      undoes: undone.directory.id,
      undone: { ...undone.manifest, epoch: undone.state.resumed },
      failedOut,
      options: {
        onConflict: 'skip',
        mayClose: true,
        ignoreExtra: false,
        concurrency,
        settle: settings.settle,
      },
      isInteractive: invocation.isInteractive(),
    });
  } catch (error) {
    await recording.discard();
    throw error;
  }
};

const checkUndoable = ({ directory, manifest: { operation } }: RecordedRun, { here }: Invocation): void => {
  const known = operationNamed(operation);
  if (known?.changesInventory) return;
  const undoable = operations.filter(({ changesInventory }) => changesInventory).map(({ name }) => name);
  const created = runLine('show', { run: directory.id }, { rows: true, output: 'ndjson', jq: createdRows });
  const closing = here('listings close', [], { from: '-' });
  throw new UsageError(
    `${operation} can't be undone`,
    known?.listing === 'may be there'
      ? proposal('To close what the run created:', `${created} | ${closing}`)
      : `Only these can be: ${undoable.join(', ')}.`,
  );
};

/** The listings that earlier undos have set back. Refuses while one is open, since its rest could be sent twice. */
const listingsSetBack = async (
  run: RecordedRun,
  invocation: Invocation,
): Promise<ReadonlyMap<string, number>> => {
  const { listings, open } = await setBackBefore(stateDirectory(invocation.io.env), run);
  if (open === undefined) return listings;
  const [is, toDo, verb] = open.state.end
    ? (['has rows in doubt', 'To settle them', 'resolve'] as const)
    : (['has not ended', 'To go on with it', 'resume'] as const);
  throw anotherRun(
    `an undo of this run was begun before, and ${is}`,
    proposal(`${toDo}:`, lineFor(invocation, open.directory.id, verb)),
  );
};

const createdRows = 'select(.id and (.outcome == "applied" or .outcome == "converged")) | {id}';

/**
 * One row per listing: from the last value that the run wrote to the value before it, on the line of the run's own row. Returns
 * sentences about those that are left out.
 */
const writeReverseRows = async (
  undone: RecordedRun,
  path: string,
  isDelta: boolean,
  invocation: Invocation,
  setBack: ReadonlyMap<string, number>,
): Promise<string[]> => {
  const done: { row: number; line: number; id: string; before: number; after: number }[] = [];
  const kept = new Set<string>();
  for await (const { outcome, row, line, id, before, after, epoch = 0 } of rowsOf(undone.directory)) {
    const isChange = outcome === 'applied' || outcome === 'converged';
    if (!isChange || id === null || before === null || after === null) continue;
    if (epoch <= (setBack.get(id) ?? -1)) kept.add(id);
    else done.push({ row, line, id, before, after });
  }
  const names = await namesOf(invocation, undone, done);
  const changes = new Map<
    string,
    { line: number; called: string | undefined; quantity: number; expect: number }
  >();
  for (const { row, line, id, before, after } of done.sort((one, other) => one.row - other.row)) {
    const earlier = changes.get(id) ?? { line, called: names.get(row), quantity: before, expect: before };
    // What others changed between two rows of the run stays.
    const quantity =
      before === earlier.expect || isDelta ? before + earlier.quantity - earlier.expect : before;
    changes.set(id, { ...earlier, quantity, expect: after });
  }
  const reversed = [...changes].filter(([, { quantity, expect }]) => quantity >= 0 && quantity !== expect);
  let last = 0;
  const lines = reversed.map(([id, { line, ...change }]) => {
    // Rows of a JSON array may share a line.
    const blanks = '\n'.repeat(Math.max(0, line - last - 1));
    last += blanks.length + 1;
    return `${blanks}${JSON.stringify({ id, ...change })}\n`;
  });
  // An empty file is not a file of rows, but an empty array is.
  await writeFile(path, lines.length > 0 ? lines : '[]', { mode: 0o600, flag: 'wx', flush: true });
  const setBackAlready = [...kept].filter((id) => !changes.has(id)).length;
  const soldSince = [...changes.values()].filter(({ quantity }) => quantity < 0).length;
  return [
    ...leftAloneWords(setBackAlready, 'was set back before', 'were set back before'),
    ...leftAloneWords(
      soldSince,
      'has less for sale than the run added',
      'have less for sale than the run added',
    ),
  ];
};

/** `2 of its listings were set back before, and are left alone.` */
const leftAloneWords = (count: number, one: string, several: string): string[] =>
  count === 0
    ? []
    : [
        `${figure(count)} of its listings ${count === 1 ? `${one}, and is` : `${several}, and are`} left alone.`,
      ];
