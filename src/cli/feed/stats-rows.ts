import type { FeedStats } from '../../feed/stats/stats.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

export const statColumns: readonly Column[] = ['statistic', 'value', 'currency', 'number'].map((field) => ({
  field,
  title: field,
}));

/** The statistics with a row a number, for spreadsheets and for programs that read line by line. */
export function* statRows(stats: FeedStats): Generator<Shown> {
  for (const statistic of ['products', 'inStock', 'available', 'withoutPrice'] as const)
    yield { statistic, number: stats[statistic] };
  for (const [field, { distinct, others, missing, top }] of Object.entries(stats.counts)) {
    for (const { value, count } of top) yield { statistic: field, value, number: count };
    for (const [name, number] of Object.entries({ distinct, others, missing }))
      yield { statistic: `${field}.${name}`, number };
  }
  for (const { currency, histogram, ...numbers } of stats.prices) {
    for (const [name, number] of Object.entries(numbers))
      yield { statistic: `price.${name}`, currency, number };
    for (const { from, to, count } of histogram)
      yield { statistic: 'price.histogram', value: `${from}..${to}`, currency, number: count };
  }
}
