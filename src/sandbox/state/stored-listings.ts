import * as z from 'zod/mini';
import { pageSize as pageSizes, type State, states } from '../../service/constants.ts';
import {
  type InventoryUpdate,
  identifierSchema,
  type Listing,
  type ListingCreation,
  listingCreation,
  type listingsQuery,
} from '../../service/listing-schemas.ts';
import { Refusal } from '../refusal.ts';
import { productNamed } from './catalogue.ts';
import { uuidOf } from './chance.ts';
import type { History } from './history.ts';

/** A stored listing: its creation, and its current state. */
export const storedListing = z.object({
  id: identifierSchema,
  sku: z.string(),
  state: z.enum(states),
  availableInventory: z.int().check(z.minimum(0)),
  creation: listingCreation,
});
export type StoredListing = z.infer<typeof storedListing>;

/** A new listing. The interface does not define its initial state; here it is open with an inventory of 1. */
export const newListing = (seed: number, number: number, creation: ListingCreation): StoredListing => {
  const id = uuidOf('listing', seed, number);
  return { id, sku: skuFor(seed, id, creation), state: 'OPEN', availableInventory: 1, creation };
};

const skuFor = (
  seed: number,
  id: string,
  { productDataSourceType: source, productIdentifier = '' }: ListingCreation,
) =>
  source === 'COMMERCE_SKU'
    ? productIdentifier
    : (productNamed(seed, source, productIdentifier)?.identifiers.COMMERCE_SKU ??
      `SANDBOX-${id.slice(0, 8).toUpperCase()}`);

export const shownListing = ({ id, state, creation, sku, availableInventory }: StoredListing): Listing => ({
  id,
  state,
  condition: creation.condition,
  sku,
  availableInventory,
  externalIdentifier: creation.externalIdentifier ?? null,
});

export interface Contents {
  /** The number of initial listings, which are the first ones. */
  seeded: number;
  /** Oldest first. Listings are never removed, so the index is a listing's number. */
  listings: StoredListing[];
}

/** The sandbox's listings and the rules for changing them. A broken rule is thrown as a Refusal. */
export class Listings {
  readonly #byId: Map<string, StoredListing>;

  constructor(
    readonly contents: Contents,
    readonly seed: number,
    private readonly history: History<StoredListing>,
    private readonly reopens: boolean,
  ) {
    this.#byId = new Map(contents.listings.map((listing) => [listing.id, listing]));
  }

  /** The listing with an identifier, in upper or lower case. */
  get(id: string): StoredListing {
    return found(this.#byId.get(id.toLowerCase()));
  }

  /** The same for a read, which may lag. */
  read(id: string): StoredListing {
    return found(this.history.replica()(this.get(id)));
  }

  create(creation: ListingCreation): StoredListing {
    const listing = newListing(this.seed, this.contents.listings.length, creation);
    this.contents.listings.push(listing);
    this.#byId.set(listing.id, listing);
    this.history.keep(listing.id, undefined);
    return listing;
  }

  /** A page for a read, and the cursor after its last listing. Listings created meanwhile appear on later pages. */
  page({ state, pageSize = pageSizes.default, after }: z.infer<typeof listingsQuery>) {
    const scope: CursorScope = { seed: this.seed, state };
    const { listings } = this.contents;
    const asRead = this.history.replica();
    const start = after === undefined ? -1 : positionOf(after, scope);
    if (start === undefined)
      throw new Refusal(400, 'after must be the endCursor of an earlier page of the same list.');
    const page: StoredListing[] = [];
    let last = start;
    for (let position = start + 1; position < listings.length; position++) {
      const listing = asRead(listings[position] as StoredListing);
      if (listing === undefined || (state !== undefined && listing.state !== state)) continue;
      if (page.length === pageSize) return { page, hasNextPage: true, endCursor: cursorAt(last, scope) };
      page.push(listing);
      last = position;
    }
    return { page, hasNextPage: false, endCursor: page.length === 0 ? '' : cursorAt(last, scope) };
  }

  /** Sets or adjusts the inventory. An inventory of 0 closes the listing; the interface does not define whether more reopens it. */
  update(id: string, update: InventoryUpdate): StoredListing {
    const listing = this.get(id);
    const current = listing.availableInventory;
    if (update.action === 'SET_INVENTORY' && update.oldInventory !== current)
      throw new Refusal(409, `The current inventory is ${current}, not ${update.oldInventory}.`);
    const wanted =
      update.action === 'SET_INVENTORY' ? update.newInventory : current + update.inventoryAdjustment;
    if (wanted < 0)
      throw new Refusal(400, `The current inventory is ${current}; an adjustment must not take it below 0.`);
    if (!Number.isSafeInteger(wanted))
      throw new Refusal(
        400,
        `The current inventory is ${current}; an adjustment must not take it over 2^53-1.`,
      );
    this.history.keep(listing.id, listing);
    listing.availableInventory = wanted;
    if (wanted === 0) listing.state = 'CLOSED';
    else if (this.reopens && wanted > current) listing.state = 'OPEN';
    return listing;
  }
}

const found = (listing: StoredListing | undefined): StoredListing => {
  if (listing === undefined) throw new Refusal(404, 'There is no listing with this identifier.');
  return listing;
};

interface CursorScope {
  seed: number;
  state: State | undefined;
}

const cursorAt = (position: number, { seed, state }: CursorScope): string =>
  Buffer.from(`${position}:${state ?? ''}:${seed}`).toString('base64url');

/** The position of a cursor; undefined if it is damaged, or belongs to another list. */
const positionOf = (cursor: string, scope: CursorScope): number | undefined => {
  const position = Number(/^\d{1,15}(?=:)/.exec(Buffer.from(cursor, 'base64url').toString())?.[0]);
  return cursorAt(position, scope) === cursor ? position : undefined;
};
