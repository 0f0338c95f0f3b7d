import { wantedBy } from '../../changes/step.ts';
import { defined } from '../../json/defined.ts';
import type { GradedItem } from '../../service/grading.ts';
import type { ListingCreation } from '../../service/listing-schemas.ts';
import { onLabel } from '../../service/prices.ts';
import type { Shown } from '../../terminal/columns.ts';
import type { PlanOptions, PlanRow } from '../plan/plan-lines.ts';

/** A person reads what more rows come to, instead of the rows. */
export const mostInTable = 10;

/** The summary says what is wrong with rows. */
export const isFaulty = ({ effect }: PlanRow): boolean => effect === 'fault';

export const screenRecord = (row: PlanRow, options: PlanOptions): Shown => ({
  line: row.line,
  ...plannedRecord(row),
  name: row.name,
  ...shownFacts(row, options),
});

/** What a person reads of a row that changes no inventory. */
const shownFacts = ({ outcome, payload }: PlanRow, { currency }: PlanOptions): Shown => {
  if (outcome !== undefined || payload === undefined) return {};
  const { manualProductOptions, productIdentifier, originalPrice, condition, notes, images } =
    payload as Partial<ListingCreation & GradedItem>;
  return {
    product: manualProductOptions?.title ?? productIdentifier,
    condition,
    price: originalPrice == null ? undefined : onLabel(originalPrice, currency),
    notes,
    image: images?.map(({ url }) => url).join(', '),
  };
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
