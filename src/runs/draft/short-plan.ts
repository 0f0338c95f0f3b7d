import type { Shown } from '../../terminal/columns.ts';
import { isolated } from '../../terminal/direction.ts';
import { drawingOn } from '../../terminal/drawing.ts';
import { colorLevel } from '../../terminal/screen.ts';
import { table } from '../../terminal/table.ts';
import { planRows } from '../plan/plan-file.ts';
import { planColumnsFor } from '../report/row-columns.ts';
import type { Drafted } from '../request/run-request.ts';
import { isFaulty, mostInTable, screenRecord } from './plan-records.ts';

/** The rows of a short plan as a table for stderr, above the question about them; of a longer one, nothing. */
export const shortPlanTable = async ({ operation, invocation, draft }: Drafted): Promise<string> => {
  const { io, settings } = invocation;
  if (draft.totals.rows > mostInTable) return '';
  const { path, head } = draft.plan;
  const records: Shown[] = [];
  for await (const row of planRows(path)) if (!isFaulty(row)) records.push(screenRecord(row, head.options));
  if (records.length === 0) return '';
  const drawing = drawingOn(io.stderr, io, colorLevel(io.stderr, io.env, settings.noColor));
  return isolated(table(planColumnsFor(operation, draft.totals, 'table'), drawing).batch(records));
};
