import * as z from 'zod/mini';
import { brokenRules } from '../../service/broken-rules.ts';
import { conditions, states } from '../../service/constants.ts';
import { identifierSchema, type Listing, type ListingCreation } from '../../service/listing-schemas.ts';
import { type CatalogueProduct, catalogueProduct } from './catalogue.ts';
import { dice, pick } from './chance.ts';
import { type Contents, newListing, type StoredListing } from './stored-listings.ts';

/** The contents of a sandbox without a state file: a number of generated listings, or specified ones. */
export const firstContents = (seed: number, wanted: number | readonly Partial<Listing>[]): Contents => {
  const listings = typeof wanted === 'number' ? seededListings(seed, wanted) : wantedListings(seed, wanted);
  return { seeded: listings.length, listings };
};

/** The number of an open listing with inventory 0, which the interface allows; it always has an external identifier. */
const soldOut = 99;

/** The same seed always gives the same listings, of every condition, source and state. */
const seededListings = (seed: number, count: number): StoredListing[] =>
  Array.from({ length: count }, (_, number) => seededListing(seed, number));

const seededListing = (seed: number, number: number): StoredListing => {
  const roll = dice(seed, number, 2);
  const product = catalogueProduct(seed, number);
  const isSoldOut = number === soldOut;
  const partnerIdentifier = `RETURN-${String(number + 1).padStart(6, '0')}`;
  const listing = newListing(seed, number, {
    shopId: product.shop.id,
    condition: pick(conditions, roll(1000)),
    ...sourceOf(product, roll(10)),
    ...(roll(8) === 0 && !isSoldOut ? {} : { externalIdentifier: partnerIdentifier }),
    ...(roll(3) === 0 ? { metadata: { shelf: `B${roll(40)}`, box: roll(900) } } : {}),
    brand: product.brand,
    images: [{ url: product.image, notes: 'front' }],
  });
  if (isSoldOut) return { ...listing, availableInventory: 0 };
  return roll(6) === 0
    ? { ...listing, state: 'CLOSED', availableInventory: 0 }
    : { ...listing, availableInventory: 1 + roll(12) };
};

const sourceOf = (
  { identifiers, title, categories, colour, price }: CatalogueProduct,
  roll: number,
): Pick<
  ListingCreation,
  'productDataSourceType' | 'productIdentifier' | 'manualProductOptions' | 'originalPrice'
> => {
  if (roll === 0)
    return {
      productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
      // By the schema's type, categories would have to be a text, as any other option is.
      manualProductOptions: {
        title,
        categories,
        colour,
      } as unknown as ListingCreation['manualProductOptions'],
      originalPrice: price,
    };
  const productDataSourceType = roll === 1 ? 'EXTERNAL_PRODUCT_VARIANT_SKU' : 'COMMERCE_SKU';
  return { productDataSourceType, productIdentifier: identifiers[productDataSourceType] };
};

const wantedListing = z.strictObject({
  id: z.optional(identifierSchema),
  state: z.optional(z.enum(states)),
  condition: z.optional(z.enum(conditions)),
  sku: z.optional(z.string()),
  availableInventory: z.optional(z.int().check(z.minimum(0))),
  externalIdentifier: z.nullish(z.string()),
});

/** The listings that a test specifies, with defaults for missing fields. Throws a RangeError that names each fault. */
const wantedListings = (seed: number, wanted: readonly Partial<Listing>[]): StoredListing[] => {
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
  { condition = 'GOOD', externalIdentifier, ...others }: Partial<Listing>,
): StoredListing => {
  const { externalIdentifier: _, ...creation } = product;
  const plain = newListing(seed, number, {
    ...creation,
    condition: condition as StoredListing['creation']['condition'],
    ...(externalIdentifier == null ? {} : { externalIdentifier }),
  });
  const { id = plain.id, sku = plain.sku, availableInventory = 1 } = others;
  const state = (others.state ?? (availableInventory === 0 ? 'CLOSED' : 'OPEN')) as StoredListing['state'];
  return { ...plain, id: id.toLowerCase(), sku: sku ?? plain.sku, availableInventory, state };
};
