import type { OnConflict } from '../../changes/change-errors.ts';
import type { Item } from '../../changes/operation.ts';
import { doneOf } from '../../changes/perform.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import { defined } from '../../json/defined.ts';
import type { RowRequest } from './asked-rows.ts';
import type { PlanRow } from './plan-lines.ts';

/** The line of a plan for a row. */
export const planRowOf = (request: RowRequest, planned: Planned, onConflict: OnConflict): PlanRow => {
  const { row, line, name, raw, item } = request;
  const place = { row, line, name, raw, effect: planned.effect };
  return defined(
    isStep(planned)
      ? { ...place, ...stepFields(planned, item) }
      : { ...place, ...decidedFields(planned, onConflict) },
  ) as PlanRow;
};

const stepFields = (step: Step, item: Item | undefined): Partial<PlanRow> => {
  const { id, before, after, closes, isClosed, intent } = step;
  const { delta, ...fields } = item?.fields() ?? {};
  return {
    id,
    from: before ?? undefined,
    to: delta === undefined ? (after ?? undefined) : undefined,
    delta,
    ...(defined(fields) as Partial<PlanRow>),
    isClosed: isClosed || undefined,
    closes: closes || undefined,
    had: intent.had,
  };
};

const decidedFields = (planned: Exclude<Planned, Step>, onConflict: OnConflict): Partial<PlanRow> => {
  const done = doneOf(planned, onConflict);
  const { id, before, after, error, outcome } = done;
  if (outcome !== 'unchanged' && outcome !== 'skipped' && outcome !== 'refused')
    throw new Error(`a row that sends nothing can't be ${outcome}`);
  const wanted =
    planned.effect === 'conflict' ? { from: planned.error.expected, to: planned.error.wanted } : {};
  return { id, outcome, before: before ?? undefined, after: after ?? undefined, error, ...wanted };
};

/** What a row of a plan sends, from the inventory that the plan has. `item` is the row's own. */
export const stepOf = ({ id, from, isClosed, had = [] }: PlanRow, item: Item): Planned =>
  item.plan(
    id === undefined || from === undefined ? undefined : { id, inventory: from, isClosed },
    had.map((id) => ({ id, sku: undefined, isClosed: true })),
  );
