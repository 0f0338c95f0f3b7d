import { resolve } from 'node:path';
import { openRowFile } from '../../bulk/rows/row-file.ts';
import type { Result } from '../../terminal/results.ts';
import { lineAgain } from '../../words/resale-line.ts';
import type { Invocation } from '../invocation.ts';
import { runMany } from './many-rows.ts';
import { checkPlanHead } from './plan-file.ts';
import { type NewRun, openRunInput } from './run-input.ts';
import type { FileRequest } from './session.ts';

/**
 * Reads the rows of --from, plans, asks, and runs them. With --dry-run or --plan, nothing is sent and no run is recorded. If
 * nothing comes of it, nothing is left of a run that was `made` for it.
 */
export const runFile = async (
  invocation: Invocation,
  request: FileRequest,
  made?: NewRun,
): Promise<Result> => {
  const { settings, io, line } = invocation;
  const { operation, options, from, planTo } = request;
  const onlyPlans = settings.dryRun || planTo !== undefined;
  if (!onlyPlans) await invocation.refuseReadOnly();
  const input = await openRunInput(invocation, from, onlyPlans, made);
  try {
    const path = resolve(io.cwd, from);
    const file = await openRowFile(input.path, from === '-' ? 'standard input' : path, options.sheet);
    invocation.note(`Reading ${file.described}.`);
    if (file.plan) await checkPlanHead(file.plan, operation, invocation);
    return await runMany({
      ...request,
      invocation,
      file,
      recording: input,
      isAttended: invocation.isAttended(/^(-|\/dev\/stdin|\/dev\/fd\/0)$/.test(from)),
      // What came through a pipe is gone.
      again: input.path === path ? lineAgain(line) : undefined,
    });
  } catch (error) {
    await input.discard();
    throw error;
  }
};
