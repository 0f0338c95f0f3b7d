import type { FeedStats, PriceSpread, ValueCounts } from '../feed/count-products.ts';
import type { Markup } from '../html/document.ts';
import { marked } from '../terminal/marks.ts';
import { counted, figure } from '../words/counted.ts';
import { figureIn } from '../words/currency.ts';
import { barSection } from './figures.ts';
import type { Report } from './report-page.ts';

type FieldTitles = Readonly<Record<keyof FeedStats['counts'], string>>;

/** The table has all values. */
const barsPerField = 12;

/** A report on the contents of a feed. `source` says where it is from. */
export const feedStatsReport = (stats: FeedStats, titles: FieldTitles, source: string): Report => {
  const fields = Object.entries(stats.counts) as [keyof FieldTitles, ValueCounts][];
  const words = fields.map(([field]) => ({ text: titles[field], tone: 'soft' as const }));
  const { products, inStock, available, withoutPrice } = stats;
  return {
    title: `Product feed: ${source}`,
    unit: 'values',
    columns: [
      { title: 'Field', kind: 'word', words },
      { title: 'Value', kind: 'text' },
      { title: 'Products', kind: 'count' },
    ],
    rows: valueRows(fields),
    summary: () => ({
      kind: 'Product feed',
      title: counted(products, 'product'),
      lead:
        products === 0
          ? 'The feed is empty.'
          : `${figure(inStock)} in stock, ${figure(available)} available.`,
      facts: {
        Source: source,
        'Without a price': withoutPrice > 0 && figure(withoutPrice),
      },
      before:
        products === 0
          ? []
          : [
              ...stats.prices.map(priceSection),
              ...fields.map(([field, counts]) => countSection(field, titles[field], counts, products)),
            ],
    }),
  };
};

function* valueRows(fields: readonly [string, ValueCounts][]) {
  for (const [word, [field, { top }]] of fields.entries())
    for (const { value, count } of top) yield [word, words(field, value), count];
}

const words = (field: string, value: string): string =>
  field === 'condition' ? marked('condition', value).trim() : value;

const countSection = (field: string, of: string, counts: ValueCounts, total: number): Markup => {
  const { distinct, top, missing, uncounted } = counts;
  const shown = top.slice(0, barsPerField);
  const others = top.slice(barsPerField).reduce((sum, { count }) => sum + count, uncounted ?? 0);
  const isCut = distinct > shown.length || uncounted;
  return barSection({
    title: isCut
      ? `${of}, the first ${shown.length} of ${uncounted ? 'more than ' : ''}${figure(distinct)}`
      : of,
    of,
    bars: shown.map(({ value, count }) => ({ text: words(field, value), count })),
    total,
    note: [others > 0 && `${figure(others)} others`, missing > 0 && `${figure(missing)} without`]
      .filter(Boolean)
      .join(', '),
  });
};

const priceSection = ({ currency, histogram, count, min, median, max, q1, q3 }: PriceSpread): Markup => {
  const price = (amount: number) => figureIn(amount, currency);
  /** The bounds of bars are mostly round. */
  const bound = (amount: number) => (Number.isInteger(amount) ? figure(amount) : price(amount));
  return barSection({
    title: currency === undefined ? 'Price without a currency' : `Price in ${currency}`,
    lead: `Median ${price(median)}; the middle half ${price(q1)} to ${price(q3)}; all ${price(min)} to ${price(max)}.`,
    of: 'Price',
    bars: histogram.map(({ from, to, count }) => ({ text: `${bound(from)} to ${bound(to)}`, count })),
    total: count,
  });
};
