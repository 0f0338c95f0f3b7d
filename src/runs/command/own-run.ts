import type { Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { Failure } from '../../failure/failure.ts';
import type { Invocation } from '../../line/invocation.ts';
import type { ActiveProfile } from '../../profiles/active-profile.ts';
import { type Advice, prefixed, proposal } from '../../words/advice.ts';
import { capitalized } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import type { lockRun } from '../journal/lock.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import type { RecordedRun } from '../recorded-run.ts';

/** The file, profile, service or operation differs from those that the run began with. */
export const anotherRun = (message: string, advice?: Advice): Failure =>
  new Failure(message, { code: 'another-run', exit: 'usage', hint: prefixed('Nothing was sent.', advice) });

export const belongsTo = (
  { name, origin, clientId }: Pick<ActiveProfile, 'name' | 'origin' | 'clientId'>,
  head: PlanHead,
): boolean => origin === head.origin && name === head.profile && clientId === head.clientId;

/**
 * The operation of a run that this command may continue. Refuses a run of another service, profile or client: it would look up or
 * change listings of another shop.
 */
export const ownOperation = async (head: PlanHead, invocation: Invocation): Promise<Operation> => {
  const { name, origin, clientId } = await invocation.profile();
  const refuse = async (message: string): Promise<never> => {
    throw anotherRun(message, await adviceOn(head, invocation));
  };
  if (origin !== head.origin)
    await refuse(`the run is for ${head.origin}, but this command is for ${origin}`);
  if (name !== head.profile)
    await refuse(`the run was started with ${profileWords(head.profile)}, not with ${profileWords(name)}`);
  if (head.clientId !== clientId)
    throw anotherRun(
      `the run belongs to the client ${head.clientId ?? 'none'}, and this command is for ${clientId ?? 'none'}`,
      `Use the keys of that client${name === undefined ? '' : `, in the profile ${name} or`} in RESALE_CLIENT_ID and RESALE_API_KEY.`,
    );
  const known = operationNamed(head.operation);
  if (known === undefined) throw anotherRun(`this version of resale has no operation "${head.operation}"`);
  return known;
};

const adviceOn = async ({ profile, origin }: PlanHead, invocation: Invocation): Promise<Advice> => {
  if (profile === undefined)
    return `Give it as it was: --base-url ${origin}, with RESALE_CLIENT_ID and RESALE_API_KEY in the environment and no profile.`;
  if ((await invocation.profile()).name === profile)
    return `Give its base URL as it was: --base-url ${origin}`;
  const { profiles } = await (await invocation.store()).read();
  return profiles.has(profile)
    ? `Use that profile: --profile ${profile}`
    : proposal(
        `There is no profile ${profile} any more: add it again, or rename it back:`,
        resaleLine('profiles rename', ['NAME', profile]),
      );
};

const profileWords = (name: string | undefined): string =>
  name === undefined ? 'credentials from the environment' : `the profile ${name}`;

/** Says that parts of a run are elsewhere, where a command acts on all that are here. */
export const tellMissingParts = ({ plan, directory, journals }: RecordedRun, { warn }: Invocation): void => {
  const { parts } = plan.head;
  const missing = directory.part || parts === undefined ? 0 : parts - journals.length;
  if (missing > 0)
    warn(
      `Of ${parts} parts, ${missing} ${missing === 1 ? 'has' : 'have'} not begun here: this is about the others.`,
    );
};

/** Shows a person that this process waits for the lock, and lets them stop it. */
export const watching = ({ io, warn }: Invocation): Parameters<typeof lockRun>[1] => ({
  signal: io.interruption,
  onWatch: ({ message }, seconds) =>
    warn(
      `${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this process continues.`,
    ),
});
