import type { FeedCheck } from '../../feed/check.ts';
import type { Column } from '../../terminal/columns.ts';

const id: Column = { field: 'productID', title: 'ID', whole: true, spare: true };
const details: readonly Column[] = [
  { field: 'productTitle', title: 'TITLE' },
  { field: 'brand', title: 'BRAND', spare: true },
  { field: 'size', title: 'SIZE', spare: true },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'price', title: 'PRICE', align: 'right' },
  { field: 'productStock', title: 'STOCK', align: 'right' },
];

/** The documented fields of a product that matter most. */
export const productColumns: readonly Column[] = [id, ...details];

/** The same on a screen, where the identifier is the first to be left out if there is no room. */
export const screenColumns: readonly Column[] = [...details, id];

/** The documented fields that are not shown on a screen. */
export const furtherFields = [
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
];

/** All documented fields of a product. */
export const allColumns: readonly Column[] = [
  ...productColumns,
  ...furtherFields.map((field) => ({ field, title: field })),
];

/** How well a feed matches the documented fields. */
export const feedCheckColumns: readonly Column[] = [
  { field: 'entries', title: 'ENTRIES', align: 'right' },
  { field: 'differing', title: 'DIFFERING', align: 'right' },
  {
    field: 'faultsByField',
    title: 'FAULTS BY FIELD',
    inWords: (faults) =>
      Object.entries(faults as FeedCheck['faultsByField'])
        .map(([field, count]) => `${field} ${count}`)
        .join(', '),
  },
  {
    field: 'unknownFields',
    title: 'NOT DOCUMENTED',
    inWords: (fields) =>
      Object.entries(fields as FeedCheck['unknownFields'])
        .map(([field, count]) => `${field} ${count}`)
        .join(', '),
  },
  {
    field: 'firstFaults',
    title: 'FIRST FAULTS',
    inWords: (faults) =>
      (faults as FeedCheck['firstFaults'])
        .map(({ entry, path, message }) => `entry ${entry}: ${`${path} ${message}`.trim()}`)
        .join('; '),
  },
];
