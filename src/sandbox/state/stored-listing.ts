import * as z from 'zod/mini';
import { states } from '../../service/constants.ts';
import {
  identifierSchema,
  type Listing,
  type ListingCreation,
  listingCreation,
} from '../../service/listing.ts';
import { productNamed } from './catalogue.ts';
import { uuidOf } from './chance.ts';

/** A listing as the sandbox keeps it: what it was created from, and its state now. */
export const storedListing = z.object({
  id: identifierSchema,
  sku: z.string(),
  state: z.enum(states),
  availableInventory: z.int().check(z.minimum(0)),
  creation: listingCreation,
});
export type StoredListing = z.infer<typeof storedListing>;

/** A new listing. The interface does not say how one begins; here there is one piece, and it is on sale. */
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
