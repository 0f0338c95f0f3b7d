import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Operation } from '../changes/operation.ts';
import { operationNamed, operations } from '../changes/operations.ts';
import { Failure } from '../failure/failure.ts';
import { notFound } from '../failure/kinds.ts';
import { makeTemporaryFolder } from '../files/folders.ts';
import { gradedItem } from '../service/grading.ts';
import { listingCreation } from '../service/listing-schemas.ts';
import type { Shown } from '../terminal/columns.ts';
import { resaleLine } from '../words/resale-line.ts';
import { type Tool, type ToolResult, tool } from './tool.ts';
import type { Ended } from './tool-line.ts';
import { counts, mostShown, nameOfRun, problem, reportedRow, row, whole } from './tool-schemas.ts';

/** A plan that was made in this session. */
interface Plan {
  operation: Operation;
  /** The plan file, which its command takes as it is. */
  text: string;
  isApplied: boolean;
  run?: string | undefined;
}

const mostPlans = 100;
const mostPlanned = 5_000;

/** Effects of rows that send nothing. */
const withoutRequest = ['unchanged', 'skip', 'conflict', 'fault'];

const inputSchemaOf = (schema: z.core.$ZodType): string => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify(rest);
};

/** The fields of a row for each operation: the columns of its files, or the fields of the service. */
const rowWords = operations.map(({ name, changesInventory, columns }): string => {
  const own = columns.filter(({ insteadOf }) => insteadOf === undefined);
  if (changesInventory)
    return `${name}: ${own.map((column) => `${column.name} (${column.about})`).join(', ')}.`;
  return name === 'grade'
    ? `${name}: ${inputSchemaOf(gradedItem)}; and shipment (any word): rows with the same one go out together.`
    : `${name}, each row with an externalIdentifier that no OPEN listing has (without one, a lost answer stays unknown): ${inputSchemaOf(listingCreation)}`;
});

const rowsLeftOut = z
  .int()
  .optional()
  .describe('How many rows are not shown here; those that need a look are shown first');

const plannedChanges = z.object({
  planId: z
    .string()
    .nullable()
    .describe('What apply_plan takes; null if there is nothing that may be applied'),
  totals: z.object({
    rows: whole,
    changes: whole.describe('How many rows send a change'),
    closings: whole.describe('How many of them close a listing'),
    effects: z.record(z.string(), whole).describe('The number of rows by effect'),
  }),
  faults: z.array(z.object({ line: whole, message: z.string() })).describe('Rows that break a rule'),
  rows: z.array(row.extend({ effect: z.string() })),
  rowsLeftOut,
  problem: problem.optional().describe('Why there is no planId'),
});

const endedRun = z.object({
  run: z.string().describe('The name of this run: show_run and undo_run take it'),
  counts,
  rows: z.array(reportedRow),
  rowsLeftOut,
  problem: problem.optional().describe('Why the run counts as not done, and what to do about it'),
});

/** The tools that change the shop, in steps: a plan, which sends nothing, its application, and the way back. */
export const changingTools = (): readonly Tool[] => {
  const plans = new Map<string, Plan>();

  const keep = (plan: Plan): string => {
    const [oldest] = plans.keys();
    if (plans.size >= mostPlans && oldest !== undefined) plans.delete(oldest);
    const planId = `plan-${randomBytes(6).toString('hex')}`;
    plans.set(planId, plan);
    return planId;
  };

  return [
    tool({
      name: 'plan_changes',
      title: 'Plan changes',
      description: `Plans changes to the shop and sends nothing: reads what each row is about, and answers what would be done to it (effect, before, after), the totals, and the faults. Look at them, then pass planId to apply_plan. planId is null while any row has a fault, a limit is exceeded, or nothing is to be done: fix or leave out those rows, and plan again. One change is a plan of one row; at most ${mostPlanned} rows. A row with effect close takes a listing off sale.\nThe fields of a row, by operation. Where a listing has to be there, it is named by one of id, externalIdentifier, sku and listing; state and condition, if given, must be true of it:\n${rowWords.join('\n')}`,
      input: z.strictObject({
        operation: z.enum(operations.map(({ name }) => name)).describe('What to do to each row'),
        rows: z.array(z.record(z.string(), z.unknown())).min(1).max(mostPlanned),
        maxClose: z.int().min(0).optional().describe('Make no plan that closes more listings than this'),
        maxChange: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .describe('Make no plan that changes more than this share of its rows, in percent'),
      }),
      output: plannedChanges,
      more: 'A plan of fewer rows shows all of them.',
      calls: ['listListings', 'getListing'],
      async perform({ operation: name, rows, maxClose, maxChange }, run) {
        const operation = operationNamed(name);
        if (operation === undefined) throw new Error(`there is no operation ${name}`);
        // A JSON array can't be taken for a saved plan. Each row is on the line of its place.
        const stdin = `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`;
        const folder = await makeTemporaryFolder('resale-mcp-');
        try {
          const path = join(folder, 'plan');
          const ended = await run({
            path: name,
            flags: {
              from: '-',
              dryRun: true,
              maxChange: maxChange === undefined ? undefined : `${maxChange}`,
              plan: path,
              maxClose: maxClose === undefined || !operation.changesInventory ? undefined : `${maxClose}`,
            },
            stdin,
          });
          const planned = ended.records as readonly PlannedRow[];
          const faults = planned
            .filter(({ effect }) => effect === 'fault')
            .map(({ line, error }) => ({ line, message: error?.message ?? '' }));
          if (ended.error && planned.length === 0) return { error: ended.error };
          const totals = totalsOf(planned);
          const mayApply = ended.error === undefined && totals.changes > 0;
          const result = {
            planId: mayApply
              ? keep({ operation, text: await readFile(path, 'utf8'), isApplied: false })
              : null,
            totals,
            faults: faults.slice(0, mostShown),
            ...mostRelevant(planned, ({ effect }) => effect === 'fault' || effect === 'conflict'),
            ...(ended.error && { problem: ended.error }),
          };
          const notices = ended.notices.filter((notice) => !notice.includes(path));
          // Faults are part of the answer; a limit that is exceeded stops everything.
          return { result, error: faults.length > 0 ? undefined : ended.error, notices };
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    }),
    tool({
      name: 'apply_plan',
      title: 'Apply a plan',
      description: `Sends exactly what a plan of this session says, once: a row that was planned as skipped stays skipped. A row whose listing has another inventory by now is refused with the code conflict and stays as it is: plan it again from the new value. A listing to be created that is there by now is skipped. Answers the counts and the outcome of each row; an outcome unknown means that it may or may not have been applied: never send it again, show it to a person (\`${resaleLine('runs resolve', ['RUN'], { profile: 'PROFILE' })}\`). If it is cancelled, what was sent stays, and list_runs shows the run. undo_run takes changed inventories back.`,
      input: z.strictObject({
        planId: z.string().min(1).describe('The planId that plan_changes answered'),
      }),
      output: endedRun,
      more: 'show_run shows all of them, page by page.',
      calls: ['createListing', 'updateInventory', 'gradeItems'],
      async perform({ planId }, run) {
        const plan = plans.get(planId);
        if (plan === undefined)
          throw notFound(
            `no plan of this session is ${planId}`,
            'Nothing was sent. A plan ends with its session; make another one with plan_changes.',
          );
        if (plan.isApplied) {
          const { run } = plan;
          const [use, look] =
            run === undefined
              ? ['is being applied now', 'list_runs shows its run.']
              : [`was used by the run ${run}`, `What became of it: show_run ${run}.`];
          throw new Failure(`${planId} ${use}`, {
            code: 'another-run',
            exit: 'usage',
            hint: `Nothing was sent now. ${look} To change more, make another plan with plan_changes.`,
          });
        }
        plan.isApplied = true;
        const ended = await run({
          path: plan.operation.name,
          flags: { from: '-', yes: true },
          stdin: plan.text,
        });
        // Without a run, nothing was sent.
        plan.isApplied = ended.run !== undefined;
        plan.run = ended.run;
        return endOf(ended);
      },
    }),
    tool({
      name: 'undo_run',
      title: 'Undo a run',
      description:
        'Takes back what a run changed, once, as the run RUN/undo. An inventory that was set goes back to what the run found, if it still has what the run left, and is skipped otherwise; one that was added to gets the sum taken away, and never goes below 0. Rows that converged are left alone. The service decides whether a closed listing opens again. What a stopped run has not sent is given up. A run with unknown rows is refused, and so are runs that created listings or graded items.',
      input: z.strictObject({ run: nameOfRun }),
      output: endedRun,
      more: 'show_run shows all of them, page by page.',
      calls: ['listListings', 'getListing', 'updateInventory'],
      perform: async ({ run: name }, run) =>
        endOf(await run({ path: 'runs undo', flags: { yes: true }, operands: [name] })),
    }),
  ];
};

type PlannedRow = z.input<typeof plannedChanges>['rows'][number];
type EndedRow = z.input<typeof endedRun>['rows'][number];

const totalsOf = (planned: readonly PlannedRow[]) => {
  const effects: Record<string, number> = {};
  for (const { effect } of planned) effects[effect] = (effects[effect] ?? 0) + 1;
  const changes = planned.filter(({ effect }) => !withoutRequest.includes(effect)).length;
  return { rows: planned.length, changes, closings: effects.close ?? 0, effects };
};

/** As many rows as a result shows, in their order; those that need a look take precedence. */
const mostRelevant = <Row extends Shown>(rows: readonly Row[], needsLook: (row: Row) => boolean) => {
  if (rows.length <= mostShown) return { rows: [...rows] };
  const first = new Set(
    [...rows.filter(needsLook), ...rows].slice(0, mostShown + rows.filter(needsLook).length),
  );
  const kept = new Set([...first].slice(0, mostShown));
  return { rows: rows.filter((row) => kept.has(row)), rowsLeftOut: rows.length - mostShown };
};

/** A run that reached all its rows is a result, even if some are not done; one that was stopped is an error. */
const endOf = (ended: Ended): ToolResult<z.input<typeof endedRun>> => {
  const { run, counts, error } = ended;
  if (run === undefined || counts === undefined) return { error };
  const rows = ended.records as readonly EndedRow[];
  return {
    result: {
      run,
      counts: { ...counts },
      ...mostRelevant(rows, ({ outcome }) => !['applied', 'converged', 'unchanged'].includes(outcome)),
      ...(error && { problem: error }),
    },
    error: counts.unsent === 0 ? undefined : error,
    notices: ended.notices,
  };
};
