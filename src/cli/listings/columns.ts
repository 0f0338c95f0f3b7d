import { a } from '../../json/schema.ts';
import type { Column } from '../../terminal/columns.ts';

/** The documented fields of a listing. On a narrow screen each keeps a name: its external identifier if it has one, and else its id. */
export const listingColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true, namedBy: 'externalIdentifier' },
  { field: 'state', title: 'STATE', role: 'state' },
  { field: 'condition', title: 'CONDITION', role: 'condition', shortest: 18, leaves: 2 },
  { field: 'sku', title: 'SKU', shortest: 22, leaves: 1 },
  { field: 'availableInventory', title: 'INVENTORY', align: 'right' },
  { field: 'externalIdentifier', title: 'EXTERNAL ID', shortest: 20 },
];

/** The inventory once more, for a file that is edited and given to `inventory set --from`. */
export const beforeColumn: Column = { field: 'before', title: 'BEFORE', align: 'right', holds: a.integer };

/** What the service answers to a creation. */
export const createdColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'url', title: 'URL' },
];
