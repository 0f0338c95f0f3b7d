import type { Column } from '../../terminal/columns.ts';

/** The documented fields of a product, those that matter most first. */
export const productColumns: readonly Column[] = [
  { field: 'productID', title: 'ID' },
  { field: 'productTitle', title: 'TITLE' },
  { field: 'brand', title: 'BRAND' },
  { field: 'size', title: 'SIZE' },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'price', title: 'PRICE', align: 'right' },
  { field: 'productStock', title: 'STOCK', align: 'right' },
];

/** Those that a table has no room for. */
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

/** All of them, as CSV has them. */
export const allColumns: readonly Column[] = [
  ...productColumns,
  ...furtherFields.map((field) => ({ field, title: field })),
];

/** What --check counts. */
export const checkColumns: readonly Column[] = [
  { field: 'entries', title: 'ENTRIES', align: 'right' },
  { field: 'differing', title: 'DIFFERING', align: 'right' },
  { field: 'faultsByField', title: 'FAULTS BY FIELD' },
  { field: 'firstFaults', title: 'FIRST FAULTS' },
];
