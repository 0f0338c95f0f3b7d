import { conditions } from '../../service/constants.ts';
import { optionalProductFields, type Product } from '../../service/feed.ts';
import { catalogueProduct } from '../state/catalogue.ts';
import { pick, scramble, uuidOf } from '../state/chance.ts';
import type { StoredListing } from '../state/stored-listing.ts';

/** The state of a listing when the feed was made. */
export interface ListedStock {
  id: string;
  condition: string;
  available: boolean;
  stock: number;
  /** The first generation of the feed with this state. */
  since: number;
}

export const stockOf = (
  { id, state, availableInventory, creation }: StoredListing,
  since: number,
): ListedStock => ({
  id,
  condition: creation.condition,
  available: state === 'OPEN' && availableInventory > 0,
  stock: availableInventory,
  since,
});

/** In how many generations each price changes once, and each stock without a listing behind it. */
const pricePeriod = 48;
const stockPeriod = 24;

/** How many periods of a product have begun. They start at a different hour for each product, so that a few change each time. */
const period = (length: number, seed: number, number: number, generation: number) =>
  Math.floor((generation + (scramble(seed, length, number) % length)) / length);

/** The time of generation 0 in the entries. The feed's bytes must not depend on when the sandbox was started. */
const firstRefresh = Date.UTC(2026, 0, 5, 0, 15);

/** The time of a generation, for an entry. */
export const timeOfGeneration = (generation: number): string =>
  new Date(firstRefresh + generation * 3_600_000).toISOString();

const optionalFields = optionalProductFields();

/** One product in so many lacks a certain optional field. */
const lackingOneIn = 12;

const isLacking = (seed: number, number: number, field: string): boolean => {
  const place = optionalFields.indexOf(field);
  return place >= 0 && scramble(seed, 8, place, number) % lackingOneIn === 0;
};

/** A product's entry in a generation of the feed. The same arguments always give the same entry. */
export const feedProduct = (
  seed: number,
  number: number,
  generation: number,
  listed?: ListedStock,
): Product => {
  const product = catalogueProduct(seed, number);
  const prices = listed ? 0 : period(pricePeriod, seed, number, generation);
  const stocks = period(stockPeriod, seed, number, generation);
  const { id, condition, available, stock, since } = listed ?? unlistedStock(seed, number, stocks);
  const percent = 40 + (scramble(seed, 3, number) % 35) + (scramble(seed, 4, prices, number) % 11);
  const all: Product = {
    productID: id,
    productURL: `${product.shop.url}/${listed ? 'listings' : 'products'}/${id}`,
    productTitle: product.title,
    productDescription: product.description,
    size: product.size,
    image: product.image,
    price: Math.round((product.price * percent) / 100) / 100,
    brand: product.brand,
    productStock: stock,
    productAvailable: available,
    condition,
    gender: product.gender,
    isBrandDirect: String(number % 4 !== 0),
    updatedAt: timeOfGeneration(since),
    color: product.colour,
    commerceTags: product.tags,
    commerceProductType: product.kind,
    categories: product.categories,
    styles: product.styles,
    currency: product.shop.currency,
    shipFromCountry: product.shop.countryCodes[0],
    shipToCountries: [...product.shop.countryCodes],
  };
  return Object.fromEntries(
    Object.entries(all).filter(([field]) => !isLacking(seed, number, field)),
  ) as Product;
};

const unlistedStock = (seed: number, number: number, stocks: number): ListedStock => {
  const stock = scramble(seed, 5, stocks, number) % 6;
  return {
    id: uuidOf('product', seed, number),
    condition: pick(conditions, scramble(seed, 6, number)),
    available: stock > 0,
    stock,
    since: stocks * stockPeriod - (scramble(seed, stockPeriod, number) % stockPeriod),
  };
};
