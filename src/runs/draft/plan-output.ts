import { defined } from '../../json/defined.ts';
import { isWatched } from '../../line/is-watched.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import { batches, type Result } from '../../terminal/results.ts';
import { prefixed, proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import type { RefusedPlan } from '../plan/plan-errors.ts';
import { planRows } from '../plan/plan-file.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { planColumnsFor } from '../report/row-columns.ts';
import type { Drafted } from '../request/run-request.ts';
import { planWords } from './before-run.ts';
import { isFaulty, mostInTable, plannedRecord, screenRecord } from './plan-records.ts';

/**
 * One record per row, then the error that would stop the run. What is sent of a row is shown in formats that can hold it. `clear`
 * removes the plan at the end.
 */
export const shownPlan = (drafted: Drafted, clear: () => Promise<void>, problem?: RefusedPlan): Result => {
  const { operation, invocation, draft } = drafted;
  const { plan, totals } = draft;
  const { format, warn, io, line } = invocation;
  // A person reads what many rows come to; all of them come in the format that somebody asks for.
  const isShown = !isWatched(invocation) || totals.rows <= mostInTable;
  let readOnly: string | undefined;
  return {
    kind: 'records',
    columns: planColumnsFor(operation, totals, format()),
    async records(show) {
      const { isDrawn, isFlat } = formats[format()];
      // An agent has written the rows itself.
      const payloadOf = ({ payload }: PlanRow): Shown => (isFlat || io.host ? {} : defined({ payload }));
      try {
        ({ readOnly } = await invocation.guards());
        const recordOf = (row: PlanRow): Shown =>
          isDrawn
            ? screenRecord(row, plan.head.options)
            : { line: row.line, ...plannedRecord(row), ...payloadOf(row) };
        const inSummary = isWatched(invocation) ? isFaulty : () => false;
        if (isShown)
          for await (const rows of batches(planRows(plan.path)))
            await show(rows.filter((row) => !inSummary(row)).map(recordOf));
      } finally {
        await clear();
      }
    },
    problem() {
      const words = planWords(drafted);
      const { from = '' } = line.flags;
      // A piped input is gone, a read-only profile would refuse the run, and a run has other fields than a plan.
      const asRun = { dryRun: undefined, fields: undefined, jq: undefined, out: undefined };
      const isGone = readOnly !== undefined || /^(-$|\/dev\/)/.test(String(from));
      const isOffered = totals.changes > 0 && !isGone;
      const again = isOffered ? lineAgain(line, asRun) : undefined;
      const skip = isOffered ? lineAgain(line, { ...asRun, skipInvalid: true }) : undefined;
      // For a program, an error is the only line on stderr.
      if (problem && !formats[format()].isDrawn && !io.stderr.isTTY)
        return problem.shown(words.split('\n'), skip);
      if (problem) warn(words);
      else {
        const guard = readOnly === undefined ? '' : ` The profile ${readOnly} is read-only.`;
        warn(prefixed(`${words}\nNothing was sent.${guard}`, again && proposal('To run it:', again)));
      }
      return problem?.shown([], skip);
    },
  };
};
