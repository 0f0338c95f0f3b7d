import { writeFile } from 'node:fs/promises';
import { anotherRun } from '../../bulk/errors.ts';
import { openRunDirectory } from '../../bulk/journal/directory.ts';
import { untilUnlocked } from '../../bulk/journal/lock.ts';
import { type RecordedRun, readRun, setBackBefore } from '../../bulk/journal/recorded-run.ts';
import { rowsOf } from '../../bulk/journal/replay.ts';
import { openRowFile } from '../../bulk/rows/row-file.ts';
import { inventorySet } from '../../changes/inventory-operations.ts';
import { operationNamed, operations } from '../../changes/operations.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { figure } from '../../words/counted.ts';
import { lineAgain, runLine } from '../../words/resale-line.ts';
import { lineFor, withLine } from '../bulk/ending.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { newRecording } from '../bulk/from-file.ts';
import { runMany } from '../bulk/many-rows.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { leftWords } from './ended-run.ts';
import { namesOf, ownOperation, watching } from './same-run.ts';

export const undoRun = async (
  invocation: Invocation,
  run: string,
  { concurrency, failedOut }: Pick<BulkFlags, 'concurrency' | 'failedOut'>,
): Promise<Result> => {
  const { settings } = invocation;
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const undone = await readRun(await openRunDirectory(stateDirectory(invocation.io.env), run));
  await untilUnlocked(undone.directory, watching(invocation));
  checkUndoable(undone, invocation);
  const { isDelta = false } = await ownOperation(undone.manifest, invocation, failedOut);
  const setBack = await listingsSetBack(undone, invocation);
  const recording = newRecording(invocation, settings.dryRun);
  try {
    const { input } = await recording.directory();
    const kept = await writeReverseRows(undone, input, isDelta, invocation, setBack);
    const file = await openRowFile(input);
    const left = leftWords(invocation, undone, 'Only what the run has done is undone. ');
    if (left !== undefined) invocation.warn(left);
    if (kept > 0)
      invocation.warn(
        `${figure(kept)} of its listings ${kept === 1 ? 'was' : 'were'} set back before, and ${kept === 1 ? 'is' : 'are'} left alone.`,
      );
    return await runMany({
      invocation,
      operation: inventorySet,
      file,
      recording,
      undoes: undone.directory.id,
      undone: undone.manifest,
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
    throw withLine(error, lineAgain({ ...invocation.line, operands: [run] }));
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
      ? `To close what the run created: ${created} | ${closing}`
      : `Only these can be: ${undoable.join(', ')}.`,
  );
};

/** The listings that earlier undos have set back. Refuses while one has not ended, since its rest could be sent twice. */
const listingsSetBack = async (run: RecordedRun, invocation: Invocation): Promise<ReadonlySet<string>> => {
  const { listings, unfinished } = await setBackBefore(stateDirectory(invocation.io.env), run);
  if (unfinished === undefined) return listings;
  throw anotherRun(
    'an undo of this run was begun before, and has not ended',
    ` To go on with it: ${lineFor(invocation, unfinished, 'resume')}`,
  );
};

const createdRows = 'select(.outcome == "applied" or .outcome == "converged") | {id}';

/**
 * One row per listing: from the last value that the run wrote to the value before it, on the line of the run's own row. Returns how
 * many were left out, since they were set back before.
 */
const writeReverseRows = async (
  undone: RecordedRun,
  path: string,
  isDelta: boolean,
  invocation: Invocation,
  setBack: ReadonlySet<string>,
): Promise<number> => {
  const done: { row: number; line: number; id: string; before: number; after: number }[] = [];
  for await (const { outcome, row, line, id, before, after } of rowsOf(undone.directory)) {
    const isChange = outcome === 'applied' || outcome === 'converged';
    if (isChange && id !== null && before !== null && after !== null)
      done.push({ row, line, id, before, after });
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
    changes.set(id, { ...earlier, quantity: Math.max(0, quantity), expect: after });
  }
  const wanted = [...changes].filter(([, { quantity, expect }]) => quantity !== expect);
  const reversed = wanted.filter(([id]) => !setBack.has(id));
  let last = 0;
  const lines = reversed.map(([id, { line, ...change }]) => {
    // Rows of a JSON array may share a line.
    const blanks = '\n'.repeat(Math.max(0, line - last - 1));
    last += blanks.length + 1;
    return `${blanks}${JSON.stringify({ id, ...change })}\n`;
  });
  // An empty file is not a file of rows, but an empty array is.
  await writeFile(path, lines.length > 0 ? lines : '[]', { mode: 0o600, flag: 'wx', flush: true });
  return wanted.length - reversed.length;
};
