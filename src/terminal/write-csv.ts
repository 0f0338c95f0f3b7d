import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { isLosslessNumber } from 'lossless-json';
import { withoutFormulas } from '../words/formulas.ts';
import type { Column, RecordsWriter, Shown, Writer } from './columns.ts';
import { fieldOf, fieldText } from './fields.ts';

/** A text that a spreadsheet would run is made harmless; numbers don't need it, so -3 stays -3. */
const cellOf = (record: Shown, { field }: Column): string => {
  const value = fieldOf(record, field);
  const text = fieldText(value, '|');
  return typeof value === 'number' || isLosslessNumber(value) ? text : withoutFormulas(text);
};

/** Records as CSV: a header of the columns' fields, quoting by RFC 4180, and no cell that a spreadsheet would run. */
const csv = (columns: readonly Column[]): RecordsWriter<string> => {
  let header = stringifyCsv([columns.map(({ field }) => withoutFormulas(field))]);
  const withHeader = (rows: string) => {
    const text = header + rows;
    header = '';
    return text;
  };
  return {
    batch(records) {
      return withHeader(
        stringifyCsv(records.map((record) => columns.map((column) => cellOf(record, column)))),
      );
    },
    end: () => withHeader(''),
  };
};

export const csvWriter: Writer<string> = { records: csv };
