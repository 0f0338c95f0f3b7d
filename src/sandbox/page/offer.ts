import type { Product } from '../../service/product.ts';
import { createdProduct, feedProduct, listedProduct } from '../feed/feed-product.ts';
import { catalogueProduct } from '../state/catalogue.ts';
import { type SandboxShop, shopOf } from '../state/shops.ts';
import type { Listings, StoredListing } from '../state/stored-listings.ts';
import { listingPath } from './paths.ts';

/** A listing with its details for a buyer. */
export interface Offer {
  listing: StoredListing;
  shop: SandboxShop;
  /** Its current entry in the feed. */
  entry: Product;
  title: string;
  /** As in "$1,290.00". */
  price: string;
  /** Descriptions of its kind, best first, to choose a picture. */
  kinds: readonly string[];
  colour: string;
}

export const offerAt = ({ contents, seed }: Listings, number: number): Offer => {
  const listing = contents.listings[number] as StoredListing;
  const listed = listedProduct(listing, 0);
  const wasThere = number < contents.seeded;
  const entry = wasThere
    ? feedProduct(seed, number, 0, listed)
    : createdProduct(seed, number, listed, listingPath);
  const shop = shopOf(listing.creation);
  const options: Readonly<Record<string, unknown>> = listing.creation.manualProductOptions ?? {};
  const { colour, kind } = wasThere ? catalogueProduct(seed, number) : { colour: '', kind: '' };
  const { color, productTitle, commerceProductType, categories } = entry;
  const { brand } = entry;
  const currency = new Intl.NumberFormat('en', { style: 'currency', currency: shop.currency });
  return {
    listing,
    shop,
    entry,
    title: productTitle.startsWith(`${brand} `) ? productTitle.slice(brand.length + 1) : productTitle,
    price: currency.format(entry.price),
    kinds: [kind, commerceProductType ?? '', productTitle, ...(categories ?? [])],
    colour: [colour || color || options.colour || '', productTitle].join(' '),
  };
};

/** A page of a shop: the newest listings first. */
interface Shelf {
  shopId: string;
  state: string | undefined;
  page: number;
}

const shelfLength = 48;

/** The offers on a page of a shop, the number of pages, and the number of listings in each state. */
export const offersOn = (listings: Listings, { shopId, state, page }: Shelf) => {
  const all = listings.contents.listings;
  const counts = { OPEN: 0, CLOSED: 0 };
  const offers: Offer[] = [];
  const first = (page - 1) * shelfLength;
  let found = 0;
  for (let number = all.length - 1; number >= 0; number--) {
    const listing = all[number] as StoredListing;
    if (shopOf(listing.creation).id !== shopId) continue;
    counts[listing.state]++;
    if (state !== undefined && listing.state !== state) continue;
    if (found >= first && found < first + shelfLength) offers.push(offerAt(listings, number));
    found++;
  }
  return { offers, counts, pages: Math.max(1, Math.ceil(found / shelfLength)) };
};
