import type { Operation } from '../../changes/operation.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { RunControl } from '../control/run-control.ts';
import { watchListings } from '../control/run-progress.ts';
import { latelyFor } from '../draft/draft.ts';
import type { HeldRun } from '../held-run.ts';
import type { RowState } from '../journal/row-state.ts';
import { askedByPlan } from '../plan/asked-rows.ts';
import { type ComparedRow, compareAgain } from '../plan/make-plan.ts';
import { planRows } from '../plan/plan-file.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { stepOf } from '../plan/planned-row.ts';
import { decidedState, isInPart } from '../recorded-run.ts';
import type { Drafted } from '../request/run-request.ts';
import type { RowToSend } from '../send/send-rows.ts';

/** A run whose rows are sent, and on whose behalf. */
export interface ToSend {
  invocation: Invocation;
  operation: Operation;
  run: HeldRun;
  control: RunControl;
  /** The plan that this process has made, or taken from a file. Missing if the run is continued. */
  drafted?: Drafted;
}

type Report = (state: RowState, name: string | undefined) => void;

/**
 * The rows of a plan that are not done. A plan that was just made is sent as it is. Of an older one, each row is compared with the shop
 * again; it never becomes more than its line states. `report` gets those that send nothing.
 */
export const rowsToSend = async (request: ToSend, report: Report) => {
  const { invocation, operation, run, control, drafted } = request;
  const isLeft = run.state.leftNow();
  if (drafted && !drafted.isOlder)
    return { found: drafted.draft.found, rows: toSend(request, isLeft, report) };
  const { onListings, stop } = watchListings(invocation);
  const left = (signal?: AbortSignal) => leftRows(run, isLeft, signal);
  const compared = await compareAgain(
    control.reader,
    {
      ...{ operation, source: askedByPlan(left, operation), onListings, clock: invocation.io.clock },
      createdLately: await latelyFor(operation, invocation),
      settleMs: invocation.settings.settleMs,
    },
    control.signal,
  )
    // The run stops before it sends, and each row is reported as not sent.
    .catch((error: unknown) => void control.stop(error))
    .finally(stop);
  return { found: compared?.found, rows: toSend(request, isLeft, report, compared?.rows()) };
};

/** The rows that are still to be sent, as they are sent now. */
async function* leftRows(
  { plan, directory, state }: HeldRun,
  isLeft: (row: number) => boolean,
  signal?: AbortSignal,
): AsyncGenerator<PlanRow> {
  const { pinned } = plan.head;
  for await (const row of planRows(plan.path, { signal })) {
    if (row.outcome !== undefined || !isInPart(row, directory.part) || !isLeft(row.row)) continue;
    // What the service did not begin is sent again from the same inventory: to add to another one might add twice.
    const sent = row.delta === undefined ? undefined : state.returned(row.row);
    if (sent?.from !== undefined) yield { ...row, from: sent.from, pinned: true };
    else yield pinned ? { ...row, pinned } : row;
  }
}

async function* toSend(
  { run, operation, control, drafted }: ToSend,
  isLeft: (row: number) => boolean,
  report: Report,
  compared?: AsyncGenerator<ComparedRow>,
): AsyncGenerator<RowToSend> {
  const { plan, directory, state } = run;
  const itemOf = operation.itemsOfPlan();
  // Only the first process of a run reports rows that need no request.
  const isFirst = drafted !== undefined;
  try {
    for await (const row of planRows(plan.path, { signal: control.signal })) {
      if (!isInPart(row, directory.part)) continue;
      if (row.outcome !== undefined) {
        if (isFirst) report(decidedState(row, plan.head), row.name);
      } else if (state.inDoubt(row.row)) yield { row, planned: undefined };
      else if (isLeft(row.row)) {
        const next = await compared?.next();
        const planned = next ? next.value?.planned : stepOf(row, itemOf(row, row.row));
        if (planned === undefined) throw new Error(`row ${row.row} of the plan was not compared`);
        yield { row, planned };
      }
    }
  } finally {
    // It stands behind its last row, with the plan open.
    await compared?.return(undefined);
  }
}
