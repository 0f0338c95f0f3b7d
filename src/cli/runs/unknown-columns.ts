import type { Looks, UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Column } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';

const unreadable = 'unreadable';
const inventoryLooks: Readonly<Record<Looks, string>> = {
  wanted: 'as wanted',
  before: 'as before',
  neither: 'neither as before nor as wanted',
  unreadable,
};
const creationLooks: Readonly<Record<Looks, string>> = {
  wanted: 'in the shop',
  before: 'not in the shop',
  neither: 'in the shop several times',
  unreadable,
};

/** What is said of a row whose listing looks so, behind `it is`. */
export const looksWords = (looks: Looks, { listing }: Pick<Operation, 'listing'>): string =>
  (listing === 'may be there' ? creationLooks : inventoryLooks)[looks];

const name: Column = { field: 'name', title: 'NAME', whole: true };
const id: Column = {
  field: 'id',
  title: 'ID',
  whole: true,
  least: 36,
  gives: { 2: 9, 3: 0 },
  namedBy: 'name',
};
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'delta', title: 'DELTA', align: 'right' },
  { field: 'wanted', title: 'WANTED', align: 'right' },
  { field: 'now', title: 'NOW', align: 'right' },
];
const looks: Column = { field: 'looks', title: 'NOW IT IS' };

/** The columns of unknown rows. */
export const unknownColumns: readonly Column[] = [
  { field: 'row', title: 'ROW', align: 'right' },
  { field: 'line', title: 'LINE', align: 'right' },
  name,
  id,
  ...values,
  looks,
];

/** The same for a screen: without what no row has. */
export const unknownColumnsFor = (
  rows: readonly UnknownRow[],
  operation: Operation,
  format: Format,
): readonly Column[] => {
  if (!formats[format].isDrawn) return unknownColumns;
  const hasNames = rows.some((row) => row.name !== null);
  return unknownColumns.flatMap((column) => {
    if (column === looks) return [{ ...looks, inWords: (said) => looksWords(said as Looks, operation) }];
    if (values.includes(column) && !operation.changesInventory) return [];
    return column === name && !hasNames ? [] : [column];
  });
};
