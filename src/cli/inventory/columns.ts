import { toggle } from '../../flags/value-kinds.ts';
import type { Column } from '../../terminal/columns.ts';

/** The flag that refuses an update which closes the listing. */
export const noClose = toggle('Refuse a change that would close the listing');

/** A change of an inventory: the service's own fields, and what happened. */
export const changeColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'availableInventory', title: 'INVENTORY', short: 'INV', align: 'right' },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
];
