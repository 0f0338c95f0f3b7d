import type { Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { Failure } from '../../failure/failure.ts';
import type { Invocation } from '../../line/invocation.ts';
import { type Advice, prefixed } from '../../words/advice.ts';
import { capitalized } from '../../words/counted.ts';
import type { lockRun } from '../journal/lock.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import type { RecordedRun } from '../recorded-run.ts';

/** The file, profile, service or operation differs from those that the run began with. */
export const anotherRun = (message: string, advice?: Advice): Failure =>
  new Failure(message, { code: 'another-run', exit: 'usage', hint: prefixed('Nothing was sent.', advice) });

type Owner = Pick<PlanHead, 'origin' | 'clientId'>;

/** Whether two are of one service and one client, whatever their profile is called. */
export const belongsTo = (one: Owner, other: Owner): boolean =>
  one.origin === other.origin && one.clientId === other.clientId;

/**
 * The operation of a run that this command may continue. Refuses a run of another service or client: it would look up or change listings of another shop.
 */
export const ownOperation = async (head: PlanHead, invocation: Invocation): Promise<Operation> => {
  const active = await invocation.profile();
  if (!belongsTo(active, head)) {
    const { profiles } = await (await invocation.store()).read();
    throw anotherRun(
      `the run is for ${whose(head)}, and this command is for ${whose(active)}`,
      head.profile !== undefined && head.profile !== active.name && profiles.has(head.profile)
        ? `Use --profile ${head.profile}`
        : 'Use --base-url, and the keys of that client in RESALE_CLIENT_ID and RESALE_API_KEY.',
    );
  }
  const known = operationNamed(head.operation);
  if (known === undefined) throw anotherRun(`this version of resale has no operation "${head.operation}"`);
  return known;
};

/** `https://api.shop.example, as client-1` */
const whose = ({ origin, clientId }: Owner): string => `${origin}, as ${clientId ?? 'nobody'}`;

/** Says that parts of a run are elsewhere, where a command acts on all that are here. */
export const tellMissingParts = ({ plan, directory, journals }: RecordedRun, { warn }: Invocation): void => {
  const { parts } = plan.head;
  const missing = directory.part || parts === undefined ? 0 : parts - journals.length;
  if (missing > 0)
    warn(
      `${missing} of ${parts} parts ${missing === 1 ? 'has' : 'have'} not begun on this machine, and ${missing === 1 ? 'is' : 'are'} not included.`,
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
