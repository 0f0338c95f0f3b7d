import type { DiffTally, ProductChange } from '../feed/diff/changes.ts';
import { markup } from '../html/document.ts';
import { fieldText } from '../terminal/field.ts';
import { marked } from '../terminal/marks.ts';
import { barTable, factList, grouped, type Tone } from './figures.ts';
import type { Report } from './report.ts';
import { choicesOf } from './rows-table.ts';

/** Two feeds, and how they are compared. */
interface FeedComparison {
  changes: AsyncIterable<ProductChange>;
  /** Complete once all changes were read. */
  tally: DiffTally;
  /** Where the feeds are from, and which fields are compared. */
  older: string;
  newer: string;
  compared: string;
  /** What differs, in words. */
  said: (change: ProductChange) => string;
  /** Sentences about entries that could not be compared; known once all changes were read. */
  leftOut: () => readonly string[];
}

const kinds = ['added', 'removed', 'changed'] as const;
const tones: Readonly<Record<(typeof kinds)[number], Tone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'warn',
};
const words = kinds.map((kind) => ({ text: marked('change', kind, 'unicode'), tone: tones[kind] }));

/** How many fields have a bar. */
const mostFields = 12;

/** What changed between two feeds, as a report. */
export const feedDiffReport = ({
  changes,
  tally,
  older,
  newer,
  compared,
  said,
  leftOut,
}: FeedComparison): Report => {
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
      yield [
        kinds.indexOf(change.change),
        fieldText(change.productTitle, '|') || null,
        said(change),
        change.productID,
      ];
    }
  }
  return {
    title: 'Changes of the product feed',
    table: {
      title: 'Products',
      unit: 'products',
      columns: [
        { title: 'Change', kind: 'word', words },
        { title: 'Title', kind: 'text' },
        { title: 'What', kind: 'text' },
        { title: 'ID', kind: 'name' },
      ],
      choices: choicesOf(words),
    },
    rows: rows(),
    body: () => {
      const total = tally.added + tally.removed + tally.changed;
      const fields = [...byField].sort(([, one], [, other]) => other - one);
      return {
        kind: 'Product feed',
        title: total === 0 ? 'Nothing changed' : 'What changed',
        lead: `${grouped(tally.added)} added, ${grouped(tally.removed)} removed, ${grouped(tally.changed)} changed, ${grouped(tally.unchanged)} unchanged.`,
        facts: factList([
          ['Older', older],
          ['Newer', newer],
          ['Compared', compared],
          ['Left out', leftOut().join(' ')],
        ]),
        before:
          total === 0
            ? []
            : [
                markup`<div class="figures"><section><h2>By change</h2>${barTable(
                  'Products by change',
                  'Change',
                  kinds.map((kind, at) => ({
                    label: words[at]?.text ?? kind,
                    count: tally[kind],
                    tone: tones[kind],
                  })),
                  total,
                )}</section>${
                  fields.length === 0
                    ? ''
                    : markup`<section><h2>By field</h2>${barTable(
                        'Changed products by field',
                        'Field',
                        fields.slice(0, mostFields).map(([label, count]) => ({ label, count })),
                        tally.changed,
                      )}${
                        prices.down + prices.up > 0
                          ? markup`<p class="soft">Prices: ${grouped(prices.down)} lower, ${grouped(prices.up)} higher.</p>`
                          : ''
                      }</section>`
                }</div>`,
              ],
        after: [],
      };
    },
  };
};
