import type { FieldsToPlan, Operation } from '../changes/operation.ts';
import type { RowState } from './journal/row-state.ts';
import type { AskedRows, RowRequest } from './plan/asked-rows.ts';
import { planRows } from './plan/plan-file.ts';
import { isInPart, type RecordedRun, recordedRows } from './recorded-run.ts';

/** The change of one listing by a run: from the inventory that it first found to the one that it left. */
interface Changed {
  row: number;
  first: number;
  last: number;
  sum: number;
}

/** Whether an undo reverts a row: one that was acknowledged or resolved as applied, with --converged also a converged one. */
const isUndone = ({ outcome }: RowState, converged: boolean): boolean =>
  outcome === 'applied' || (converged && outcome === 'converged');

/**
 * The rows that take a run back, one for each listing, on the line of its first row. An inventory that was set goes from what the run
 * left to what it first found, if it is still what the run left; of one that was added to, the sum is taken away. Where the rows are
 * only shown, a reading decides whether it still is; where they are sent, the service does, since a reading may lag.
 */
export const reverseOf = async (
  recorded: RecordedRun,
  operation: Operation,
  converged: boolean,
  isOnlyShown: boolean,
): Promise<{ source: AskedRows; unmoved: number }> => {
  const changes = new Map<string, Changed>();
  for (const state of await recordedRows(recorded)) {
    if (!isUndone(state, converged)) continue;
    const { row, id, before, after, sent } = state;
    const delta = sent?.delta;
    const from = before ?? sent?.from ?? null;
    const to = after ?? (from === null || delta === undefined ? null : from + delta);
    if (id === null || (delta === undefined && (from === null || to === null))) continue;
    const known = changes.get(id.toLowerCase());
    const added = delta ?? (to ?? 0) - (from ?? 0);
    changes.set(id.toLowerCase(), {
      row: known?.row ?? row,
      first: known?.first ?? from ?? 0,
      last: to ?? 0,
      sum: (known?.sum ?? 0) + added,
    });
  }
  const isDelta = operation.isDelta === true;
  const isNothing = ({ first, last, sum }: Changed) => (isDelta ? sum === 0 : first === last);
  let unmoved = 0;
  const reversed = new Map<number, { id: string; fields: FieldsToPlan }>();
  for (const [id, change] of changes) {
    if (isNothing(change)) {
      unmoved += 1;
      continue;
    }
    const { row, first: to, last: from } = change;
    const fields = isDelta
      ? { id, delta: -change.sum }
      : { id, from, to, ...(isOnlyShown ? { expect: from } : { pinned: true }) };
    reversed.set(row, { id, fields });
  }
  const itemOf = operation.itemsOfPlan();
  const { path } = recorded.plan;
  const { part } = recorded.directory;
  const source: AskedRows = async function* (signal): AsyncGenerator<RowRequest> {
    for await (const planned of planRows(path, { signal })) {
      const back = isInPart(planned, part) ? reversed.get(planned.row) : undefined;
      if (!back) continue;
      const { row, line, name } = planned;
      yield { row, line, name, idText: back.id, item: itemOf(back.fields, row) };
    }
  };
  return { source, unmoved };
};
