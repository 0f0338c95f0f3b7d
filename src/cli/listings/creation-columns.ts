import type { Column } from '../../terminal/columns.ts';

/** What the service answers to a creation. */
export const createdColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'url', title: 'URL' },
];
