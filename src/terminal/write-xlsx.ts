import { isLosslessNumber } from 'lossless-json';
import type { SheetCell } from '../sheets/cell.ts';
import { WorkbookWriter } from '../sheets/write-workbook.ts';
import type { Column, RecordsWriter, Shown, Writer } from './columns.ts';
import { fieldOf, fieldText } from './fields.ts';

/** The digits that a spreadsheet keeps. A longer number is written as text, so that no digit is lost. */
const digits = 15;

const isKept = (number: string): boolean =>
  number.replace(/^-?0*\.?0*|e.*$/gi, '').replace('.', '').length <= digits;

/** A number is a number, and all else is text, as in CSV. */
const cellOf = (record: Shown, { field }: Column, at: number): SheetCell => {
  const value = fieldOf(record, field);
  const column = at + 1;
  if (typeof value === 'boolean') return { column, kind: 'boolean', text: value ? 'TRUE' : 'FALSE' };
  const text = fieldText(value, '|');
  const isNumber = typeof value === 'number' || isLosslessNumber(value);
  return { column, kind: isNumber && isKept(text) ? 'number' : 'text', text };
};

const workbook = (columns: readonly Column[]): RecordsWriter => {
  const writer = new WorkbookWriter('Sheet1');
  const head = columns.map(({ field }, at): SheetCell => ({ column: at + 1, kind: 'text', text: field }));
  let isFirst = true;
  const write = (records: readonly Shown[]) => {
    const rows = records.map((record) => columns.map((column, at) => cellOf(record, column, at)));
    const all = isFirst ? [head, ...rows] : rows;
    isFirst = false;
    return writer.rows(all);
  };
  return {
    batch: write,
    async end() {
      const begun = isFirst ? [await write([])] : [];
      return Buffer.concat([...begun, await writer.end()]);
    },
  };
};

export const xlsxWriter: Writer = { records: workbook };
