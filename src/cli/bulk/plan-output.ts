import type { Operation } from '../../changes/operation.ts';
import { problemOf } from '../../changes/outcome.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import type { Client } from '../../client/client.ts';
import { defined } from '../../json/defined.ts';
import type { RefusedPlan } from '../../runs/errors.ts';
import type { Plan, PlannedRow } from '../../runs/plan/make-plan.ts';
import { rowName } from '../../runs/rows/row.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import { batches, type Result } from '../../terminal/results.ts';
import { prefixed, proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { isWatched } from '../confirmed.ts';
import { planWords } from './before-run.ts';
import { planColumnsFor } from './columns.ts';
import type { Run } from './run.ts';

const mostShown = 10;

/** One record per row, then the error that would stop the run. Requests are shown in formats that can hold them. */
export const shownPlan = (plan: Plan, run: Run, client: Client, problem?: RefusedPlan): Result => {
  const { operation, recording, invocation } = run;
  const { format, warn, io, line } = invocation;
  // A person reads what many rows come to; all of them come in the format that somebody asks for.
  const isShown = !isWatched(invocation) || plan.totals.rows <= mostShown;
  let readOnly: string | undefined;
  return {
    kind: 'records',
    columns: planColumnsFor(operation, plan, format()),
    async records(show) {
      const { isDrawn: isScreen, isFlat } = formats[format()];
      // An agent has written the rows itself.
      const showsRequests = !operation.changesInventory && !isScreen && !isFlat && io.host === undefined;
      try {
        ({ readOnly } = await invocation.guards());
        const requestOf = showsRequests ? await requestsOf(plan, operation, client) : () => ({});
        // The summary says what is wrong with rows.
        const isSaid = ({ effect }: Planned) => effect === 'fault' && isWatched(invocation);
        const recordsOf = ({ row, planned }: PlannedRow): Shown[] =>
          planned && !isSaid(planned)
            ? [
                {
                  line: row.line,
                  ...(plan.sharesLines ? { row: row.number } : {}),
                  ...recordOf(planned),
                  ...requestOf(planned),
                  ...(isScreen ? { name: rowName(row), ...factsOf(planned) } : {}),
                },
              ]
            : [];
        if (isShown) for await (const rows of batches(plan.rows())) await show(rows.flatMap(recordsOf));
      } finally {
        await recording.discard();
      }
    },
    problem() {
      const words = planWords(run, plan.totals);
      const { from = '' } = line.flags;
      // What came through a pipe is gone, a read-only profile would refuse it, and a run has not the fields of a plan.
      const asRun = { dryRun: undefined, fields: undefined, jq: undefined, out: undefined };
      const isGone = readOnly !== undefined || /^(-$|\/dev\/)/.test(String(from));
      const isOffered = plan.totals.changes > 0 && !isGone;
      const again = isOffered ? lineAgain(line, asRun) : undefined;
      const skip = isOffered ? lineAgain(line, { ...asRun, skipInvalid: true }) : undefined;
      // For a program, an error is the only line on stderr.
      if (problem && !formats[format()].isDrawn && !io.stderr.isTTY) return problem.shown([words], skip);
      if (!io.stderr.isTTY) warn(`${words} Nothing was sent.`);
      else if (problem) warn(words);
      else {
        const guard = readOnly === undefined ? '' : ` The profile ${readOnly} is read-only.`;
        warn(prefixed(`${words}\nNothing was sent.${guard}`, again && proposal('To run it:', again)));
      }
      return problem?.shown([], skip);
    },
  };
};

/** Shows each row's request; a request for several rows is shown at the first of them. */
const requestsOf = async (plan: Plan, operation: Operation, client: Client) => {
  const combine = operation.groups?.combine;
  const groups = new Map<string, Step[]>();
  if (combine)
    for await (const { planned } of plan.rows())
      if (planned && isStep(planned)) {
        const { group = '' } = planned;
        const steps = groups.get(group);
        if (steps) steps.push(planned);
        else groups.set(group, [planned]);
      }
  const stepOf = (planned: Step): Step | undefined => {
    if (!combine) return planned;
    const { group = '' } = planned;
    const steps = groups.get(group);
    groups.delete(group);
    return steps && combine(steps);
  };
  return (planned: Planned): Shown => {
    const step = isStep(planned) ? stepOf(planned) : undefined;
    if (step === undefined) return { request: null };
    const { method, url, body } = step.preview(client);
    return { request: { method, url, body } };
  };
};

const factsOf = (planned: Planned): Shown => {
  const { title, condition, price, ...facts } = (isStep(planned) && planned.facts) || {};
  return { product: title ?? facts['product id'], condition, price };
};

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
