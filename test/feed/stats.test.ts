import { describe, expect, test } from 'vitest';
import { feedStats, histogram, quantile } from '../../src/feed/count-products.ts';
import { fc } from '../support/properties.ts';

const ascending = (numbers: readonly number[]) => Float64Array.from(numbers).sort();

describe('quantiles', () => {
  test.each([
    [[7], 0, 7],
    [[7], 0.99, 7],
    [[1, 2, 3], 0.5, 2],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[10, 20], 0.9, 19],
    [[1, 2, 3, 4, 100], 1, 100],
    [[0.1, 0.4], 0.9, 0.37],
  ])('of %j, share %d: %s', (numbers, share, expected) => {
    expect(quantile(ascending(numbers), share)).toBe(expected);
  });

  test('law: at least that share of the numbers is at or below it, and what is left at or above', () => {
    const prices = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 100 }), (numbers, percent) => {
        const value = quantile(ascending(numbers), percent / 100);
        const below = numbers.filter((number) => number <= value + 1e-9).length;
        const above = numbers.filter((number) => number >= value - 1e-9).length;
        const place = ((numbers.length - 1) * percent) / 100;
        expect(below).toBeGreaterThanOrEqual(Math.floor(place + 1e-9) + 1);
        expect(above).toBeGreaterThanOrEqual(numbers.length - Math.ceil(place - 1e-9));
      }),
    );
  });
});

describe('a histogram', () => {
  test.each([
    [[45, 45], [{ from: 45, to: 46, count: 2 }]],
    [
      [0.1, 0.15, 0.3],
      [
        { from: 0.1, to: 0.12, count: 1 },
        { from: 0.12, to: 0.14, count: 0 },
        { from: 0.14, to: 0.16, count: 1 },
      ],
    ],
  ])('of %j begins with %j', (numbers, bins) => {
    expect(histogram(ascending(numbers)).slice(0, 3)).toEqual(bins);
  });

  test('one price beyond all others does not press them into one bin', () => {
    const usual = Array.from({ length: 200 }, (_, index) => index / 2);
    const bins = histogram(ascending([...usual, 9_999_999]));
    expect(bins.map(({ count }) => count)).toEqual([20, 20, 20, 20, 20, 20, 20, 20, 20, 21]);
    expect(bins.at(-1)).toEqual({ from: 90, to: 9_999_999, count: 21 });
  });

  test('law: its bins follow one another, number about ten, and count every number once', () => {
    const prices = fc.array(
      fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(prices, (numbers) => {
        const bins = histogram(ascending(numbers));
        expect(bins.length).toBeLessThanOrEqual(12);
        for (const [index, { from, to, count }] of bins.entries()) {
          if (index > 0) expect(from).toBe(bins[index - 1]?.to);
          const last = index === bins.length - 1;
          const within = numbers.filter(
            (number) => number >= from && (number < to || (last && number === to)),
          );
          expect(count).toBe(within.length);
        }
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
      }),
    );
  });
});

describe('the statistics of a feed', () => {
  const stats = (entries: readonly object[], top = 10) =>
    feedStats(
      (async function* () {
        yield entries;
      })(),
      top,
    );

  test('counts values by field, and what has none', async () => {
    const { products, inStock, available, counts } = await stats([
      { brand: 'Acme', gender: ['Women', 'Kids', 'Women'], productStock: 2, productAvailable: true },
      { brand: 'Acme', gender: [], productStock: 0, productAvailable: false },
      { brand: '', productStock: '3' },
      {},
    ]);
    expect({ products, inStock, available }).toEqual({ products: 4, inStock: 1, available: 1 });
    expect(counts.brand).toEqual({ distinct: 1, top: [{ value: 'Acme', count: 2 }], others: 0, missing: 2 });
    expect(counts.gender).toEqual({
      distinct: 2,
      top: [
        { value: 'Kids', count: 1 },
        { value: 'Women', count: 1 },
      ],
      others: 0,
      missing: 3,
    });
    expect(counts.productAvailable.top).toEqual([
      { value: 'false', count: 1 },
      { value: 'true', count: 1 },
    ]);
  });

  test('names the most frequent values, and counts the others together', async () => {
    const sizes = [...'MMMMSSSLLXS'].map((size) => ({ size }));
    expect((await stats(sizes, 2)).counts.size).toEqual({
      distinct: 4,
      top: [
        { value: 'M', count: 4 },
        { value: 'S', count: 4 },
      ],
      others: 3,
      missing: 0,
    });
  });

  test('tells how prices spread in each currency, and how many products have none', async () => {
    const { prices, withoutPrice } = await stats([
      ...[10, 20, 30, 40].map((price) => ({ price, currency: 'EUR' })),
      { price: 5 },
      { price: '12' },
      {},
    ]);
    expect(withoutPrice).toBe(2);
    const [euro, unnamed] = prices;
    expect(euro).toMatchObject({
      currency: 'EUR',
      count: 4,
      min: 10,
      q1: 17.5,
      median: 25,
      q3: 32.5,
      max: 40,
      mean: 25,
    });
    expect(unnamed).toMatchObject({ count: 1, min: 5, max: 5, mean: 5 });
    expect(unnamed).not.toHaveProperty('currency');
  });

  test('of an empty feed are zeros', async () => {
    expect(await stats([])).toMatchObject({ products: 0, inStock: 0, prices: [] });
  });
});

describe('a feed that is made to fill the memory', () => {
  /** The same batch again and again: only what is counted takes memory. */
  async function* repeated(batch: readonly object[], times: number) {
    for (let time = 0; time < times; time++) yield batch;
  }

  test('100,000 values of a field are told apart, and the others are counted together', async () => {
    const entries = Array.from({ length: 100_010 }, (_, number) => ({ brand: `b${number}`, size: 'M' }));
    const { counts } = await feedStats(repeated(entries, 2), 3);
    expect(counts.brand).toMatchObject({ distinct: 100_000, uncounted: 20, others: 200_014, missing: 0 });
    expect(counts.size).toEqual({
      distinct: 1,
      top: [{ value: 'M', count: 200_020 }],
      others: 0,
      missing: 0,
    });
  });

  test('so are values that are long together', async () => {
    const entries = Array.from({ length: 6 }, (_, number) => ({ brand: String(number).repeat(1024 * 1024) }));
    const { counts } = await feedStats(repeated(entries, 1), 0);
    expect(counts.brand).toMatchObject({ distinct: 4, uncounted: 2, others: 6 });
  });

  test('a currency that is no code counts as none', async () => {
    const entries = ['EUR', 'usd', 'C1', 'Dollar', ''].map((currency) => ({ price: 1, currency }));
    const { prices } = await feedStats(repeated(entries, 1), 0);
    expect(prices.map(({ currency, count }) => [currency, count])).toEqual([
      [undefined, 3],
      ['EUR', 1],
      ['usd', 1],
    ]);
  });
});
