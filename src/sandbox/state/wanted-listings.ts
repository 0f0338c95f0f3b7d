import * as z from 'zod/mini';
import { brokenRules } from '../../service/broken-rules.ts';
import { conditions, states } from '../../service/constants.ts';
import { identifierSchema, type Listing } from '../../service/listing.ts';
import { seededListings } from './seeded-listings.ts';
import { newListing, type StoredListing } from './stored-listing.ts';

const wantedListing = z.strictObject({
  id: z.optional(identifierSchema),
  state: z.optional(z.enum(states)),
  condition: z.optional(z.enum(conditions)),
  sku: z.optional(z.string()),
  availableInventory: z.optional(z.int().check(z.minimum(0))),
  externalIdentifier: z.nullish(z.string()),
});

/**
 * Listings as a test wants them: what it does not say is plain, and the same every time. Fails with a RangeError that names each
 * fault.
 */
export const wantedListings = (seed: number, wanted: readonly Partial<Listing>[]): StoredListing[] => {
  const all = { listings: [...wanted] };
  const faults = brokenRules(z.object({ listings: z.array(wantedListing) }), all);
  if (faults.length > 0)
    throw new RangeError(faults.map(({ path, message }) => `${path} ${message}`).join('; '));
  const products = seededListings(seed, wanted.length);
  const listings = products.map(({ creation }, number) => made(seed, number, creation, wanted[number] ?? {}));
  const ids = new Set<string>();
  const twin = listings.findIndex(({ id }) => ids.size === ids.add(id).size);
  if (twin >= 0) throw new RangeError(`listings[${twin}].id is that of an earlier one`);
  return listings;
};

const made = (
  seed: number,
  number: number,
  product: StoredListing['creation'],
  { condition = 'GOOD', externalIdentifier, ...said }: Partial<Listing>,
): StoredListing => {
  const { externalIdentifier: _, ...creation } = product;
  const plain = newListing(seed, number, {
    ...creation,
    condition: condition as StoredListing['creation']['condition'],
    ...(externalIdentifier == null ? {} : { externalIdentifier }),
  });
  const { id = plain.id, sku = plain.sku, availableInventory = 1 } = said;
  const state = (said.state ?? (availableInventory === 0 ? 'CLOSED' : 'OPEN')) as StoredListing['state'];
  return { ...plain, id: id.toLowerCase(), sku: sku ?? plain.sku, availableInventory, state };
};
