import { tooManyProducts } from './feed-errors.ts';
import { maxProducts, TextCounts } from './limits.ts';

const countedFields = ['condition', 'brand', 'categories', 'size', 'productAvailable', 'gender'] as const;

export interface FeedStats {
  products: number;
  /** Products with a stock of at least one, and products that can be bought. */
  inStock: number;
  available: number;
  counts: Record<(typeof countedFields)[number], ValueCounts>;
  withoutPrice: number;
  prices: PriceSpread[];
}

/** Counts the entries of a feed. Fails with `tooManyProducts`. At most `top` values of each field are named. */
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
      if (stats.products > maxProducts) throw tooManyProducts(maxProducts);
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

export interface ValueCounts {
  /** The number of values, except uncounted ones. */
  distinct: number;
  /** The most frequent ones in descending order; among equals, in the order of their code units. */
  top: { value: string; count: number }[];
  /** How often the other values occur in all. */
  others: number;
  /** Occurrences of values beyond the limit of different ones; missing if there are none. */
  uncounted?: number;
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

/** The distribution of the prices in one currency. The quantiles are exact. */
export interface PriceSpread {
  /** Missing for products whose currency is no code of three letters. */
  currency?: string;
  count: number;
  min: number;
  q1: number;
  median: number;
  q3: number;
  p90: number;
  p99: number;
  max: number;
  mean: number;
  histogram: Bin[];
}

/** As ISO 4217 has them, so that even a hostile feed can't name more than memory holds. */
const currencyCode = /^[A-Za-z]{3}$/;

/** Collects prices by currency. Each takes 8 bytes, and as many again while they are sorted. */
class Prices {
  readonly #byCurrency = new Map<string | undefined, number[]>();
  missing = 0;

  add(price: unknown, currency: unknown): void {
    if (typeof price !== 'number' || !Number.isFinite(price)) {
      this.missing += 1;
      return;
    }
    const named = typeof currency === 'string' && currencyCode.test(currency) ? currency : undefined;
    const prices = this.#byCurrency.get(named);
    if (prices) prices.push(price);
    else this.#byCurrency.set(named, [price]);
  }

  spreads(): PriceSpread[] {
    return [...this.#byCurrency]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([currency, prices]) => ({ ...(currency !== undefined && { currency }), ...spreadOf(prices) }));
  }
}

const spreadOf = (prices: readonly number[]) => {
  const sorted = Float64Array.from(prices).sort();
  const at = (share: number) => quantile(sorted, share);
  return {
    count: sorted.length,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    mean: rounded(sorted.reduce((sum, price) => sum + price, 0) / sorted.length),
    histogram: histogram(sorted),
  };
};

/** How many numbers are at least `from` and below `to`. The last bin includes its `to`. */
interface Bin {
  from: number;
  to: number;
  count: number;
}

const wantedBins = 10;

/**
 * Counts sorted numbers, of which there is at least one, in about ten bins of one round width: 1, 2, 2.5 or 5 times a power of ten. The last one goes up to
 * the greatest number, however far that is, so that a few outliers do not squeeze all others into one bin.
 */
export const histogram = (sorted: ArrayLike<number>): Bin[] => {
  const [least, usualMost, most] = [0, 0.99, 1].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
  ];
  const width = roundWidth((usualMost - least) / wantedBins);
  const first = Math.floor(least / width);
  const count = Math.max(1, Math.ceil(usualMost / width) - first);
  const bins = Array.from({ length: count }, (_, index) => ({
    from: rounded((first + index) * width),
    to: rounded((first + index + 1) * width),
    count: 0,
  }));
  const last = bins[count - 1] as Bin;
  last.to = Math.max(last.to, most);
  let at = 0;
  for (const bin of bins)
    for (; at < sorted.length && ((sorted[at] as number) < bin.to || bin === last); at++) bin.count += 1;
  return bins;
};

const roundWidth = (least: number): number => {
  // If all numbers are the same, any width will do.
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((step) => step * power >= least) ?? 10) * power;
};

/** Without the digits that binary fractions add. */
const rounded = (value: number): number => Number(value.toPrecision(15));

/**
 * The value below which a share of the sorted numbers lies, of which there is at least one: 0 gives the least, 1 the greatest.
 * Between two numbers it is interpolated linearly, as spreadsheets do.
 */
export const quantile = (sorted: ArrayLike<number>, share: number): number => {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]] as [number, number];
  return rounded(below + (above - below) * (place - Math.floor(place)));
};
