import { TooManyProducts } from '../errors.ts';
import { maxProducts, TextCounts } from '../limits.ts';
import { type PriceSpread, Prices } from './prices.ts';

/** The fields whose values are counted, in the order in which they are shown. */
const countedFields = ['condition', 'brand', 'categories', 'size', 'productAvailable', 'gender'] as const;

/** The contents of a feed, in numbers. */
export interface FeedStats {
  products: number;
  /** Products with a stock of at least one, and products that can be bought. */
  inStock: number;
  available: number;
  /** How often each value occurs, by field. */
  counts: Record<(typeof countedFields)[number], ValueCounts>;
  /** Products without a price that is a number. */
  withoutPrice: number;
  /** Products whose prices are not among these, since there are too many currencies; missing if there are none. */
  inOtherCurrencies?: number;
  prices: PriceSpread[];
}

/** Counts the entries of a feed. Fails with `TooManyProducts`. At most `top` values of each field are named. */
export const feedStats = async (
  batches: AsyncIterable<readonly object[]>,
  top: number,
): Promise<FeedStats> => {
  const counters = Object.fromEntries(countedFields.map((field) => [field, new Counter()]));
  const prices = new Prices();
  const stats = { products: 0, inStock: 0, available: 0 };
  for await (const batch of batches)
    for (const entry of batch) {
      const product = entry as Readonly<Record<string, unknown>>;
      stats.products += 1;
      if (stats.products > maxProducts) throw new TooManyProducts(maxProducts);
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
    ...(prices.inOtherCurrencies > 0 && { inOtherCurrencies: prices.inOtherCurrencies }),
    prices: prices.spreads(),
  };
};

/** How often the values of a field occur in a feed. */
export interface ValueCounts {
  /** How many values there are, apart from those that are not counted by themselves. */
  distinct: number;
  /** The most frequent ones in descending order; among equals, in the order of their code units. */
  top: { value: string; count: number }[];
  /** How often the other values occur in all. */
  others: number;
  /** How often values occur that are not counted by themselves, since there are too many; missing if there are none. */
  uncounted?: number;
  /** Products without a value. */
  missing: number;
}

/** Counts the values of one field. A product with several values counts for each. */
class Counter {
  readonly #counts = new TextCounts();
  #missing = 0;

  add(value: unknown): void {
    const values = Array.isArray(value) ? new Set(value) : [value];
    let counted = 0;
    for (const one of values) {
      if (!isCountable(one)) continue;
      this.#counts.add(String(one));
      counted += 1;
    }
    if (counted === 0) this.#missing += 1;
  }

  /** The counts, with at most `top` values named. */
  counts(most: number): ValueCounts {
    const all = this.#counts.entries().map(([value, count]) => ({ value, count }));
    const { uncounted } = this.#counts;
    all.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    const others = all.slice(most).reduce((sum, { count }) => sum + count, uncounted);
    return {
      distinct: all.length,
      top: all.slice(0, most),
      others,
      ...(uncounted > 0 && { uncounted }),
      missing: this.#missing,
    };
  }
}

const isCountable = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
