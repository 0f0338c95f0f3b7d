import type { Column } from '../../terminal/columns.ts';

/** A change of an inventory: the service's own fields, and what happened. */
export const changeColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'availableInventory', title: 'INVENTORY', short: 'INV', align: 'right' },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
];
