import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { writeWhole } from '../../files/whole-file.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { createRunControl, type RunControl } from '../control/run-control.ts';
import { askBeforeRun, planWords } from '../draft/before-run.ts';
import { draftOf, inputOf, type RowInput } from '../draft/draft.ts';
import { shownPlan } from '../draft/plan-output.ts';
import { newRunDirectory } from '../folder/directory.ts';
import { holdForPlanning, type PlanningRun, takeUp, temporaryWorkshop } from '../held-run.ts';
import { RefusedPlan } from '../plan/plan-errors.ts';
import { withLine } from '../report/run-ending.ts';
import type { Drafted, RunRequest } from '../request/run-request.ts';
import { beginRun } from './begin-run.ts';
import { watching } from './own-run.ts';
import { runToEnd } from './run-to-end.ts';

/** Plans rows, and sends them as a run without a name. With --dry-run or --plan, nothing is sent, and no folder is made. */
export const runFile = async (invocation: Invocation, request: RunRequest, from: string): Promise<Result> => {
  if (request.shard)
    throw new UsageError([
      { name: '--shard', message: 'needs --run NAME: all parts have one name, and one plan' },
    ]);
  if (invocation.settings.dryRun || request.planTo !== undefined)
    return onlyPlan(invocation, request, from, 'plan', () => 'plan');
  await invocation.refuseReadOnly();
  const directory = await newRunDirectory(stateDirectory(invocation.io.env));
  const planning = await holdForPlanning(directory, watching(invocation), true);
  const control = await createRunControl(invocation, request);
  const agreed = await agreeOn(invocation, request, from, planning, control, () => directory.id);
  const run = await takeUp(directory, planning.lock);
  return runToEnd({ invocation, operation: request.operation, run, control, ...agreed });
};

/** Plans, and shows or keeps the plan. */
export const onlyPlan = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  id: string,
  derivedFrom: (sha256: string) => string,
): Promise<Result> => {
  const { settings } = invocation;
  const workshop = await temporaryWorkshop();
  const failing = aboutFile(invocation);
  try {
    const input = failing.reads(await inputOf(invocation, from, workshop.input));
    const control = await createRunControl(invocation, request);
    const path = workshop.plan;
    const { drafted, problem } = await draftOf({
      invocation,
      request,
      input,
      path,
      id,
      derivedFrom,
      control,
    });
    if (!problem && request.planTo !== undefined) await keepPlan(drafted, request.planTo);
    if (settings.dryRun) return shownPlan(drafted, workshop.clear, problem);
    await workshop.clear();
    return { kind: 'nothing' };
  } catch (error) {
    await workshop.clear();
    throw failing.advised(error);
  }
};

/** Keeps a plan in a file. Its rows are sent from the inventories that it has. */
const keepPlan = async (drafted: Drafted, named: string): Promise<void> => {
  const { invocation, draft } = drafted;
  const { io, line, settings, warn } = invocation;
  await writeWhole(resolve(io.cwd, named), createReadStream(draft.plan.path));
  if (settings.dryRun) return warn(`The plan is in ${named}.`);
  const kept = `${planWords(drafted)}\n✓ The plan is in ${named}. Nothing was sent`;
  const apply = lineAgain(line, { from: named, plan: undefined, skipInvalid: undefined });
  warn(
    draft.totals.changes > 0 ? proposal(`${kept}. To apply it:`, apply) : `${kept}, and it changes nothing.`,
  );
};

/** The agreed plan, with the facts that the end of the run needs. */
interface Agreed {
  drafted: Drafted;
  failedOut: string | undefined;
}

/** Plans rows in the folder of a run, and asks. Where that fails, nothing has happened, and the folder is left. */
export const agreeOn = async (
  invocation: Invocation,
  request: RunRequest,
  from: string,
  planning: PlanningRun,
  control: RunControl,
  derivedFrom: (sha256: string) => string,
): Promise<Agreed> => {
  const failing = aboutFile(invocation);
  try {
    const input = failing.reads(await inputOf(invocation, from, planning.input));
    const { plan: path, directory } = planning;
    const { id } = directory;
    const { drafted } = await draftOf({ invocation, request, input, path, id, derivedFrom, control });
    const isInteractive = invocation.isInteractive(/^(-|\/dev\/stdin|\/dev\/fd\/0)$/.test(from));
    await askBeforeRun(drafted, isInteractive);
    await beginRun(planning, drafted);
    return { drafted, failedOut: request.failedOut };
  } catch (error) {
    await planning.leave();
    throw failing.advised(error);
  }
};

/** Adds to an error the line that tries again, unless the input came through a pipe and is gone. */
const aboutFile = ({ line }: Invocation) => {
  let isThere = false;
  return {
    reads(input: RowInput): RowInput {
      isThere = !input.isPiped;
      return input;
    },
    advised(error: unknown): unknown {
      if (!isThere) return withLine(error, undefined);
      if (error instanceof RefusedPlan)
        return error.advised(lineAgain(line, { dryRun: true, yes: undefined }));
      return withLine(error, lineAgain(line));
    },
  };
};
