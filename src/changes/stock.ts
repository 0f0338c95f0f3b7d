import type { Client } from '../client/client.ts';
import { readListing } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import type { Patience } from './step.ts';

/** A listing as a change starts from it. */
export interface Stock {
  id: string;
  inventory: number;
  /** Whether it is CLOSED; undefined where nobody has read it. */
  isClosed: boolean | undefined;
}

/** What the service says now of a listing. Insists that it says how many are for sale. */
export const readStock = async (client: Client, id: string, fresh = false): Promise<Stock> => {
  const { availableInventory, state } = await readListing(client, id, {
    fresh,
    doubt: (said) =>
      said.availableInventory === undefined
        ? 'the answer is not as documented: $.availableInventory is missing'
        : undefined,
  });
  return {
    id,
    inventory: availableInventory as number,
    isClosed: state === undefined ? undefined : state === 'CLOSED',
  };
};

const mostLooks = 5;

/**
 * What a listing's inventory is after a change that was not confirmed: two equal readings, some time apart, are
 * believed. Undefined where it does not come to rest.
 */
export const inventoryAtRest = async (
  client: Client,
  id: string,
  { signal, betweenLooksMs = 1_000 }: Patience,
): Promise<number | undefined> => {
  let last = (await readStock(client, id, true)).inventory;
  for (let look = 1; look < mostLooks; look++) {
    await pause(betweenLooksMs, signal);
    const next = (await readStock(client, id, true)).inventory;
    if (next === last) return next;
    last = next;
  }
  return undefined;
};

/** Whether a change takes the last one off sale: the service then closes the listing, unless it is CLOSED already. */
export const closesListing = (from: number, to: number, isClosed: boolean | undefined): boolean =>
  to === 0 && from !== 0 && isClosed !== true;

/**
 * Whether items are there after a change that nobody can buy, since the listing is CLOSED. One whose state nobody has
 * read was closed when its inventory reached 0.
 */
export const staysClosed = (
  { inventory, isClosed }: Partial<Stock>,
  { before, after }: { before: number; after: number },
): boolean => after > 0 && (isClosed === true || (before === 0 && !(isClosed === false && inventory === 0)));
