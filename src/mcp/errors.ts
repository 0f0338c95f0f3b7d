import { Failure } from '../failure/failure.ts';
import type { BrokenRule } from '../service/broken-rules.ts';

export const wrongInput = (tool: string, faults: readonly BrokenRule[]): Failure =>
  new Failure(
    `${tool} does not take this: ${faults.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`,
    { code: 'invalid-input', exit: 'usage', field: faults[0]?.path || undefined, hint: 'Nothing was done.' },
  );

export const unknownPlan = (planId: string): Failure =>
  new Failure(`no plan of this session is ${planId}`, {
    code: 'unknown-plan',
    exit: 'notFound',
    hint: 'Nothing was sent. A plan ends with its session; make another one with plan_changes.',
  });

export const planUsed = (planId: string, run: string | undefined): Failure =>
  new Failure(`${planId} ${run === undefined ? 'is being applied now' : `was used by the run ${run}`}`, {
    code: 'plan-used',
    exit: 'usage',
    hint: `Nothing was sent now. ${run === undefined ? 'list_runs shows its run.' : `What became of it: show_run ${run}.`} To change more, make another plan with plan_changes.`,
  });

export const declined = (): Failure =>
  new Failure('the person did not agree to it', {
    code: 'declined',
    exit: 'usage',
    hint: 'Nothing was sent. Do not try it again; ask what they want instead.',
  });

/** A protected profile needs the yes of a person, and the client has no way to ask one. */
export const nobodyToAsk = (question: string): Failure =>
  new Failure('a person has to agree to this, and this client asks nobody', {
    code: 'nobody-to-ask',
    exit: 'usage',
    details: [question],
    hint: 'Nothing was sent. The profile is protected: use a client that has elicitation, or have the person do it with resale at a terminal.',
  });

/** A result exceeds the limit and can't be shortened. */
export const tooLarge = ({ name, more }: { name: string; more: string }): Failure =>
  new Failure(`the result of ${name} is larger than 1 MiB, which is more than a result may say`, {
    code: 'too-large',
    exit: 'failed',
    hint: more,
  });
