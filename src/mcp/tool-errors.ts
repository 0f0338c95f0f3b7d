import { Failure } from '../failure/failure.ts';
import type { BrokenRule } from '../service/broken-rules.ts';

export const wrongInput = (tool: string, faults: readonly BrokenRule[]): Failure =>
  new Failure(
    `${tool} does not take this: ${faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`,
    { code: 'invalid-input', exit: 'usage', field: faults[0]?.path || undefined, hint: 'Nothing was done.' },
  );

export const unknownPlan = (planId: string): Failure =>
  new Failure(`no plan of this session is ${planId}`, {
    code: 'not-found',
    exit: 'notFound',
    hint: 'Nothing was sent. A plan ends with its session; make another one with plan_changes.',
  });

export const planUsed = (planId: string, run: string | undefined): Failure =>
  new Failure(`${planId} ${run === undefined ? 'is being applied now' : `was used by the run ${run}`}`, {
    code: 'another-run',
    exit: 'usage',
    hint: `Nothing was sent now. ${run === undefined ? 'list_runs shows its run.' : `What became of it: show_run ${run}.`} To change more, make another plan with plan_changes.`,
  });

/** A result exceeds the limit and can't be shortened. */
export const tooLarge = ({ name, more }: { name: string; more: string }): Failure =>
  new Failure(`the result of ${name} is larger than 1 MiB, which is more than a result may say`, {
    code: 'too-large',
    exit: 'failed',
    hint: more,
  });
