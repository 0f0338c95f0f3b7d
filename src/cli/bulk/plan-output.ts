import type { FaultyRows, TooMuch } from '../../bulk/errors.ts';
import type { Plan } from '../../bulk/plan.ts';
import { rowName } from '../../bulk/rows/row.ts';
import { problemOf } from '../../changes/outcome.ts';
import { isStep, type Planned } from '../../changes/step.ts';
import { defined } from '../../json/defined.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { planWords } from './before-run.ts';
import { planColumnsFor } from './columns.ts';
import type { RunSession } from './session.ts';

/** How many rows of a plan are shown at once. */
const shownAtOnce = 500;

/** Shows a plan for --dry-run, one record per row, followed by the error that would stop it. */
export const shownPlan = (
  plan: Plan,
  { operation, recording, invocation: { format, warn } }: RunSession,
  problem?: TooMuch | FaultyRows,
): Result => ({
  kind: 'job',
  columns: planColumnsFor(operation, plan, format()),
  async run(show) {
    let rows: Shown[] = [];
    const isScreen = formats[format()].isDrawn;
    try {
      for await (const { row, planned } of plan.rows()) {
        const place = { line: row.line, ...(plan.sharesLines ? { row: row.number } : {}) };
        if (planned)
          rows.push({ ...place, ...recordOf(planned), ...(isScreen ? { name: rowName(row) } : {}) });
        if (rows.length < shownAtOnce) continue;
        await show(rows);
        rows = [];
      }
      if (rows.length > 0) await show(rows);
    } finally {
      await recording.discard();
    }
    return () => {
      const words = planWords(plan.totals, operation);
      // For a program, an error is the only line on stderr.
      if (problem && !isScreen) return problem.shown([words]);
      warn(`${words} Nothing was sent.`);
      return problem?.shown([]);
    };
  },
});

const recordOf = (planned: Planned): Shown => {
  const { effect } = planned;
  const nothing = { id: null, effect, before: null, after: null, error: null };
  if (isStep(planned)) {
    const { id, before, after, externalIdentifier } = planned;
    return { ...nothing, ...defined({ id, before, after, externalIdentifier }) };
  }
  if ('done' in planned) {
    const { id, before, after } = planned.done;
    return { ...nothing, ...defined({ id, before, after }) };
  }
  const error = problemOf(planned.error);
  if (planned.effect === 'fault') return { ...nothing, error };
  const { id, actual, expected, wanted } = planned.error;
  return {
    ...nothing,
    id,
    before: actual,
    after: wanted,
    error: { ...error, message: `expected ${expected}, is ${actual}` },
  };
};
