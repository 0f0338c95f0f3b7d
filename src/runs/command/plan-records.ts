import type { Item, Operation, PlannedFields } from '../../changes/operation.ts';
import { isStep, type Step } from '../../changes/step.ts';
import { defined } from '../../json/defined.ts';
import type { Shown } from '../../terminal/columns.ts';
import { isolated } from '../../terminal/direction.ts';
import { drawingOn } from '../../terminal/drawing.ts';
import { colorLevel } from '../../terminal/screen.ts';
import { table } from '../../terminal/table.ts';
import { planRows } from '../plan/plan-file.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { stepOf } from '../plan/planned-row.ts';
import { planColumnsFor } from '../report/row-columns.ts';
import type { Drafted } from './run-request.ts';

/** A person reads what more rows come to, instead of the rows. */
export const mostInTable = 10;

/** The rows of a short plan as a table for stderr, above the question about them; of a longer one, nothing. */
export const shortPlanTable = async ({ operation, invocation, draft }: Drafted): Promise<string> => {
  const { io, settings } = invocation;
  if (draft.totals.rows > mostInTable) return '';
  const recordOf = screenRecord(operation);
  const records: Shown[] = [];
  for await (const row of planRows(draft.plan.path)) if (!isFaulty(row)) records.push(recordOf(row));
  if (records.length === 0) return '';
  const drawing = drawingOn(io.stderr, io, colorLevel(io.stderr, io.env, settings.noColor));
  return isolated(table(planColumnsFor(operation, draft.totals, 'table'), drawing).batch(records));
};

/** The summary says what is wrong with rows. */
export const isFaulty = ({ effect }: PlanRow): boolean => effect === 'fault';

export const screenRecord = (operation: Operation): ((row: PlanRow) => Shown) => {
  const itemOf = operation.planned();
  return (row) => ({ line: row.line, ...plannedRecord(row), name: row.name, ...shownFacts(row, itemOf) });
};

type ItemOf = (fields: PlannedFields, row: number) => Item;

export const stepFor = (row: PlanRow, itemOf: ItemOf): Step | undefined => {
  if (row.outcome !== undefined) return undefined;
  const planned = stepOf(row, itemOf(row, row.row));
  return isStep(planned) ? planned : undefined;
};

/** What a person reads of a row that changes no inventory. */
const shownFacts = (row: PlanRow, itemOf: ItemOf): Shown => {
  const { title, condition, price, ...facts } = stepFor(row, itemOf)?.facts ?? {};
  return { product: title ?? facts['product id'], condition, price };
};

export const plannedRecord = (row: PlanRow): Shown => {
  const { id, effect, from, to, delta, error, payload } = row;
  const nothing = { id: null, effect, before: null, after: null, error: null };
  if (row.outcome === undefined) {
    const after = to ?? (from === undefined || delta === undefined ? undefined : from + delta);
    const externalIdentifier = effect === 'create' ? payload?.externalIdentifier : undefined;
    return { ...nothing, ...defined({ id, before: from, after, externalIdentifier }) };
  }
  if (effect === 'fault') return { ...nothing, error };
  const { before, after } = row;
  if (effect !== 'conflict') return { ...nothing, ...defined({ id, before, after }) };
  const message = `expected ${from}, is ${before}`;
  return { ...nothing, ...defined({ id, before, after: to }), error: error && { ...error, message } };
};
