import { stringify as stringifyCsv } from 'csv-stringify/sync';
import type { Column, Shown } from './columns.ts';
import { fieldOf, fieldText } from './field.ts';
import type { RecordsWriter, Writer } from './writer.ts';

/** The beginning of a text that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

const notRun = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Text that a spreadsheet would run gets an apostrophe in front; numbers don't, so -3 stays -3. */
const cellOf = (record: Shown, { field }: Column): string => {
  const value = fieldOf(record, field);
  const text = fieldText(value, '|');
  const isText = typeof value === 'string' || Array.isArray(value);
  return isText ? notRun(text) : text;
};

/** Records as CSV: a header of the columns' fields, quoting by RFC 4180, and no cell that a spreadsheet would run. */
const csv = (columns: readonly Column[]): RecordsWriter => {
  let header = stringifyCsv([columns.map(({ field }) => notRun(field))]);
  const withHeader = (rows: string) => {
    const text = header + rows;
    header = '';
    return text;
  };
  return {
    batch: (records) =>
      withHeader(stringifyCsv(records.map((record) => columns.map((column) => cellOf(record, column))))),
    end: () => withHeader(''),
  };
};

/** Records as CSV; a single one has a header, too. */
export const csvWriter: Writer = {
  records: csv,
  record: (record, columns) => csv(columns).batch([record]),
};
