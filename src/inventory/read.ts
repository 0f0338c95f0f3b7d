import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { readListing } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import type { Listing } from '../service/listing.ts';

/** What the changes of this room need beside the client. */
export interface Patience {
  /** How long an unconfirmed change is let rest before it is looked at, in milliseconds. */
  settleMs: number;
  signal: AbortSignal;
  /** Told when it rests, so that a person sees why nothing happens. */
  onSettle?: (milliseconds: number) => void;
}

/** A listing whose inventory is known. */
export type StockedListing = Listing & { availableInventory: number };

/** Reads a listing, and insists that the answer says how many are for sale. */
export const readStock = async (client: Client, id: string, fresh = false): Promise<StockedListing> => {
  const listing = await readListing(client, id, {
    fresh,
    doubt: (said) =>
      said.availableInventory === undefined
        ? 'the answer is not as documented: $.availableInventory is missing'
        : undefined,
  });
  return listing as StockedListing;
};

const secondLookMs = 1_000;
const mostLooks = 5;

/**
 * What a listing's inventory is after a change that was not confirmed. Lets the change rest first, since it
 * may still be under way; then believes two equal readings, a second apart. Undefined where it can't be read,
 * or does not come to rest.
 */
export const inventoryAtRest = async (
  client: Client,
  id: string,
  cause: CallError,
  patience: Patience,
): Promise<number | undefined> => {
  try {
    await settle(cause, patience);
    let last = (await readStock(client, id, true)).availableInventory;
    for (let look = 1; look < mostLooks; look++) {
      await pause(secondLookMs, patience.signal);
      const next = (await readStock(client, id, true)).availableInventory;
      if (next === last) return next;
      last = next;
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  return undefined;
};

/** Waits until an unconfirmed change can be looked at. Where the service answered in full, it has finished. */
export const settle = async (cause: CallError, { settleMs, signal, onSettle }: Patience): Promise<void> => {
  if (cause.facts.serviceMessage !== undefined) return;
  onSettle?.(settleMs);
  await pause(settleMs, signal);
};
