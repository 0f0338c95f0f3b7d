import { defined } from '../../json/defined.ts';
import { conditions } from '../../service/constants.ts';
import type { ListingCreation } from '../../service/listing-schemas.ts';
import { optionalProductFields, type Product } from '../../service/product.ts';
import { catalogueProduct, catalogueSize, productNamed } from '../state/catalogue.ts';
import { pick, scramble, uuidOf } from '../state/chance.ts';
import { shopOf } from '../state/shops.ts';
import type { StoredListing } from '../state/stored-listings.ts';

interface Offered {
  id: string;
  condition: string;
  available: boolean;
  stock: number;
  /** The generation of the feed in which this state first appeared. */
  since: number;
}

export interface ListedProduct extends Offered {
  creation: ListingCreation;
}

export const listedProduct = (
  { id, state, availableInventory: stock, creation }: StoredListing,
  since: number,
): ListedProduct => ({
  id,
  condition: creation.condition,
  available: state === 'OPEN' && stock > 0,
  stock,
  since,
  creation,
});

/** The numbers of generations between changes of a price, and of a stock without a listing. */
const pricePeriod = 48;
const stockPeriod = 24;

/** The current period of a product. Products have different offsets, so that a few change each hour. */
const period = (length: number, seed: number, number: number, generation: number) =>
  Math.floor((generation + (scramble(seed, length, number) % length)) / length);

const timeOfGeneration = (generation: number): string =>
  new Date(Date.UTC(2026, 0, 5, 0, 15) + generation * 3_600_000).toISOString();

const optionalFields = optionalProductFields();

/** Each optional field is missing in one product of this many. */
const lackingOneIn = 12;

/** The entry of a product of the catalogue, or of the first listing for it. The same arguments give the same entry. */
export const feedProduct = (
  seed: number,
  number: number,
  generation: number,
  listed?: ListedProduct,
): Product => {
  const product = catalogueProduct(seed, number);
  const { shop } = product;
  const prices = listed ? 0 : period(pricePeriod, seed, number, generation);
  const offered = listed ?? unlisted(seed, number, generation);
  const percent = 40 + (scramble(seed, 3, number) % 35) + (scramble(seed, 4, prices, number) % 11);
  const entry: Product = {
    productID: offered.id,
    productURL: `${shop.url}/${listed ? 'listings' : 'products'}/${offered.id}`,
    productTitle: product.title,
    productDescription: product.description,
    size: product.size,
    image: product.image,
    price: Math.round((product.price * percent) / 100) / 100,
    brand: product.brand,
    productStock: offered.stock,
    productAvailable: offered.available,
    condition: offered.condition,
    gender: product.gender,
    isBrandDirect: String(number % 4 !== 0),
    updatedAt: timeOfGeneration(offered.since),
    color: product.colour,
    commerceTags: product.tags,
    commerceProductType: product.kind,
    categories: product.categories,
    styles: product.styles,
    currency: shop.currency,
    shipFromCountry: shop.countryCodes[0],
    shipToCountries: [...shop.countryCodes],
  };
  for (const [place, field] of optionalFields.entries())
    if (scramble(seed, 8, place, number) % lackingOneIn === 0)
      delete (entry as Record<string, unknown>)[field];
  return entry;
};

const unlisted = (seed: number, number: number, generation: number): Offered => {
  const stocks = period(stockPeriod, seed, number, generation);
  const stock = scramble(seed, 5, stocks, number) % 6;
  return {
    id: uuidOf('product', seed, number),
    condition: pick(conditions, scramble(seed, 6, number)),
    available: stock > 0,
    stock,
    since: stocks * stockPeriod - (scramble(seed, stockPeriod, number) % stockPeriod),
  };
};

/** Common options of an item that is in no catalogue. */
interface Options {
  title?: string;
  categories?: string[];
  size?: string;
  color?: string;
  brand?: string;
}

/** The entry of a created listing: the fields of its creation, else of the catalogue's product. */
export const createdProduct = (
  seed: number,
  number: number,
  { id, creation, condition, stock, available, since }: ListedProduct,
  urlOf: (listingId: string) => string,
): Product => {
  const { productDataSourceType: source, productIdentifier = '', manualProductOptions } = creation;
  const { title, categories, size, color, brand } = (manualProductOptions ?? {}) as Options;
  const known = productNamed(seed, source, productIdentifier);
  const shop = shopOf(creation);
  // A connected platform would know a price for any product.
  const original = creation.originalPrice ?? (known ?? catalogueProduct(seed, number % catalogueSize)).price;
  return defined({
    productID: id,
    productURL: urlOf(id),
    productTitle: title ?? known?.title ?? productIdentifier,
    productDescription: creation.description ?? known?.description ?? '',
    size: size ?? known?.size ?? '',
    image: creation.images[0]?.url ?? '',
    price: original / 100,
    brand: creation.brand ?? brand ?? known?.brand ?? shop.name,
    productStock: stock,
    productAvailable: available,
    condition,
    gender: known?.gender,
    updatedAt: timeOfGeneration(since),
    color: color ?? known?.colour,
    commerceTags: known?.tags,
    commerceProductType: known?.kind,
    categories: categories ?? known?.categories,
    styles: known?.styles,
    currency: shop.currency,
    shipFromCountry: shop.countryCodes[0],
    shipToCountries: [...shop.countryCodes],
  });
};
