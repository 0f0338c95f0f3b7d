import type { Client } from '../client/client.ts';
import { readListing } from '../client/listings.ts';
import type { Done } from './outcome.ts';
import type { SettleOptions } from './step.ts';

export interface InventorySnapshot {
  id: string;
  inventory: number;
  /** Its external identifier, or else its SKU. */
  name?: string | undefined;
  /** Undefined if the state was not read. */
  isClosed: boolean | undefined;
}

/** An answer without a possible inventory is an error. */
export const readInventory = async (
  client: Client,
  id: string,
  fresh = false,
): Promise<InventorySnapshot> => {
  const { availableInventory, state, externalIdentifier, sku } = await readListing(client, id, {
    fresh,
    doubt: (said) => {
      const place = 'the answer is not as documented: $.availableInventory';
      if (said.availableInventory === undefined) return `${place} is missing`;
      if (!Number.isSafeInteger(said.availableInventory))
        return `${place} is ${said.availableInventory}, too large to be changed`;
      return said.availableInventory < 0 ? `${place} is ${said.availableInventory}, below 0` : undefined;
    },
  });
  return {
    id,
    inventory: availableInventory as number,
    name: externalIdentifier ?? sku ?? undefined,
    isClosed: state === undefined ? undefined : state === 'CLOSED',
  };
};

const mostProbes = 5;

/** Reads until two successive readings agree. Undefined if they never do. */
export const settledInventory = async (
  client: Client,
  id: string,
  { clock, signal, betweenProbesMs = 1_000 }: SettleOptions,
): Promise<number | undefined> => {
  let last = (await readInventory(client, id, true)).inventory;
  for (let probes = 1; probes < mostProbes; probes++) {
    await clock.sleep(betweenProbesMs, signal);
    const next = (await readInventory(client, id, true)).inventory;
    if (next === last) return next;
    last = next;
  }
  return undefined;
};

/** The service closes an OPEN listing whose inventory becomes 0. */
export const closesListing = (from: number, to: number, isClosed: boolean | undefined): boolean =>
  to === 0 && from !== 0 && isClosed !== true;

/**
 * Whether items are left in a listing that may be CLOSED: it was read as CLOSED, or was at 0, which closes a listing. Nothing
 * is known to open one again.
 */
export const mayBeClosed = (
  { inventory, isClosed }: { inventory?: number | null; isClosed?: boolean | undefined },
  { outcome, before, after }: Done,
): boolean =>
  (outcome === 'applied' || outcome === 'converged' || outcome === 'unchanged') &&
  (after ?? 0) > 0 &&
  (isClosed === true || (before === 0 && !(isClosed === false && inventory === 0)));

/** Adds `state` if the change leaves items in a CLOSED listing, which are not for sale. */
export const withState = (known: Parameters<typeof mayBeClosed>[0], done: Done): Done =>
  mayBeClosed(known, done) ? { ...done, state: 'CLOSED' } : done;
