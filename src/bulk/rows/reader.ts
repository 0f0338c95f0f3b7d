import type { Operation, ReadingOptions, RowReader } from '../../changes/operation.ts';
import { WrongColumns } from './errors.ts';
import { judgeHeads } from './heads.ts';
import type { RowFile } from './row-file.ts';

/**
 * How the rows of a file are understood for an operation; those of a kept plan are bound to the values they start from.
 * Throws `WrongColumns` where the head of a CSV file has other columns than those that are known.
 */
export const readerFor = (
  operation: Operation,
  { path, format, columns = [] }: Pick<RowFile, 'path' | 'format' | 'columns'>,
  options: Omit<ReadingOptions, 'isCsv'>,
): RowReader => {
  const make = (format === 'plan' && operation.plannedRows) || operation.rows;
  const reader = make({ ...options, isCsv: format === 'csv' });
  const faults = judgeHeads(columns, reader, { ignoreExtra: options.ignoreExtra });
  if (faults.length > 0) throw new WrongColumns(path, faults, reader.columns);
  return reader;
};
