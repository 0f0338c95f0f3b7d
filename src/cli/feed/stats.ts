import type { PriceSpread } from '../../feed/stats/prices.ts';
import type { FeedStats, ValueCounts } from '../../feed/stats/stats.ts';
import type { BarDrawing } from '../../terminal/bars.ts';
import type { Shown } from '../../terminal/columns.ts';
import { harmless } from '../../terminal/harmless.ts';
import { wrap } from '../../terminal/width.ts';

/** The statistics, one number a row, for spreadsheets and for programs that read line by line. */
export function* statRows(stats: FeedStats): Generator<Shown> {
  for (const statistic of ['products', 'inStock', 'available', 'withoutPrice'] as const)
    yield { statistic, number: stats[statistic] };
  if (stats.inOtherCurrencies !== undefined)
    yield { statistic: 'inOtherCurrencies', number: stats.inOtherCurrencies };
  for (const [field, { top, ...numbers }] of Object.entries(stats.counts)) {
    for (const { value, count } of top) yield { statistic: field, value, number: count };
    for (const [name, number] of Object.entries(numbers)) yield { statistic: `${field}.${name}`, number };
  }
  for (const { currency, histogram, ...numbers } of stats.prices) {
    for (const [name, number] of Object.entries(numbers))
      yield { statistic: `price.${name}`, currency, number };
    for (const { from, to, count } of histogram)
      yield { statistic: 'price.histogram', value: `${from}..${to}`, currency, number: count };
  }
}

/** The labels that people see instead of the fields' names. */
export const statTitles: Readonly<Record<keyof FeedStats['counts'], string>> = {
  condition: 'Condition',
  brand: 'Brand',
  categories: 'Category',
  size: 'Size',
  productAvailable: 'Available',
  gender: 'Gender',
};

/** The statistics as bars that fit the screen. */
export const statsScreen = async (stats: FeedStats, drawing: BarDrawing): Promise<string> => {
  const { bars } = await import('../../terminal/bars.ts');
  const { products, inStock, available, withoutPrice, inOtherCurrencies } = stats;
  const line = (text: string) => `${wrap(harmless(text), drawing.width).join('\n')}\n`;
  const counted = Object.entries(stats.counts).map(([field, counts]) => {
    const title = statTitles[field as keyof FeedStats['counts']];
    const rest = restOf(counts);
    const named = counts.top.map(({ value, count }) => ({ label: value, count }));
    return `${line(heading(title, counts))}${bars(named, products, drawing)}${rest ? line(rest) : ''}`;
  });
  const priced = stats.prices.map(
    (spread) =>
      `${line(spread.currency === undefined ? 'Price, in no named currency' : `Price in ${spread.currency}`)}${line(quantilesOf(spread))}${bars(priceBars(spread), spread.count, drawing)}`,
  );
  return [
    line(`${products} products, ${inStock} in stock, ${available} available`),
    ...(products > 0 ? counted : []),
    ...priced,
    ...(withoutPrice > 0 ? [line(`Without a price: ${withoutPrice}`)] : []),
    ...(inOtherCurrencies ? [line(`In other currencies: ${inOtherCurrencies}`)] : []),
  ].join('\n');
};

const heading = (title: string, { distinct, top, uncounted }: ValueCounts): string =>
  distinct > top.length || uncounted
    ? `${title}, the first ${top.length} of ${uncounted ? 'more than ' : ''}${distinct}`
    : title;

/** The counts without a bar: in total they may exceed every value, and would make all bars short. */
const restOf = ({ others, missing }: ValueCounts): string =>
  [others > 0 ? `others ${others}` : '', missing > 0 ? `none ${missing}` : ''].filter(Boolean).join(', ');

const priceBars = ({ histogram }: PriceSpread) =>
  histogram.map(({ from, to, count }) => ({ label: `${short(from)}-${short(to)}`, count }));

const quantilesOf = ({ min, q1, median, q3, p90, p99, max, mean }: PriceSpread): string =>
  `min ${short(min)}, quartiles ${short(q1)} ${short(median)} ${short(q3)}, 90% ${short(p90)}, 99% ${short(p99)}, max ${short(max)}, mean ${short(mean)}`;

const short = (number: number): string => String(Number(number.toFixed(2)));
