import type { Operation, ReadingOptions, RowReader } from '../../changes/operation.ts';
import { checkColumns } from './check-columns.ts';
import { WrongColumns } from './errors.ts';
import type { RowFile } from './row-file.ts';

/**
 * Makes the reader of a file's rows for an operation. The rows of a saved plan pin the old values. Throws `WrongColumns`
 * if the header of a CSV file has unknown columns.
 */
export const readerFor = (
  operation: Operation,
  { path, format, columns = [] }: Pick<RowFile, 'path' | 'format' | 'columns'>,
  options: Omit<ReadingOptions, 'isCsv'>,
): RowReader => {
  const make = (format === 'plan' && operation.plannedRows) || operation.rows;
  const reader = make({ ...options, isCsv: format === 'csv' });
  const faults = checkColumns(columns, reader, { ignoreExtra: options.ignoreExtra });
  if (faults.length > 0) throw new WrongColumns(path, faults, reader.columns);
  return reader;
};
