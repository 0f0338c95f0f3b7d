import type { UsageFault } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { type Answers, spoken } from '../questions/answers.ts';
import { flagName, readFlags } from '../values.ts';
import { creationFlags } from './creation-flags.ts';
import { faultsOf, payloadOf } from './creation-payload.ts';

/** A flag of the creation, by our name for it. */
export type CreationFlag = keyof typeof creationFlags;

/** All of them, in the order of help. */
export const creationFlagNames = Object.keys(creationFlags) as CreationFlag[];

/** Answers as a payload, and all rules that it breaks, as if they had been typed as flags. */
export const judged = async (
  invocation: Invocation,
  answers: Answers,
): Promise<{ payload: Readonly<Record<string, unknown>>; faults: UsageFault[] }> => {
  const faults: UsageFault[] = [];
  const given = readFlags(creationFlags, spoken(answers), faults);
  const payload = await payloadOf(invocation, given);
  return { payload, faults: [...faults, ...(await faultsOf(payload, given))] };
};

/** What is wrong with the answer for one flag beside the others, as a sentence. */
export const problemWith = async (
  name: CreationFlag,
  invocation: Invocation,
  answers: Answers,
): Promise<string | undefined> => {
  const { faults } = await judged(invocation, answers);
  const fault = faults.find((one) => one.name === flagName(name));
  return fault && `It ${fault.message}.`;
};

/** Of some answers those that break no rule beside others that hold. */
export const fittingBeside = async (
  invocation: Invocation,
  answers: Answers,
  fixed: Answers,
): Promise<Answers> => {
  const { faults } = await judged(invocation, { ...answers, ...fixed });
  const broken = new Set(faults.map(({ name }) => name));
  return Object.fromEntries(
    creationFlagNames.flatMap((name) => {
      const said = answers[name];
      return said === undefined || broken.has(flagName(name)) ? [] : [[name, said]];
    }),
  );
};
