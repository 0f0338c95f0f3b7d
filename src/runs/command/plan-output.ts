import type { Item, Operation, PlannedFields } from '../../changes/operation.ts';
import { isStep, type Step } from '../../changes/step.ts';
import type { Client } from '../../http/client.ts';
import { defined } from '../../json/defined.ts';
import { isWatched } from '../../line/confirmed-record.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import { batches, type Result } from '../../terminal/results.ts';
import { prefixed, proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import type { RefusedPlan } from '../plan/plan-errors.ts';
import { planRows } from '../plan/plan-file.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { stepOf } from '../plan/planned-row.ts';
import { planColumnsFor } from '../report/row-columns.ts';
import { planWords } from './before-run.ts';
import type { Drafted } from './run-request.ts';

const mostShown = 10;

/**
 * One record per row, then the error that would stop the run. Requests are shown in formats that can hold them. `clear` removes the
 * plan at the end.
 */
export const shownPlan = (
  drafted: Drafted,
  client: Client,
  clear: () => Promise<void>,
  problem?: RefusedPlan,
): Result => {
  const { operation, invocation, draft } = drafted;
  const { plan, totals } = draft;
  const { format, warn, io, line } = invocation;
  // A person reads what many rows come to; all of them come in the format that somebody asks for.
  const isShown = !isWatched(invocation) || totals.rows <= mostShown;
  let readOnly: string | undefined;
  return {
    kind: 'records',
    columns: planColumnsFor(operation, totals, format()),
    async records(show) {
      const { isDrawn: isScreen, isFlat } = formats[format()];
      // An agent has written the rows itself.
      const showsRequests = !operation.changesInventory && !isScreen && !isFlat && io.host === undefined;
      try {
        ({ readOnly } = await invocation.guards());
        const requestOf = showsRequests ? await requestsOf(plan.path, operation, client) : () => ({});
        const itemOf = operation.planned();
        // The summary says what is wrong with rows.
        const isSaid = ({ effect }: PlanRow) => effect === 'fault' && isWatched(invocation);
        const recordsOf = (row: PlanRow): Shown[] =>
          isSaid(row)
            ? []
            : [
                {
                  line: row.line,
                  ...recordOf(row),
                  ...requestOf(row),
                  ...(isScreen ? { name: row.name, ...shownFacts(row, itemOf) } : {}),
                },
              ];
        if (isShown)
          for await (const rows of batches(planRows(plan.path))) await show(rows.flatMap(recordsOf));
      } finally {
        await clear();
      }
    },
    problem() {
      const words = planWords(drafted);
      const { from = '' } = line.flags;
      // What came through a pipe is gone, a read-only profile would refuse it, and a run has not the fields of a plan.
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

type ItemOf = (fields: PlannedFields, row: number) => Item;

const stepFor = (row: PlanRow, itemOf: ItemOf): Step | undefined => {
  if (row.outcome !== undefined) return undefined;
  const planned = stepOf(row, itemOf(row, row.row));
  return isStep(planned) ? planned : undefined;
};

/** Shows each row's request; a request for several rows is shown at the first of them. */
const requestsOf = async (path: string, operation: Operation, client: Client) => {
  const combine = operation.groups?.combine;
  const itemOf = operation.planned();
  const groups = new Map<string, Step[]>();
  if (combine)
    for await (const row of planRows(path)) {
      const step = stepFor(row, itemOf);
      const steps = groups.get(row.group ?? '');
      if (step && steps) steps.push(step);
      else if (step) groups.set(row.group ?? '', [step]);
    }
  const requestStep = (row: PlanRow): Step | undefined => {
    if (!combine) return stepFor(row, itemOf);
    const steps = groups.get(row.group ?? '');
    groups.delete(row.group ?? '');
    return steps && combine(steps);
  };
  return (row: PlanRow): Shown => {
    const step = row.outcome === undefined ? requestStep(row) : undefined;
    if (step === undefined) return { request: null };
    const { method, url, body } = step.preview(client);
    return { request: { method, url, body } };
  };
};

/** What a person reads of a row that changes no inventory. */
export const factsOf = (row: PlanRow, itemOf: ItemOf): Step['facts'] => stepFor(row, itemOf)?.facts;

const shownFacts = (row: PlanRow, itemOf: ItemOf): Shown => {
  const { title, condition, price, ...facts } = factsOf(row, itemOf) ?? {};
  return { product: title ?? facts['product id'], condition, price };
};

const recordOf = (row: PlanRow): Shown => {
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
