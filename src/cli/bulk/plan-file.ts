import type { Plan } from '../../bulk/plan.ts';
import type { Operation } from '../../changes/operation.ts';
import { isStep } from '../../changes/step.ts';
import type { Result } from '../../terminal/columns.ts';
import { write } from '../../terminal/io.ts';
import { toFile } from '../../terminal/out-file.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { planWords } from './plan-words.ts';

/** Writes a plan's changes to a file, bound to the values they start from. */
export const writePlan = async (
  plan: Plan,
  operation: Operation,
  direct: boolean,
  path: string,
  invocation: Invocation,
): Promise<Result> => {
  if (!operation.plannedRows)
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
  const { origin } = await invocation.profile();
  const file = await toFile(path, '/');
  try {
    await write(file.output, `${JSON.stringify({ resalePlan: 1, operation: operation.name, origin })}\n`);
    for await (const { row, planned } of plan.rows())
      if (planned && isStep(planned)) {
        const { id, before: from, after: to } = planned;
        await write(file.output, `${JSON.stringify({ line: row.line, id, from, to })}\n`);
      }
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  invocation.warn(`${planWords(plan.totals, operation)} It is in ${path}; nothing was sent.`);
  return { kind: 'nothing' };
};

/** Refuses a kept plan of another command or for another service, and one that is not to be kept to. */
export const checkPlanHead = async (
  head: Readonly<Record<string, unknown>>,
  operation: Operation,
  retries: boolean,
  invocation: Invocation,
): Promise<void> => {
  const { origin } = await invocation.profile();
  if (head.operation !== operation.name)
    throw new UsageError(`The plan is one of ${head.operation}, not of ${operation.name}`);
  if (head.origin !== origin) throw new UsageError(`The plan was made for ${head.origin}, not for ${origin}`);
  if (retries)
    throw new UsageError([
      {
        name: '--on-conflict',
        message: 'retry does not go with a plan, which pins the values it starts from',
      },
    ]);
};
