import { conditions } from '../../service/constants.ts';
import type { Product } from '../../service/feed.ts';
import { catalogueProduct } from '../state/catalogue.ts';
import { pick, scramble, uuidOf } from '../state/chance.ts';
import { listingUrl } from '../state/shops.ts';
import type { StoredListing } from '../state/stored-listing.ts';

/** How a listing stood at a refresh of the feed. */
export interface ListedStock {
  id: string;
  condition: string;
  available: boolean;
  stock: number;
  /** The generation of the feed that was the first to show it so. */
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

/** In how many generations of the feed each price changes once, and each stock that no listing stands behind. */
const pricePeriod = 48;
const stockPeriod = 24;

/** How many of a product's periods have begun; each product has its own hour, so that a few change each time. */
const period = (length: number, seed: number, number: number, generation: number) =>
  Math.floor((generation + (scramble(seed, length, number) % length)) / length);

/** Generation 0, as the entries name it. The feed's bytes must not depend on when the sandbox was started. */
const firstRefresh = Date.UTC(2026, 0, 5, 0, 15);

/** The entry of a product in a generation of the feed: a function of nothing but what is given. */
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
  return {
    productID: id,
    productURL: listed ? listingUrl(product.shop, id) : `${product.shop.url}/products/${id}`,
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
    updatedAt: new Date(firstRefresh + since * 3_600_000).toISOString(),
    color: product.colour,
    commerceTags: product.tags,
    commerceProductType: product.kind,
    categories: product.categories,
    styles: product.styles,
    currency: product.shop.currency,
    shipFromCountry: product.shop.countryCodes[0],
    shipToCountries: [...product.shop.countryCodes],
  };
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
