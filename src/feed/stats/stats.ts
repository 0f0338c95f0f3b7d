import { Counter, type Counts } from '../counts.ts';
import { type PriceSpread, Prices } from './prices.ts';

/** The fields whose values are counted, in the order in which they are told. */
export const countedFields = [
  'condition',
  'brand',
  'categories',
  'size',
  'productAvailable',
  'gender',
] as const;

/** What a feed holds, in numbers. */
export interface FeedStats {
  products: number;
  /** Products of which there is at least one, and those that can be bought. */
  inStock: number;
  available: number;
  /** How often each value stands, by field. */
  counts: Record<(typeof countedFields)[number], Counts>;
  /** Products without a price that is a number. */
  withoutPrice: number;
  prices: PriceSpread[];
}

/** Counts the entries of a feed; of each field at most `top` values are named. An entry that is no object has no values. */
export const feedStats = async (
  batches: AsyncIterable<readonly unknown[]>,
  top: number,
): Promise<FeedStats> => {
  const counters = Object.fromEntries(countedFields.map((field) => [field, new Counter()]));
  const prices = new Prices();
  const stats = { products: 0, inStock: 0, available: 0 };
  for await (const batch of batches)
    for (const entry of batch) {
      const product = (entry ?? {}) as Readonly<Record<string, unknown>>;
      stats.products += 1;
      if (typeof product.productStock === 'number' && product.productStock > 0) stats.inStock += 1;
      if (product.productAvailable === true) stats.available += 1;
      for (const field of countedFields) counters[field]?.add(product[field]);
      prices.add(product.price, product.currency);
    }
  const counts = Object.entries(counters).map(([field, counter]) => [field, counter.counts(top)]);
  return {
    ...stats,
    counts: Object.fromEntries(counts),
    withoutPrice: prices.missing,
    prices: prices.spreads(),
  };
};
