import type { FeedStats, PriceSpread, ValueCounts } from '../../feed/count-products.ts';
import type { Shown } from '../../terminal/columns.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { wrap } from '../../terminal/width.ts';
import { asWords, counted, figure } from '../../words/counted.ts';
import { figureIn } from '../../words/currency.ts';

/** The statistics, one number a row, for spreadsheets and for programs that read line by line. */
export function* statRows(stats: FeedStats): Generator<Shown> {
  for (const statistic of ['products', 'inStock', 'available', 'withoutPrice'] as const)
    yield { statistic, number: stats[statistic] };
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

export const statTitles: Readonly<Record<keyof FeedStats['counts'], string>> = {
  condition: 'Condition',
  brand: 'Brand',
  categories: 'Category',
  size: 'Size',
  productAvailable: 'Available',
  gender: 'Gender',
};

const mainCurrencies = 5;

/** The statistics as bars that fit the screen: prices, conditions and brands. `fetched` says when the feed was fetched. */
export const statsScreen = async (
  stats: FeedStats,
  width: number,
  fetched: string | undefined,
): Promise<string> => {
  const { bars } = await import('../../terminal/bars.ts');
  const { products, withoutPrice, prices } = stats;
  const line = (text: string) => `${wrap(escapeControls(text), width).join('\n')}\n`;
  const indented = (text: string) =>
    wrap(text, width - 2)
      .map((part) => `  ${part}\n`)
      .join('');
  const spreads = prices.slice(0, mainCurrencies);
  const others = prices.length - spreads.length;
  const currencies = spreads.map(({ currency = 'no currency', count }) => ({ label: currency, count }));
  const beside = listed([
    [counted(others, 'more currency', 'more currencies'), others],
    [`${figure(withoutPrice)} without a price`, withoutPrice],
  ]);
  const price = [
    line('Price'),
    ...bars(currencies, products, width)
      .split('\n')
      .flatMap((bar, index) => (spreads[index] ? [`${bar}\n`, indented(quantilesOf(spreads[index]))] : [])),
    beside ? line(beside) : '',
  ].join('');
  const values = (['condition', 'brand'] as const).map((field) => {
    const counts = stats.counts[field];
    const rest = restOf(counts);
    const named = counts.top.map(({ value, count }) => ({
      label: field === 'condition' ? asWords(value) : value,
      count,
    }));
    return `${line(heading(statTitles[field], counts))}${bars(named, products, width)}${rest ? line(rest) : ''}`;
  });
  return [
    line(
      [
        counted(products, 'product'),
        `${figure(stats.inStock)} in stock`,
        `${figure(stats.available)} available`,
        ...(fetched === undefined ? [] : [`fetched ${fetched}`]),
      ].join(', '),
    ),
    ...(products > 0 ? [price, ...values] : []),
  ].join('\n');
};

const heading = (title: string, { distinct, top, uncounted }: ValueCounts): string =>
  distinct > top.length || uncounted
    ? `${title}, the first ${top.length} of ${uncounted ? 'more than ' : ''}${figure(distinct)}`
    : title;

/** The counts without a bar: in total they may exceed every value, and would make all bars short. */
const restOf = ({ others, missing }: ValueCounts): string =>
  listed([
    [`others ${figure(others)}`, others],
    [`none ${figure(missing)}`, missing],
  ]);

const listed = (remarks: [words: string, count: number][]): string =>
  remarks.flatMap(([words, count]) => (count > 0 ? [words] : [])).join(', ');

const quantilesOf = ({ currency, min, q1, median, q3, max }: PriceSpread): string => {
  const price = (amount: number) => figureIn(amount, currency);
  return `median ${price(median)}, middle half ${price(q1)} to ${price(q3)}, all ${price(min)} to ${price(max)}`;
};
