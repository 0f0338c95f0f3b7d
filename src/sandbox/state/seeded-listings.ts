import { conditions } from '../../service/constants.ts';
import type { ListingCreation } from '../../service/listing.ts';
import { type CatalogueProduct, catalogueProduct } from './catalogue.ts';
import { dice, pick } from './chance.ts';
import { newListing, type StoredListing } from './stored-listing.ts';

/** The listings that a sandbox begins with. The same seed always gives the same ones, of every condition, source and state. */
export const seededListings = (seed: number, count: number): StoredListing[] =>
  Array.from({ length: count }, (_, number) => seededListing(seed, number));

const seededListing = (seed: number, number: number): StoredListing => {
  const roll = dice(seed, number, 2);
  const product = catalogueProduct(seed, number);
  const partnerIdentifier = `RETURN-${String(number + 1).padStart(6, '0')}`;
  const listing = newListing(seed, number, {
    shopId: product.shop.id,
    condition: pick(conditions, roll(1000)),
    ...sourceOf(product, roll(10)),
    ...(roll(8) === 0 ? {} : { externalIdentifier: partnerIdentifier }),
    ...(roll(3) === 0 ? { metadata: { shelf: `B${roll(40)}`, box: roll(900) } } : {}),
    brand: product.brand,
    images: [{ url: product.image, notes: 'front' }],
  });
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
