import { gradeItems } from '../changes/grade.ts';
import type { GradedItem } from '../service/grading.ts';
import type { PlannedRow } from './plan.ts';
import type { ResumeState } from './resume-state.ts';
import { doneAlready } from './run-rows.ts';
import { type Done, finish, intend, placeOf, type RowPlace, type RunContext, runRow } from './runner.ts';

interface Graded {
  place: RowPlace;
  item: GradedItem;
}

/**
 * Grades shipment after shipment, each with one request. All rows of a shipment share its outcome. A grade can't be read
 * back, so one whose answer was lost stays unknown.
 */
export const runShipments = async (
  rows: AsyncIterable<PlannedRow>,
  context: RunContext,
  resume: ResumeState | undefined,
): Promise<void> => {
  const shipments = new Map<string, Graded[]>();
  for await (const { row, step } of rows) {
    const intent = resume?.openIntent(row.number);
    const place = placeOf(row, step?.kind === 'grade' ? step.item.id : intent?.id);
    if (intent) {
      context.intended.add(row.number);
      finish(place, context, lost);
    } else if (step?.kind === 'grade')
      shipments.set(step.shipment, [...(shipments.get(step.shipment) ?? []), { place, item: step.item }]);
    else if (step) finish(place, context, doneAlready(step, context));
  }
  for (const graded of shipments.values())
    if (context.stopped()) for (const { place } of graded) finish(place, context, { outcome: 'unsent' });
    else await gradeShipment(graded, context);
};

const lost: Done = {
  outcome: 'unknown',
  error: {
    code: 'unknown',
    message: 'the tool was stopped before it had the answer, and the service does not tell grades',
  },
};

const gradeShipment = async (graded: readonly Graded[], context: RunContext): Promise<void> => {
  const [first, ...others] = graded;
  if (first === undefined) return;
  const done = await runRow(first.place, context, async () => {
    await Promise.all(graded.map(({ place, item }) => intend(place, context, { id: item.id })));
    await gradeItems(context.client, { items: graded.map(({ item }) => item) });
    return { outcome: 'applied', id: first.item.id };
  });
  for (const { place, item } of others) finish(place, context, { ...done, id: item.id });
};
