import type { Plan } from '../../bulk/plan.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Problem } from '../../changes/outcome.ts';
import type { Column } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';

const line: Column = { field: 'line', title: 'LINE', align: 'right' };
/** Told of rows that share a line with others. */
export const rowNumber: Column = { field: 'row', title: 'ROW', align: 'right' };
/** Rows come a few at a time, and the first may be one without a listing. */
const id: Column = { field: 'id', title: 'ID', whole: true, least: 36 };
/** What the file calls a listing that it does not name by its id. */
const name: Column = { field: 'name', title: 'NAME', least: 12, spare: true };
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', short: 'FROM', align: 'right' },
  { field: 'after', title: 'AFTER', short: 'TO', align: 'right' },
];

/** Why something was not done, in words where a person reads it. */
export const errorColumn: Column = {
  field: 'error',
  title: 'ERROR',
  below: true,
  inWords: (error) => (error as Problem | null)?.message ?? '',
};

/** A row of a run: what became of it. */
export const reportColumns: readonly Column[] = [
  line,
  id,
  { field: 'outcome', title: 'OUTCOME', role: 'outcome', least: '✓ converged'.length },
  ...values,
  errorColumn,
];

const effect: Column = { field: 'effect', title: 'EFFECT', role: 'effect', least: '! conflict'.length };

/** A row of a plan: what would be done about it. */
const planColumns: readonly Column[] = [line, id, effect, ...values, errorColumn];

type Rows = Pick<Plan, 'sharesLines' | 'hasNames'>;

const numbered = (columns: readonly Column[], { sharesLines }: Rows): readonly Column[] =>
  sharesLines ? columns.flatMap((column) => (column === line ? [line, rowNumber] : [column])) : columns;

/**
 * The same as a person reads it: with the names that the file uses, and without what the operation does not know, since
 * only inventories have a value before and after.
 */
const onScreen = (
  columns: readonly Column[],
  operation: Operation,
  { hasNames }: Rows,
): readonly Column[] => {
  const known = operation.changesInventory ? columns : columns.filter((column) => !values.includes(column));
  return hasNames ? known.flatMap((column) => (column === id ? [id, name] : [column])) : known;
};

export const reportColumnsFor = (operation: Operation, rows: Rows, format: Format): readonly Column[] =>
  numbered(formats[format].isDrawn ? onScreen(reportColumns, operation, rows) : reportColumns, rows);

/** A listing that is to be created has an identifier of its own only afterwards. */
const creationColumns: readonly Column[] = [
  line,
  { field: 'externalIdentifier', title: 'EXTERNAL ID', least: 20 },
  effect,
  id,
  errorColumn,
];

export const planColumnsFor = (operation: Operation, rows: Rows, format: Format): readonly Column[] => {
  if (!formats[format].isDrawn) return numbered(planColumns, rows);
  return numbered(
    operation.listing === 'may be there' ? creationColumns : onScreen(planColumns, operation, rows),
    rows,
  );
};
