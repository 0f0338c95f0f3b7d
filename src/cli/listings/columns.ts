import { a } from '../../json/schema.ts';
import type { Column } from '../../terminal/columns.ts';

/**
 * The documented fields of a listing. On a narrow screen each keeps a name in full, which commands take: its external
 * identifier if it has one, and else its own.
 */
export const listingColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true, gives: { 2: 9 }, namedBy: 'externalIdentifier' },
  { field: 'state', title: 'STATE', role: 'state' },
  { field: 'condition', title: 'CONDITION', role: 'condition', gives: { 1: 12, 3: 9, 5: 0 } },
  { field: 'sku', title: 'SKU', gives: { 1: 12, 3: 10, 4: 0 } },
  { field: 'availableInventory', title: 'INVENTORY', short: 'INV', align: 'right' },
  { field: 'externalIdentifier', title: 'EXTERNAL ID', short: 'EXT ID', gives: { 6: 20 } },
];

/** The inventory once more, for a file that is edited and given to `inventory set --from`. */
export const beforeColumn: Column = { field: 'before', title: 'BEFORE', align: 'right', holds: a.integer };

/** What the service answers to a creation. */
export const createdColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'url', title: 'URL' },
];
