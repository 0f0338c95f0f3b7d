import { resolve } from 'node:path';
import type { Operation } from '../../changes/operation.ts';
import { isStep } from '../../changes/step.ts';
import { writeWhole } from '../../disk/whole-file.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { handOn } from '../../runs/handed-out.ts';
import type { Plan } from '../../runs/plan/make-plan.ts';
import { rowName } from '../../runs/rows/row.ts';
import { inShapes } from '../../terminal/screen.ts';
import { proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { UsageError } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { planWords } from './before-run.ts';
import type { Run } from './run.ts';

/** The rows pin the old values. */
export const writePlan = async (plan: Plan, run: Run, named: string): Promise<void> => {
  const { operation, invocation } = run;
  const { io, line, settings } = invocation;
  const { origin } = await invocation.profile();
  const { rows } = plan.totals;
  const lines = async function* () {
    yield `${JSON.stringify({ resalePlan: 1, operation: operation.name, origin, rows })}\n`;
    for await (const { row, planned } of plan.rows())
      if (planned && isStep(planned)) {
        const { id, before: from, after: to } = planned;
        yield `${JSON.stringify({ line: row.line, id, from, to, called: rowName(row) })}\n`;
      }
  };
  const path = resolve(io.cwd, named);
  const state = stateDirectory(io.env);
  await writeWhole(path, lines(), {
    beforeItIsThere: (sha256) => handOn(state, run.file.path, { path, sha256 }),
  });
  if (settings.dryRun) return invocation.warn(`The plan is in ${named}.`);
  const words = planWords(run, plan.totals);
  const apply = lineAgain(line, { from: named, plan: undefined, skipInvalid: undefined });
  invocation.warn(
    io.stderr.isTTY
      ? proposal(
          `${words}\n${inShapes('✓', io.env)} The plan is in ${named}. Nothing was sent. To apply it:`,
          apply,
        )
      : `${words} It is in ${named}; nothing was sent.`,
  );
};

/** A plan is for one command and one service, and pins old values, so it excludes --on-conflict retry. */
export const checkPlanHead = async (
  head: Readonly<Record<string, unknown>>,
  operation: Operation,
  invocation: Invocation,
): Promise<void> => {
  const { origin } = await invocation.profile();
  if (head.resalePlan !== 1) throw new UsageError('A later version of resale wrote the plan');
  if (head.operation !== operation.name)
    throw new UsageError(`The plan is for ${head.operation}, not for ${operation.name}`);
  if (head.origin !== origin) throw new UsageError(`The plan was made for ${head.origin}, not for ${origin}`);
  if (invocation.line.flags.onConflict === 'retry')
    throw new UsageError([
      {
        name: '--on-conflict',
        message: 'retry does not go with a plan, which pins the old values',
      },
    ]);
};
