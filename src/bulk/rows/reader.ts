import type { Operation, ReadingOptions, RowReader } from '../../changes/operation.ts';
import { nearest } from '../../words/nearest.ts';
import { type ColumnFault, WrongColumns } from './errors.ts';
import type { RowFile } from './row-file.ts';

/**
 * Makes the reader of a file's rows for an operation. The rows of a saved plan pin the old values. Throws `WrongColumns`
 * if the header of a CSV file has unknown columns.
 */
export const readerFor = (
  operation: Operation,
  { called, format, columns = [] }: Pick<RowFile, 'called' | 'format' | 'columns'>,
  options: Omit<ReadingOptions, 'isCsv'>,
): RowReader => {
  const make = (format === 'plan' && operation.plannedRows) || operation.rows;
  const reader = make({ ...options, isCsv: format === 'csv' });
  const faults = checkColumns(columns, reader, options.ignoreExtra);
  if (faults.length > 0) throw new WrongColumns(called, faults, reader.columns);
  return reader;
};

/** The columns that a CSV file may have, by name or by pattern, such as `metadata.…`. */
type KnownColumns = Pick<RowReader, 'columns' | 'isColumn'>;

/**
 * Checks the column names of a CSV header. With `ignoreExtra`, unknown columns are accepted, unless they are different
 * spellings of known ones.
 */
export const checkColumns = (
  columns: readonly string[],
  known: KnownColumns,
  ignoreExtra: boolean,
): ColumnFault[] =>
  columns.flatMap((name, at) => {
    const message =
      duplicate(columns, at) ?? nestedConflict(columns, name) ?? unknown(name, known, ignoreExtra);
    return message ? [{ column: at + 1, name, message }] : [];
  });

const duplicate = (columns: readonly string[], at: number): string | undefined => {
  const name = columns[at] as string;
  const first = columns.indexOf(name);
  return name !== '' && first < at ? `appears twice, in columns ${first + 1} and ${at + 1}` : undefined;
};

const nestedConflict = (columns: readonly string[], name: string): string | undefined => {
  const inner = columns.find((other) => name !== '' && other.startsWith(`${name}.`));
  return inner && `can't be combined with the column ${inner}`;
};

const unknown = (
  name: string,
  { columns, isColumn = () => false }: KnownColumns,
  ignoreExtra: boolean,
): string | undefined => {
  if (name.split('.').includes('__proto__')) return 'is not an allowed name';
  if (columns.includes(name) || isColumn(name)) return undefined;
  const same = columns.find((column) => normalized(column) === normalized(name));
  if (same) return `is not known: write it ${same}`;
  if (ignoreExtra) return undefined;
  if (name.trim() === '') return 'has no name';
  if (/^(\/\/|\/\*|#)/.test(name)) return 'looks like a comment, which a file of rows must not have';
  const meant = nearest(name, columns);
  return meant ? `is not known: did you mean ${meant}?` : 'is not known';
};

/** A name in lower case without spaces, `_` and `-`. */
const normalized = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
