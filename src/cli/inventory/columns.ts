import { toggle } from '../../flags/value-kinds.ts';
import type { Column } from '../../terminal/columns.ts';

/** The --no-close flag. */
export const noClose = toggle('Refuse a change that would close the listing');

/** The columns of an inventory change. */
export const changeColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'availableInventory', title: 'INVENTORY', short: 'INV', align: 'right' },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
];
