import { a } from '../../json/schema.ts';
import type { Column } from '../../terminal/columns.ts';

/** The documented fields of a listing. On a narrow screen each keeps a name: its external identifier or SKU, and its id if one has neither. */
export const listingColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true, namedBy: ['externalIdentifier', 'sku'], later: 5 },
  { field: 'state', title: 'STATE', role: 'state', later: 3 },
  { field: 'condition', title: 'CONDITION', role: 'condition', shortest: 18, leaves: 1, later: 2 },
  { field: 'sku', title: 'SKU', shortest: 16, leaves: 2, later: 1 },
  { field: 'availableInventory', title: 'INVENTORY', align: 'right', later: 4 },
  { field: 'externalIdentifier', title: 'EXTERNAL ID', shortest: 20 },
];

/** A copy of the inventory, for a file that is edited and then passed to `inventory set --from`. */
export const beforeColumn: Column = { field: 'before', title: 'BEFORE', align: 'right', schema: a.integer };

export const createdColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'url', title: 'URL' },
];
