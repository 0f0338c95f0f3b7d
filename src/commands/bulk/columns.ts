import type { Column } from '../../terminal/columns.ts';

/** A row of a run: what became of it. */
export const reportColumns: readonly Column[] = [
  { field: 'line', title: 'LINE', align: 'right' },
  { field: 'id', title: 'ID' },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
  { field: 'error', title: 'ERROR' },
];

/** A row of a plan: what would be done about it. */
export const planColumns: readonly Column[] = [
  { field: 'line', title: 'LINE', align: 'right' },
  { field: 'id', title: 'ID' },
  { field: 'effect', title: 'EFFECT' },
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
  { field: 'error', title: 'ERROR' },
];
