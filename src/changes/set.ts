import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { sameIdentifier } from '../service/identifier.ts';
import { Conflict } from './errors.ts';
import type { InventoryChange } from './outcome.ts';
import { inventoryAtRest, readStock } from './read.ts';
import { lookInto, type Patience, unknownOutcome } from './unconfirmed.ts';

/** A listing's inventory, as it was read or is expected. */
export interface Stock {
  id: string;
  from: number;
  /** Whether the listing is CLOSED; left out or undefined where nobody has read it. */
  isClosed?: boolean | undefined;
}

/** An inventory to write, and the value it is to replace. */
export interface SetStep extends Stock {
  to: number;
}

/** The request of a step: the service applies it only where the inventory is still `from`. */
export const setRequest = ({ id, from, to }: SetStep) => ({
  params: { id },
  body: { action: 'SET_INVENTORY' as const, oldInventory: from, newInventory: to },
});

/**
 * Replaces a known inventory by another, at most once.
 *
 * Sent once. Where the answer confirms it, it is applied. Where it was refused and the inventory has moved, it is
 * a `Conflict`. Where the answer was lost, the inventory is read again only to tell what is known: reading the
 * old value does not prove that the change will not arrive yet, so it is never sent again.
 */
export const applySet = async (
  client: Client,
  step: SetStep,
  patience: Patience,
): Promise<InventoryChange> => {
  const { id, from, to } = step;
  try {
    const answer = await client.call('updateInventory', setRequest(step), {
      doubt: (said) =>
        sameIdentifier(said.id, id) && said.availableInventory === to
          ? undefined
          : `the answer speaks of another change (listing ${said.id}, inventory ${said.availableInventory})`,
    });
    return { ...answer, outcome: 'applied', before: from, after: to };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.attempt === 'rejected') throw await explainRefusal(client, step, error);
    if (error.attempt === 'ambiguous') return labelSet(client, step, error, patience);
    throw error;
  }
};

/** Refusals behind which a moved inventory may stand. */
const mayBeConflict = new Set([400, 409, 412, 422]);

const explainRefusal = async (
  client: Client,
  { id, from, to }: SetStep,
  refusal: CallError,
): Promise<Error> => {
  if (!mayBeConflict.has(refusal.facts.status ?? 0)) return refusal;
  try {
    const { availableInventory } = await readStock(client, id, true);
    return availableInventory === from ? refusal : new Conflict(id, from, availableInventory, to);
  } catch (error) {
    if (error instanceof CallError) return refusal;
    throw error;
  }
};

/**
 * What can be told of a step that was sent and not confirmed: converged where the inventory is the one wanted, else an
 * `UnknownOutcome` with what was read.
 */
export const labelSet = async (
  client: Client,
  { id, from, to }: SetStep,
  cause: CallError,
  patience: Patience,
): Promise<InventoryChange> => {
  const change = `Setting the inventory of ${id} from ${from} to ${to}`;
  const now = await lookInto(cause, patience, () => inventoryAtRest(client, id, patience));
  if (now === to) return { id, availableInventory: now, outcome: 'converged', before: from, after: now };
  throw unknownOutcome({ change, cause }, nowInWords(now, from), patience);
};

const nowInWords = (now: number | undefined, from: number) => {
  if (now === undefined) return 'the inventory could not be read since';
  return now === from ? `the inventory is still ${now}` : `the inventory is ${now} now`;
};
