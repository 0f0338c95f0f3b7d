import type { DiffTally, ProductChange } from '../feed/compare-feeds.ts';
import { fieldText } from '../terminal/fields.ts';
import { figure } from '../words/counted.ts';
import { barSection, tonedWord } from './figures.ts';
import type { Report } from './report-page.ts';

interface FeedComparison {
  changes: AsyncIterable<ProductChange>;
  /** Complete once all changes were read. */
  tally: DiffTally;
  older: string;
  newer: string;
  compared: string;
  describe: (change: ProductChange) => string;
  /** Sentences about entries that could not be compared. Call it once all changes were read. */
  leftOut: () => readonly string[];
}

const kinds = ['added', 'removed', 'changed'] as const;
const words = kinds.map((kind) => tonedWord('change', kind));

const mostFields = 12;

export const feedDiffReport = (comparison: FeedComparison): Report => {
  const { changes, tally, older, newer, compared, describe, leftOut } = comparison;
  const byField = new Map<string, number>();
  const prices = { down: 0, up: 0 };
  async function* rows() {
    for await (const change of changes) {
      if (change.change === 'changed')
        for (const [field, { before, after }] of Object.entries(change.fields)) {
          byField.set(field, (byField.get(field) ?? 0) + 1);
          if (field === 'price' && Number(before) !== Number(after))
            prices[Number(after) < Number(before) ? 'down' : 'up'] += 1;
        }
      const title = fieldText(change.productTitle, '|') || null;
      yield [kinds.indexOf(change.change), title, describe(change), change.productID];
    }
  }
  return {
    title: 'Changes of the product feed',
    unit: 'products',
    columns: [
      { title: 'Change', kind: 'word', words },
      { title: 'Title', kind: 'text' },
      { title: 'What', kind: 'text' },
      { title: 'ID', kind: 'name' },
    ],
    rows: rows(),
    summary: () => {
      const total = tally.added + tally.removed + tally.changed;
      const fields = [...byField].sort(([, one], [, other]) => other - one).slice(0, mostFields);
      const byChange = {
        title: 'By change',
        of: 'Change',
        bars: kinds.map((kind) => ({ ...tonedWord('change', kind), count: tally[kind] })),
        total,
      };
      const ofFields = {
        title: 'By field',
        of: 'Field',
        bars: fields.map(([text, count]) => ({ text, count })),
        total: tally.changed,
        note:
          prices.down + prices.up > 0 && `Prices: ${figure(prices.down)} lower, ${figure(prices.up)} higher.`,
      };
      return {
        kind: 'Product feed',
        title: total === 0 ? 'Nothing changed' : 'What changed',
        lead: `${figure(tally.added)} added, ${figure(tally.removed)} removed, ${figure(tally.changed)} changed, ${figure(tally.unchanged)} unchanged.`,
        facts: { Older: older, Newer: newer, Compared: compared, 'Left out': leftOut().join(' ') },
        before: [byChange, ofFields].filter(({ bars }) => total > 0 && bars.length > 0).map(barSection),
      };
    },
  };
};
