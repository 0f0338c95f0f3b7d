import { type Bin, histogram } from '../histogram.ts';
import { quantile } from '../quantiles.ts';

/** How the prices in one currency spread. The quantiles are exact. */
export interface PriceSpread {
  /** Missing where products name none. */
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

/** Gathers prices by currency: 8 bytes each, and for sorting once more the same. */
export class Prices {
  readonly #byCurrency = new Map<string | undefined, number[]>();
  #missing = 0;

  add(price: unknown, currency: unknown): void {
    if (typeof price !== 'number' || !Number.isFinite(price)) {
      this.#missing += 1;
      return;
    }
    const named = typeof currency === 'string' && currency !== '' ? currency : undefined;
    const prices = this.#byCurrency.get(named);
    if (prices) prices.push(price);
    else this.#byCurrency.set(named, [price]);
  }

  /** Products without a price that is a number. */
  get missing(): number {
    return this.#missing;
  }

  /** A spread for each currency, the most frequent one first. */
  spreads(): PriceSpread[] {
    return [...this.#byCurrency]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([currency, prices]) => ({ ...(currency !== undefined && { currency }), ...spreadOf(prices) }));
  }
}

const spreadOf = (prices: readonly number[]) => {
  const sorted = Float64Array.from(prices).sort();
  const at = (share: number) => quantile(sorted, share) as number;
  return {
    count: sorted.length,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    mean: sorted.reduce((sum, price) => sum + price, 0) / sorted.length,
    histogram: histogram(sorted),
  };
};
