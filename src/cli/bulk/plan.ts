import type { FaultyRows, TooMuch } from '../../bulk/errors.ts';
import type { Job } from '../../bulk/job.ts';
import type { Operation, OperationName } from '../../bulk/operation.ts';
import { rowName } from '../../bulk/row-name.ts';
import { effectOf, type Step } from '../../bulk/step.ts';
import type { Result, Shown } from '../../terminal/columns.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import type { BulkRequest } from './bulk.ts';
import { planColumnsFor } from './columns.ts';
import type { Place } from './place.ts';
import { planWords } from './words.ts';

/** How many rows of a plan are shown at once. */
const shownAtOnce = 500;

/** The plan, a record a row: what --dry-run shows, and behind it why it could not be run as it is. */
export const shownPlan = (
  job: Job,
  operation: OperationName,
  kept: Pick<Place, 'discard'>,
  { format, warn }: Invocation,
  problem?: TooMuch | FaultyRows,
): Result => ({
  kind: 'job',
  columns: planColumnsFor(operation, job, format()),
  async run(show) {
    let rows: Shown[] = [];
    const isScreen = format() === 'table';
    try {
      for await (const { row, step } of job.planned()) {
        const place = { line: row.line, ...(job.sharesLines ? { row: row.number } : {}) };
        if (step) rows.push({ ...place, ...planned(step), ...(isScreen ? { name: rowName(row) } : {}) });
        if (rows.length < shownAtOnce) continue;
        await show(rows);
        rows = [];
      }
      if (rows.length > 0) await show(rows);
    } finally {
      await kept.discard();
    }
    if (isScreen) warn(`${planWords(job.totals)} Nothing was sent.`);
    return problem?.shown();
  },
});

const planned = (step: Step): Shown => {
  const effect = effectOf(step);
  const nothing = { id: null, before: null, after: null, error: null };
  switch (step.kind) {
    case 'set':
      return { id: step.id, effect, before: step.from, after: step.to, error: null };
    case 'adjust':
      return { id: step.id, effect, before: step.from, after: step.from + step.delta, error: null };
    case 'unchanged':
      return { id: step.id, effect, before: step.at, after: step.at, error: null };
    case 'conflict': {
      const message = `expected ${step.expected}, is ${step.actual}`;
      return {
        id: step.id,
        effect,
        before: step.actual,
        after: step.wanted,
        error: { code: 'conflict', message },
      };
    }
    case 'present':
      return { ...nothing, id: step.id, effect };
    case 'grade':
      return { ...nothing, id: step.item.id, effect };
    case 'create':
      return { ...nothing, effect, externalIdentifier: step.payload.externalIdentifier };
    case 'fault':
      return { ...nothing, effect, error: step.error };
  }
};

/** Writes the plan's changes to a file, with the values they start from pinned. */
export const keepPlan = async (
  job: Job,
  operation: Operation,
  direct: boolean,
  path: string,
  invocation: Invocation,
  place: Place,
): Promise<Result> => {
  if (operation.name === 'listings create' || operation.name === 'grade')
    throw new UsageError([
      {
        name: '--plan',
        message: `is for changes of inventories; for ${operation.name} the file itself is the plan`,
      },
    ]);
  if (direct)
    throw new UsageError([
      { name: '--plan', message: 'does not go with --direct, which starts from whatever is there' },
    ]);
  const { toFile } = await import('../../terminal/out-file.ts');
  const { write } = await import('../../terminal/io.ts');
  const { origin } = await invocation.profile();
  const file = await toFile(path, '/');
  try {
    await write(file.output, `${JSON.stringify({ resalePlan: 1, operation: operation.name, origin })}\n`);
    for await (const { row, step } of job.planned())
      if (step?.kind === 'set')
        await write(
          file.output,
          `${JSON.stringify({ line: row.line, id: step.id, from: step.from, to: step.to })}\n`,
        );
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  await place.discard();
  invocation.warn(`${planWords(job.totals)} It is in ${path}; nothing was sent.`);
  return { kind: 'nothing' };
};

/** Refuses a kept plan of another command or for another service. */
export const checkPlanHead = async (
  head: Readonly<Record<string, unknown>>,
  { operation, onConflict }: BulkRequest,
  invocation: Invocation,
): Promise<void> => {
  const { origin } = await invocation.profile();
  if (head.operation !== operation)
    throw new UsageError(`The plan is one of ${head.operation}, not of ${operation}`);
  if (head.origin !== origin) throw new UsageError(`The plan was made for ${head.origin}, not for ${origin}`);
  if (onConflict === 'retry' && operation === 'inventory set')
    throw new UsageError([
      {
        name: '--on-conflict',
        message: 'retry does not go with a plan, which pins the values it starts from',
      },
    ]);
};
