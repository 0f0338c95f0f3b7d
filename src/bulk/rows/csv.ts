import { cellsOf, fieldsMaker } from './csv-cells.ts';
import { type CsvRecord, RecordCutter } from './csv-records.ts';
import { NotRows } from './errors.ts';
import { linesOf } from './lines.ts';
import { maxRowBytes, type Row, tooLong } from './row.ts';

/** What the first record of a CSV file says of the others. */
export interface CsvHead {
  columns: readonly string[];
  delimiter: string;
  raw: string;
  /** The line end of the file, as far as the head knows. */
  lineEnd: string;
}

const maxColumns = 1000;

/** Reads the head of a CSV file, and finds the delimiter in it. Throws `NotRows` where the head can't be read. */
export const csvHead = async (path: string): Promise<CsvHead> => {
  const { text, lineEnd } = await headText(path);
  const delimiter = delimiterOf(text);
  for await (const [head] of recordsOf(path, delimiter)) {
    if (!head) continue;
    if (head.fault) throw new NotRows(path, `the head, on line ${head.line}, ${head.fault}`);
    const [columns = []] = cellsOf([head.text], delimiter);
    if (columns.length > maxColumns)
      throw new NotRows(path, `its head has ${columns.length} columns, and ${maxColumns} are the most`);
    return { columns, delimiter, raw: head.text, lineEnd };
  }
  throw new NotRows(path, 'it has no head');
};

/** The lines of the head: those up to where its quotation marks are even in number. */
const headText = async (path: string): Promise<{ text: string; lineEnd: string }> => {
  let text = '';
  let bytes = 0;
  let isOpen = false;
  for await (const lines of linesOf(path))
    for (const line of lines) {
      bytes += Buffer.byteLength(line.text);
      if (line.tooLong || bytes > maxRowBytes) throw new NotRows(path, `the head ${tooLong}`);
      if (line.text.split('"').length % 2 === 0) isOpen = !isOpen;
      text += line.text;
      if (text !== '' && !isOpen) return { text, lineEnd: line.end || '\n' };
      if (text !== '') text += line.end;
    }
  return { text, lineEnd: '\n' };
};

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that stands most often outside the quoted names of a head; a comma where none does. */
export const delimiterOf = (head: string): string => {
  const outside = head.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => outside.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
};

/** The rows of a CSV file below its head. */
export async function* csvRows(path: string, head: CsvHead, signal?: AbortSignal): AsyncGenerator<Row> {
  const { columns, delimiter } = head;
  const fieldsOf = fieldsMaker(columns);
  let number = 0;
  for await (const records of recordsOf(path, delimiter, signal)) {
    const readable = records.filter(({ fault }) => !fault).map(({ text }) => text);
    const cells = cellsOf(readable, delimiter).values();
    for (const { text: raw, line, fault } of records) {
      const found = fault ? [] : (cells.next().value as string[]);
      const row: Row = { number, line, fields: {}, raw };
      if (fault) row.fault = fault;
      else if (found.length !== columns.length) row.fault = cellsFault(found.length, columns.length);
      else row.fields = fieldsOf(found);
      // The first record is the head.
      if (number > 0) yield row;
      number += 1;
    }
  }
}

const cellsFault = (found: number, expected: number) =>
  `has ${found} cell${found === 1 ? '' : 's'}, and the head has ${expected}`;

async function* recordsOf(
  path: string,
  delimiter: string,
  signal?: AbortSignal,
): AsyncGenerator<CsvRecord[]> {
  const cutter = new RecordCutter(delimiter);
  for await (const lines of linesOf(path, signal)) yield cutter.take(lines);
  yield cutter.end();
}
