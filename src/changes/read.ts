import type { Client } from '../client/client.ts';
import { readListing } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import type { Listing } from '../service/listing.ts';
import type { Stock } from './set.ts';
import type { Patience } from './unconfirmed.ts';

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

/** What a change of the listing `id` starts from, as the service tells it now. */
export const readStart = async (client: Client, id: string): Promise<Stock> => {
  const { availableInventory, state } = await readStock(client, id);
  return { id, from: availableInventory, isClosed: state === undefined ? undefined : state === 'CLOSED' };
};

const mostLooks = 5;

/**
 * What a listing's inventory is after a change that was not confirmed: two equal readings, some time
 * apart, are believed. Undefined where it does not come to rest.
 */
export const inventoryAtRest = async (
  client: Client,
  id: string,
  { signal, betweenLooksMs = 1_000 }: Patience,
): Promise<number | undefined> => {
  let last = (await readStock(client, id, true)).availableInventory;
  for (let look = 1; look < mostLooks; look++) {
    await pause(betweenLooksMs, signal);
    const next = (await readStock(client, id, true)).availableInventory;
    if (next === last) return next;
    last = next;
  }
  return undefined;
};
