import type { DiffTally, ProductChange, SideTally } from '../../feed/compare-feeds.ts';
import { a } from '../../json/schema.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { fieldText } from '../../terminal/fields.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import { batches } from '../../terminal/results.ts';
import { asWords, counted, figure } from '../../words/counted.ts';
import { priceText } from './product-columns.ts';

const identity: readonly Column[] = [
  { field: 'change', title: 'CHANGE', role: 'change' },
  { field: 'productID', title: 'ID', whole: true, leaves: 1, later: 1 },
  { field: 'productTitle', title: 'TITLE', optional: true, schema: a.anything, shortest: 40 },
];

const nestedColumns: readonly Column[] = [
  ...identity,
  {
    field: 'fields',
    title: 'FIELDS',
    below: true,
    schema: a.mapOf(a.object({ before: a.anything, after: a.anything }, 'before', 'after')),
  },
];

const flatColumns: readonly Column[] = [
  ...identity,
  { field: 'field', title: 'FIELD' },
  { field: 'before', title: 'BEFORE' },
  { field: 'after', title: 'AFTER' },
];

export const productChangeColumns = (format: Format): readonly Column[] =>
  formats[format].isFlat ? flatColumns : nestedColumns;

/** The same for a watch, which shows one feed after the other. */
export const watchColumns = (format: Format): readonly Column[] => [
  { field: 'fetchedAt', title: 'FETCHED', schema: a.time },
  ...productChangeColumns(format),
];

/** Changes as a format shows them: all fields in one text on the screen, one row per field in a flat format, elsewhere as they are. */
export async function* changeRows(
  changes: AsyncIterable<ProductChange>,
  format: Format,
): AsyncGenerator<Shown[]> {
  for await (const some of batches(changes)) yield some.flatMap((change) => rowsOf(change, format));
}

const rowsOf = (change: ProductChange, format: Format): Shown[] => {
  const { fields, currency: _, ...product } = change;
  if (formats[format].isDrawn) return [{ ...product, fields: changedFields(change) }];
  if (!formats[format].isFlat) return [{ ...product, fields }];
  const sides = Object.entries(fields);
  // A product without any of the compared fields may still have come or gone.
  return sides.length === 0 ? [product] : sides.map(([field, both]) => ({ ...product, field, ...both }));
};

export const changedFields = ({ change, fields, currency }: ProductChange): string =>
  Object.entries(fields)
    .map(([name, { before, after }]) => {
      const say = (value: unknown, ofSide: unknown) => {
        if (name === 'price') return priceText(value, ofSide);
        return name === 'condition' && value ? asWords(value) : fieldText(value, '|');
      };
      const word = name.replace(/^product([A-Z])/, (_, first) => first.toLowerCase());
      if (change !== 'changed') return `${word} ${say(before ?? after, currency.before ?? currency.after)}`;
      return `${word} ${say(before, currency.before) || 'nothing'} → ${say(after, currency.after) || 'nothing'}`;
    })
    .join(', ');

/** The counts of a comparison: `2 added, 1 removed, 3 of 200 products changed`. */
export const diffSummary = ({ added, removed, changed, unchanged }: DiffTally): string => {
  const both = counted(changed + unchanged, 'product');
  const parts = [
    ...(added > 0 ? [`${figure(added)} added`] : []),
    ...(removed > 0 ? [`${figure(removed)} removed`] : []),
    ...(changed > 0 ? [`${figure(changed)} of ${both} changed`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : `no change in ${both}`;
};

/** What was left out of a comparison: a sentence for each feed that lost something. */
export const leftOut = ({ before, after }: DiffTally): string[] =>
  [sideLeftOut('older', before), sideLeftOut('newer', after)].filter((text) => text !== undefined);

const sideLeftOut = (which: string, { duplicates, withoutID }: SideTally): string | undefined => {
  const parts = [
    ...(withoutID > 0 ? [`${withoutID} without a productID`] : []),
    ...(duplicates > 0 ? [`${duplicates} with a repeated productID`] : []),
  ];
  return parts.length > 0 ? `Of the ${which} feed, entries were left out: ${parts.join(', ')}.` : undefined;
};
