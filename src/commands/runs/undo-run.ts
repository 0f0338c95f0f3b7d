import { operationNamed, operations } from '../../changes/operations.ts';
import { usage } from '../../failure/kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { anotherRun, ownOperation, tellMissingParts, watching } from '../../runs/command/own-run.ts';
import { continueRun } from '../../runs/command/resume-run.ts';
import { runToEnd } from '../../runs/command/run-to-end.ts';
import { createRunControl, type RunControl } from '../../runs/control/run-control.ts';
import { watchListings } from '../../runs/control/run-progress.ts';
import { askBeforeRun } from '../../runs/draft/before-run.ts';
import { headOf } from '../../runs/draft/draft.ts';
import { shownPlan } from '../../runs/draft/plan-output.ts';
import {
  isAgreed,
  openRunDirectory,
  type RunDirectory,
  shortName,
  undoOf,
} from '../../runs/folder/directory.ts';
import { holdForPlanning, takeUp, temporaryWorkshop } from '../../runs/held-run.ts';
import { makePlan } from '../../runs/plan/make-plan.ts';
import { type RecordedRun, readRun } from '../../runs/recorded-run.ts';
import { lineFor, withLine } from '../../runs/report/run-ending.ts';
import type { Drafted } from '../../runs/request/run-request.ts';
import { reverseOf } from '../../runs/reverse-rows.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { lineAgain, runLine } from '../../words/resale-line.ts';
import { restoresConverged } from './converged-rows.ts';
import { giveUp } from './end-run.ts';

interface UndoFlags {
  concurrency?: number | undefined;
  converged?: boolean | undefined;
}

/** Restores the changes of a run, once, as a run inside it. If it is stopped, the same line continues it. */
export const undoRun = async (invocation: Invocation, id: string, flags: UndoFlags): Promise<Result> => {
  const { io, settings } = invocation;
  const directory = await openRunDirectory(stateDirectory(io.env), id);
  const { concurrency } = flags;
  if (directory.part) throw notByItself(directory, invocation);
  const undo = undoOf(directory);
  if (isAgreed(undo)) {
    if (flags.converged) invocation.warn('Which rows this undo restores was decided when it began.');
    return continueRun(invocation, undo, { concurrency, failedOut: undefined });
  }
  const recorded = await readRun(directory);
  checkUndoable(recorded, invocation);
  await ownOperation(recorded.plan.head, invocation);
  if (!settings.dryRun) await invocation.refuseReadOnly();
  try {
    return settings.dryRun
      ? await showUndo(invocation, directory, flags)
      : await beginUndo(invocation, directory, flags);
  } catch (error) {
    throw withLine(error, lineAgain({ ...invocation.line, operands: [id] }));
  }
};

const showUndo = async (
  invocation: Invocation,
  directory: RunDirectory,
  flags: UndoFlags,
): Promise<Result> => {
  const workshop = await temporaryWorkshop();
  try {
    const control = await createRunControl(invocation, { concurrency: flags.concurrency, options: {} });
    const undone = await readRun(directory);
    refuseDoubts(invocation, undone);
    tellMissingParts(undone, invocation);
    const converged = await restoresConverged(invocation, undone, flags);
    const drafted = await draftUndo(invocation, undone, converged, workshop.plan, control);
    return shownPlan(drafted, workshop.clear);
  } catch (error) {
    await workshop.clear();
    throw error;
  }
};

/** A run has one undo, of all that is recorded of it here: a part that was undone before would be undone twice. */
const notByItself = ({ id }: RunDirectory, { here }: Invocation): Error =>
  anotherRun(
    `${id} is a part of a run, which is undone as a whole`,
    proposal('To undo all parts that are here:', here('runs undo', [id.replace(/\/.*/, '')], {})),
  );

const beginUndo = async (
  invocation: Invocation,
  directory: RunDirectory,
  flags: UndoFlags,
): Promise<Result> => {
  const { concurrency } = flags;
  const recorded = await readRun(directory);
  refuseDoubts(invocation, recorded);
  tellMissingParts(recorded, invocation);
  if (recorded.journals.some(({ hasEnded }) => !hasEnded)) await endFirst(invocation, recorded);
  const planning = await holdForPlanning(undoOf(directory), watching(invocation));
  if (planning.isAgreed) {
    await planning.lock.release();
    return continueRun(invocation, planning.directory, { concurrency, failedOut: undefined });
  }
  try {
    const control = await createRunControl(invocation, { concurrency, options: {} });
    // Read under the lock of the undo, and after the end of the run: its journal no longer grows.
    const undone = await readRun(directory);
    const converged = await restoresConverged(invocation, undone, flags);
    const drafted = await draftUndo(invocation, undone, converged, planning.plan, control);
    await askBeforeRun(drafted, invocation.isInteractive());
    await planning.agree();
    const { operation } = drafted;
    const run = await takeUp(planning.directory, planning.lock);
    return runToEnd({ invocation, operation, run, control, drafted, failedOut: undefined });
  } catch (error) {
    await planning.leave();
    throw error;
  }
};

/** A row in doubt can't be undone: it may not have been applied. */
const refuseDoubts = (invocation: Invocation, { directory, state }: RecordedRun): void => {
  const { unknownLines } = state.standing();
  if (unknownLines.length === 0) return;
  throw anotherRun(
    `${counted(unknownLines.length, 'row')} of the run ${unknownLines.length === 1 ? 'is' : 'are'} in doubt`,
    proposal(
      `Resolve ${unknownLines.length === 1 ? 'it' : 'them'} first:`,
      lineFor(invocation, directory.id, 'resolve'),
    ),
  );
};

/** A stopped run is given up before it is undone: otherwise it could be resumed after its undo. */
const endFirst = async (invocation: Invocation, recorded: RecordedRun): Promise<void> => {
  const { unsent } = recorded.state.standing().counts;
  await invocation.confirm(
    `The run has not ended. To undo it, ${counted(unsent, 'row')} that it has not sent ${unsent === 1 ? 'is' : 'are'} given up.`,
  );
  await giveUp(invocation, recorded);
};

const draftUndo = async (
  invocation: Invocation,
  undone: RecordedRun,
  converged: boolean,
  path: string,
  control: RunControl,
): Promise<Drafted> => {
  const { io, nameListing } = invocation;
  const { directory, plan } = undone;
  const { head } = plan;
  const operation = await ownOperation(head, invocation);
  const { source, unmoved } = await reverseOf(undone, operation, converged, invocation.settings.dryRun);
  if (unmoved > 0)
    invocation.warn(
      `${counted(unmoved, 'row')} left the inventory as it was: there is nothing to restore, and a closed listing stays closed.`,
    );
  const onConflict = operation.isDelta ? 'retry' : 'skip';
  const request = { operation, options: { onConflict } } as const;
  const own = await headOf({ invocation, request, id: `${directory.id}/undo` }, head.input, head.form);
  const { onListings, stop } = watchListings(invocation);
  const draft = await makePlan(
    control.reader,
    {
      ...{ operation, source, path, onConflict, nameListing, onListings },
      head: { ...own, undoes: directory.id },
      skipInvalid: true,
      clock: io.clock,
      createdLately: [],
      settleMs: 0,
    },
    io.interruption,
  ).finally(stop);
  const run = shortName(stateDirectory(io.env), directory.id);
  return { invocation, operation, draft, undone: { run, createdAt: head.createdAt } };
};

const checkUndoable = ({ directory, plan, state }: RecordedRun, { here, io }: Invocation): void => {
  const { operation, undoes } = plan.head;
  if (undoes !== undefined) throw usage("An undo can't be undone", 'To do it again, run the file again.');
  const known = operationNamed(operation);
  if (known?.changesInventory) return;
  const undoable = operations.filter(({ changesInventory }) => changesInventory).map(({ name }) => name);
  const run = shortName(stateDirectory(io.env), directory.id);
  const created = runLine('show', { run }, { rows: true, output: 'ndjson', jq: createdRows });
  const closing = here('listings close', [], { from: '-' });
  const { applied, converged } = state.standing().counts;
  throw usage(
    `a run of "${operation}" can't be undone`,
    known?.listing === 'may be there' && applied + converged > 0
      ? proposal('To close what the run created:', `${created} | ${closing}`)
      : `Runs that can be: ${undoable.join(', ')}.`,
  );
};

const createdRows = 'select(.id and (.outcome == "applied" or .outcome == "converged")) | {id}';
