import type { PriceSpread } from '../feed/stats/prices.ts';
import type { FeedStats, ValueCounts } from '../feed/stats/stats.ts';
import { type Markup, markup } from '../html/document.ts';
import { marked } from '../terminal/marks.ts';
import { barTable, factList, grouped } from './figures.ts';
import type { Report } from './report.ts';
import { choicesOf } from './rows-table.ts';

/** The names that people see instead of the fields' own. */
type FieldTitles = Readonly<Record<keyof FeedStats['counts'], string>>;

/** How many values of a field have a bar; the table has all. */
const barsPerField = 12;

/** The contents of a feed as a report. `source` says where the feed is from. */
export const feedStatsReport = (stats: FeedStats, titles: FieldTitles, source: string): Report => {
  const fields = Object.entries(stats.counts) as [keyof FieldTitles, ValueCounts][];
  const words = fields.map(([field]) => ({ text: titles[field], tone: 'soft' as const }));
  const total = stats.products;
  return {
    title: `Product feed: ${source}`,
    table: {
      title: 'Every value',
      unit: 'values',
      columns: [
        { title: 'Field', kind: 'word', words },
        { title: 'Value', kind: 'text' },
        { title: 'Products', kind: 'count' },
      ],
      choices: choicesOf(words),
    },
    rows: valueRows(fields),
    body: () => ({
      kind: 'Product feed',
      title: `${grouped(total)} ${total === 1 ? 'product' : 'products'}`,
      lead:
        total === 0
          ? 'The feed is empty.'
          : `${grouped(stats.inStock)} in stock, ${grouped(stats.available)} available.`,
      facts: factList([
        ['Source', source],
        ['Without a price', stats.withoutPrice > 0 ? grouped(stats.withoutPrice) : undefined],
        ['In other currencies', stats.inOtherCurrencies ? grouped(stats.inOtherCurrencies) : undefined],
      ]),
      before:
        total === 0
          ? []
          : [
              markup`<div class="figures section">${stats.prices.map(priceSection)}${fields.map(([field, counts]) => countSection(field, titles[field], counts, total))}</div>`,
            ],
      after: [],
    }),
  };
};

function* valueRows(fields: readonly [string, ValueCounts][]) {
  for (const [word, [field, { top }]] of fields.entries())
    for (const { value, count } of top) yield [word, said(field, value), count];
}

/** A value as people say it. */
const said = (field: string, value: string): string =>
  field === 'condition' ? marked('condition', value, 'unicode').trim() : value;

const countSection = (
  field: string,
  title: string,
  { distinct, top, missing, uncounted }: ValueCounts,
  total: number,
): Markup => {
  const shown = top.slice(0, barsPerField);
  const heading =
    distinct > shown.length || uncounted
      ? `${title}, the first ${shown.length} of ${uncounted ? 'more than ' : ''}${grouped(distinct)}`
      : title;
  const others = top.slice(barsPerField).reduce((sum, { count }) => sum + count, uncounted ?? 0);
  const rest = [
    ...(others > 0 ? [`${grouped(others)} others`] : []),
    ...(missing > 0 ? [`${grouped(missing)} without`] : []),
  ];
  return markup`<section><h2>${heading}</h2>${barTable(
    heading,
    title,
    shown.map(({ value, count }) => ({ label: said(field, value), count })),
    total,
  )}${rest.length > 0 ? markup`<p class="soft">${rest.join(', ')}</p>` : ''}</section>`;
};

/** `96` → `96`, `145.3` → `145.30` */
const price = (number: number): string =>
  Number.isInteger(number)
    ? grouped(number)
    : number.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const priceSection = ({ currency, histogram, count, min, median, max, q1, q3 }: PriceSpread): Markup => {
  const title = currency === undefined ? 'Price, in no named currency' : `Price in ${currency}`;
  return markup`<section><h2>${title}</h2><p class="quantiles">Half cost ${price(q1)} to ${price(q3)}, the median is ${price(median)}; from ${price(min)} to ${price(max)}.</p>${barTable(
    title,
    'Price',
    histogram.map(({ from, to, count }) => ({ label: `${price(from)} to ${price(to)}`, count })),
    count,
  )}</section>`;
};
