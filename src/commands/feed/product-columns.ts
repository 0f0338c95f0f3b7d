import type { FeedCheck } from '../../feed/check-entries.ts';
import { numberOf } from '../../json/exact.ts';
import { a } from '../../json/schema.ts';
import type { Column, Field } from '../../terminal/columns.ts';
import { fieldText } from '../../terminal/fields.ts';
import { amountIn, withCurrency } from '../../words/currency.ts';

/** A price with the decimals and the code of its entry's currency: `93.01 USD`. */
export const priceText = (price: unknown, currency: unknown): string => {
  const amount = numberOf(price);
  const code = typeof currency === 'string' && currency !== '' ? currency : undefined;
  return amount === undefined ? fieldText(price, '|') : withCurrency(amountIn(amount, code), code);
};

const id: Column = { field: 'productID', title: 'ID', whole: true, leaves: 1 };
/** A title usually includes the brand. */
const details: readonly Column[] = [
  { field: 'productTitle', title: 'TITLE', shortest: 36 },
  { field: 'brand', title: 'BRAND', leaves: 2 },
  { field: 'size', title: 'SIZE', leaves: 3 },
  { field: 'condition', title: 'CONDITION', role: 'condition', shortest: 18, leaves: 4 },
  {
    field: 'price',
    title: 'PRICE',
    align: 'right',
    inWords: (price, { currency }) => priceText(price, currency),
  },
  { field: 'productStock', title: 'STOCK', align: 'right' },
];

/** The documented fields of a product that matter most. */
export const productColumns: readonly Column[] = [id, ...details];

/** The same on a screen, where the title comes first. */
export const screenColumns: readonly Column[] = [...details, id];

export const furtherFields: readonly Field[] = [
  'currency',
  'productAvailable',
  'productURL',
  'productDescription',
  'image',
  'gender',
  'color',
  'categories',
  'styles',
  'commerceTags',
  'commerceProductType',
  'isBrandDirect',
  'updatedAt',
  'shipFromCountry',
  'shipToCountries',
].map((field) => ({ field }));

export const allColumns: readonly Column[] = [
  ...productColumns,
  ...furtherFields.map(({ field }) => ({ field, title: field })),
];

const formatCounts = (counts: unknown): string =>
  Object.entries(counts as FeedCheck['faultsByField'])
    .map(([field, count]) => `${field} ${count}`)
    .join(', ');

export const feedCheckColumns: readonly Column[] = [
  { field: 'entries', title: 'ENTRIES', align: 'right', schema: a.count },
  { field: 'differing', title: 'DIFFERING', align: 'right', schema: a.count },
  {
    field: 'faultsByField',
    schema: a.mapOf(a.count),
    title: 'FAULTS BY FIELD',
    inWords: formatCounts,
  },
  {
    field: 'unknownFields',
    schema: a.mapOf(a.count),
    title: 'NOT DOCUMENTED',
    inWords: formatCounts,
  },
  {
    field: 'firstFaults',
    schema: a.listOf(a.object({ entry: a.count, path: a.text, message: a.text })),
    title: 'FIRST FAULTS',
    inWords: (faults) =>
      (faults as FeedCheck['firstFaults'])
        .map(({ entry, path, message }) => `entry ${entry}: ${`${path} ${message}`.trim()}`)
        .join('; '),
  },
];
