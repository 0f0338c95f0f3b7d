import type { Invocation } from '../../cli/invocation.ts';
import { creationFlags } from '../../cli/listings/creation-flags.ts';
import { faultsOf, payloadOf } from '../../cli/listings/creation-payload.ts';
import { flagName, readFlags, type UsageFault } from '../../flags/values.ts';
import { type Answers, spoken } from '../answers.ts';

/** A flag of the creation, by our name for it. */
export type CreationFlag = keyof typeof creationFlags;

/** All of them, in the order of help. */
export const creationFlagNames = Object.keys(creationFlags) as CreationFlag[];

/** For whom the questions are asked, and how strictly. */
export interface Walk {
  invocation: Invocation;
  /** Lets constants through that the tool does not know. */
  noCheck: boolean;
}

/** Answers as a payload, and all rules that it breaks, as if they had been typed as flags. */
export const judged = async (
  { invocation, noCheck }: Walk,
  answers: Answers,
): Promise<{ payload: Readonly<Record<string, unknown>>; faults: UsageFault[] }> => {
  const faults: UsageFault[] = [];
  const given = readFlags(creationFlags, spoken(answers), faults);
  const payload = await payloadOf(invocation, given);
  return { payload, faults: [...faults, ...(await faultsOf(payload, given, noCheck))] };
};

/** What is wrong with the answer for one flag beside the others, as a sentence. */
export const problemWith = async (
  name: CreationFlag,
  walk: Walk,
  answers: Answers,
): Promise<string | undefined> => {
  const { faults } = await judged(walk, answers);
  const fault = faults.find((one) => one.name === flagName(name));
  return fault && `It ${fault.message}.`;
};

/** Of some answers those that break no rule beside others that hold. */
export const fittingBeside = async (walk: Walk, answers: Answers, fixed: Answers): Promise<Answers> => {
  const { faults } = await judged(walk, { ...answers, ...fixed });
  const broken = new Set(faults.map(({ name }) => name));
  return Object.fromEntries(
    creationFlagNames.flatMap((name) => {
      const said = answers[name];
      return said === undefined || broken.has(flagName(name)) ? [] : [[name, said]];
    }),
  );
};
