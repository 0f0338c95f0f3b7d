import type { Counts } from '../../feed/counts.ts';
import type { PriceSpread } from '../../feed/stats/prices.ts';
import type { FeedStats } from '../../feed/stats/stats.ts';
import { type BarDrawing, bars } from '../../terminal/bars.ts';
import { harmless } from '../../terminal/harmless.ts';
import { wrap } from '../../terminal/width.ts';

/** What a person reads in place of the fields' names. */
const titles: Readonly<Record<keyof FeedStats['counts'], string>> = {
  condition: 'Condition',
  brand: 'Brand',
  categories: 'Category',
  size: 'Size',
  productAvailable: 'Available',
  gender: 'Gender',
};

/** The statistics as bars that fit the screen. */
export const statsScreen = (stats: FeedStats, drawing: BarDrawing): string => {
  const { products, inStock, available, withoutPrice } = stats;
  const line = (text: string) => `${wrap(harmless(text), drawing.width).join('\n')}\n`;
  const counted = Object.entries(stats.counts).map(([field, counts]) => {
    const title = titles[field as keyof FeedStats['counts']];
    const rest = restOf(counts);
    const named = counts.top.map(({ value, count }) => ({ label: value, count }));
    return `${line(heading(title, counts))}${bars(named, products, drawing)}${rest ? line(rest) : ''}`;
  });
  const priced = stats.prices.map(
    (spread) =>
      `${line(`Price${spread.currency === undefined ? '' : ` in ${spread.currency}`}`)}${line(quantilesOf(spread))}${bars(priceBars(spread), spread.count, drawing)}`,
  );
  return [
    line(`${products} products, ${inStock} in stock, ${available} available`),
    ...(products > 0 ? counted : []),
    ...priced,
    ...(withoutPrice > 0 ? [line(`Without a price: ${withoutPrice}`)] : []),
  ].join('\n');
};

const heading = (title: string, { distinct, top }: Counts): string =>
  distinct > top.length ? `${title}, the first ${top.length} of ${distinct}` : title;

/** What no bar stands for: together it may be more than any value, and would make all bars short. */
const restOf = ({ others, missing }: Counts): string =>
  [others > 0 ? `others ${others}` : '', missing > 0 ? `none ${missing}` : ''].filter(Boolean).join(', ');

const priceBars = ({ histogram }: PriceSpread) =>
  histogram.map(({ from, to, count }) => ({ label: `${short(from)}-${short(to)}`, count }));

const quantilesOf = ({ min, q1, median, q3, p90, p99, max, mean }: PriceSpread): string =>
  `min ${short(min)}, quartiles ${short(q1)} ${short(median)} ${short(q3)}, 90% ${short(p90)}, 99% ${short(p99)}, max ${short(max)}, mean ${short(mean)}`;

const short = (number: number): string => String(Number(number.toFixed(2)));
