import type { OperationName } from '../../bulk/operation.ts';
import type { RowError } from '../../bulk/outcome.ts';
import type { Column } from '../../terminal/columns.ts';
import type { Format } from '../../terminal/formats.ts';

const line: Column = { field: 'line', title: 'LINE', align: 'right' };
/** Told of rows that share a line with others. */
export const rowNumber: Column = { field: 'row', title: 'ROW', align: 'right' };
/** Rows come a few at a time, and the first may be one without a listing. */
const id: Column = { field: 'id', title: 'ID', whole: true, least: 36 };
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', align: 'right' },
  { field: 'after', title: 'AFTER', align: 'right' },
];

/** Why something was not done, in words where a person reads it. */
export const errorColumn: Column = {
  field: 'error',
  title: 'ERROR',
  below: true,
  inWords: (error) => (error as RowError | null)?.message ?? '',
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

/** The same without what the operation does not know: only inventories have a value before and after. */
const known = (columns: readonly Column[], operation: OperationName, format: Format): readonly Column[] =>
  format === 'table' && (operation === 'listings create' || operation === 'grade')
    ? columns.filter((column) => !values.includes(column))
    : columns;

const numbered = (columns: readonly Column[], sharesLines: boolean): readonly Column[] =>
  sharesLines ? columns.flatMap((column) => (column === line ? [line, rowNumber] : [column])) : columns;

export const reportColumnsFor = (
  operation: OperationName,
  format: Format,
  sharesLines: boolean,
): readonly Column[] => numbered(known(reportColumns, operation, format), sharesLines);

/** A listing that is to be created has an identifier of its own only afterwards. */
export const planColumnsFor = (
  operation: OperationName,
  format: Format,
  sharesLines: boolean,
): readonly Column[] =>
  numbered(
    format === 'table' && operation === 'listings create'
      ? [line, { field: 'externalIdentifier', title: 'EXTERNAL ID', least: 20 }, effect, id, errorColumn]
      : known(planColumns, operation, format),
    sharesLines,
  );
