import type { Item, Operation, PlannedFields } from '../../changes/operation.ts';
import { isStep, type Step, wantedBy } from '../../changes/step.ts';
import { defined } from '../../json/defined.ts';
import type { Shown } from '../../terminal/columns.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { stepOf } from '../plan/planned-row.ts';

/** A person reads what more rows come to, instead of the rows. */
export const mostInTable = 10;

/** The summary says what is wrong with rows. */
export const isFaulty = ({ effect }: PlanRow): boolean => effect === 'fault';

export const screenRecord = (operation: Operation): ((row: PlanRow) => Shown) => {
  const itemOf = operation.itemsOfPlan();
  return (row) => ({ line: row.line, ...plannedRecord(row), name: row.name, ...shownFacts(row, itemOf) });
};

type ItemOf = (fields: PlannedFields, row: number) => Item;

const stepFor = (row: PlanRow, itemOf: ItemOf): Step | undefined => {
  if (row.outcome !== undefined) return undefined;
  const planned = stepOf(row, itemOf(row, row.row));
  return isStep(planned) ? planned : undefined;
};

/** What a person reads of a row that changes no inventory. */
const shownFacts = (row: PlanRow, itemOf: ItemOf): Shown => {
  const { title, condition, price, notes, image, ...facts } = stepFor(row, itemOf)?.facts ?? {};
  return { product: title ?? facts['product id'], condition, price, notes, image };
};

export const plannedRecord = (row: PlanRow): Shown => {
  const { id, effect, from, to, error, payload } = row;
  const nothing = { id: null, effect, before: null, after: null, error: null };
  if (row.outcome === undefined) {
    const externalIdentifier = effect === 'create' ? payload?.externalIdentifier : undefined;
    return { ...nothing, ...defined({ id, before: from, externalIdentifier }), after: wantedBy(row) };
  }
  if (effect === 'fault') return { ...nothing, ...defined({ id }), error };
  const { before, after } = row;
  if (effect !== 'conflict') return { ...nothing, ...defined({ id, before, after }) };
  const message = `expected ${from}, is ${before}`;
  return { ...nothing, ...defined({ id, before, after: to }), error: error && { ...error, message } };
};
