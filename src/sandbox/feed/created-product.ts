import { defined } from '../../json/defined.ts';
import type { Product } from '../../service/feed.ts';
import type { ListingCreation } from '../../service/listing.ts';
import { catalogueProduct, catalogueSize, productNamed } from '../state/catalogue.ts';
import { defaultShop, sandboxShops } from '../state/shops.ts';
import { type ListedStock, timeOfGeneration } from './feed-product.ts';

/** A listing that was created in the sandbox, as it was when a feed was made. */
export interface CreatedListing {
  /** Its place among all listings. */
  number: number;
  creation: ListingCreation;
  /** Where it is in the shop. */
  url: string;
  stock: ListedStock;
}

/** The feed's entry for a created listing: what its creation says, and else what the catalogue knows of the product. */
export const createdProduct = (seed: number, { number, creation, url, stock }: CreatedListing): Product => {
  const { productDataSourceType: source, productIdentifier = '', manualProductOptions } = creation;
  const { title, categories, size, color, brand } = (manualProductOptions ?? {}) as Options;
  const known = productNamed(seed, source, productIdentifier);
  const shop = sandboxShops.find(({ id }) => id === creation.shopId) ?? defaultShop;
  // A connected platform would know a price for any product.
  const original = creation.originalPrice ?? (known ?? catalogueProduct(seed, number % catalogueSize)).price;
  return defined({
    productID: stock.id,
    productURL: url,
    productTitle: title ?? known?.title ?? productIdentifier,
    productDescription: creation.description ?? known?.description ?? '',
    size: size ?? known?.size ?? '',
    image: creation.images[0]?.url ?? '',
    price: original / 100,
    brand: creation.brand ?? brand ?? known?.brand ?? shop.name,
    productStock: stock.stock,
    productAvailable: stock.available,
    condition: stock.condition,
    gender: known?.gender,
    updatedAt: timeOfGeneration(stock.since),
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

/** What is often said of an item that is in no catalogue. */
interface Options {
  title?: string;
  categories?: string[];
  size?: string;
  color?: string;
  brand?: string;
}
