import type { Column } from '../../terminal/columns.ts';

/** The documented fields of a listing. */
export const listingColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'state', title: 'STATE', role: 'state' },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'sku', title: 'SKU' },
  { field: 'availableInventory', title: 'INVENTORY', short: 'INV', align: 'right' },
  { field: 'externalIdentifier', title: 'EXTERNAL ID', short: 'EXT ID', spare: true },
];

/** What the service answers to a creation. */
export const createdColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'url', title: 'URL' },
];
