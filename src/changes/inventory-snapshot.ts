import type { Client } from '../http/client.ts';
import { readListing } from '../http/listing-pages.ts';
import type { SettleOptions } from './settling.ts';

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
    doubt: (read) => {
      const place = 'the answer is not as documented: $.availableInventory';
      if (read.availableInventory === undefined) return `${place} is missing`;
      if (!Number.isSafeInteger(read.availableInventory))
        return `${place} is ${read.availableInventory}, too large to be changed`;
      return read.availableInventory < 0 ? `${place} is ${read.availableInventory}, below 0` : undefined;
    },
  });
  return {
    id,
    inventory: availableInventory as number,
    name: externalIdentifier ?? sku ?? undefined,
    isClosed: isClosedIn(state),
  };
};

/** How far apart two readings are that have to agree, in milliseconds, and how many are made at the least until two do. */
const betweenReadingsMs = 1_000;
const leastReadings = 5;

/**
 * Reads until two successive readings agree, a second apart. One that shows a value from before this process's own last change does
 * not count. Undefined if none agree of five, nor of those within the time that a lost answer is given, too.
 */
export const agreedInventory = async (
  client: Client,
  id: string,
  { clock, signal, settleMs, own }: SettleOptions,
): Promise<InventorySnapshot | undefined> => {
  const until = clock.ticks() + settleMs;
  let last: InventorySnapshot | undefined;
  for (let readings = 1; ; readings++) {
    const next = await readInventory(client, id, true);
    const counts = own.writtenSince(next) === undefined;
    if (counts && next.inventory === last?.inventory && next.isClosed === last.isClosed) return next;
    last = counts ? next : undefined;
    if (readings >= leastReadings && clock.ticks() >= until) return undefined;
    await clock.sleep(betweenReadingsMs, signal);
  }
};

/** A listing that is OPEN with 0 is closed by an update to 0, as any other. */
export const closesListing = (to: number, isClosed: boolean | undefined): boolean =>
  to === 0 && isClosed !== true;

/** Whether the wanted inventory is there; at 0, the listing must be CLOSED, too, which is never concluded. */
export const isAsWanted = (
  { inventory, isClosed }: Pick<InventorySnapshot, 'inventory' | 'isClosed'>,
  wanted: number | null,
): boolean => inventory === wanted && (wanted !== 0 || isClosed === true);

/** The inventory as a clause, with the state where that makes the difference: `the inventory is 0, and the listing is OPEN`. */
export const inventoryWords = ({ inventory, isClosed }: InventorySnapshot): string =>
  `the inventory is ${inventory}${inventory === 0 && isClosed === false ? ', and the listing is OPEN' : ''}`;

/** Undefined if the state was not read. */
export const isClosedIn = (state: string | undefined): boolean | undefined =>
  state === undefined ? undefined : state === 'CLOSED';
