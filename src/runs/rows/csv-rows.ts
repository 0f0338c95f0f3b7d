import { withFormulas } from '../../words/formulas.ts';
import { type CsvHeader, delimiterNames } from './csv-header.ts';
import { cellsOf, RecordSplitter } from './csv-records.ts';
import type { RowSource } from './row-source.ts';
import { fieldsMaker, type Row, type RowText } from './row-text.ts';
import { linesOf } from './text-lines.ts';

/** The rows below the header. */
export async function* csvRows(
  source: RowSource,
  header: CsvHeader,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  const rowOf = rowMaker(header);
  // The first record is the header, if there is one.
  let number = header.isMissing ? 1 : 0;
  for await (const records of recordsOf(source, header.delimiter, header.line, signal)) {
    const readable = records.filter(({ fault }) => !fault).map(({ text }) => text);
    const cells = cellsOf(readable, header.delimiter).values();
    for (const record of records) {
      const row = rowOf(number, record, record.fault ? [] : (cells.next().value as string[]));
      if (number > 0) yield row;
      number += 1;
    }
  }
}

const rowMaker = ({ columns, delimiter, escaped }: CsvHeader) => {
  const fieldsOf = fieldsMaker(columns);
  const fits = (cells: readonly string[]) =>
    cells.length <= columns.length || cells.slice(columns.length).every(isEmpty);
  /** The lines that could be rows, if a quotation mark is a slip. */
  const within = (record: string, line: number) =>
    record
      .split(/\r\n|\n|\r/)
      .map((text, at) => ({ line: line + at, cells: text.replaceAll('"', '').split(delimiter) }))
      .filter(({ cells }, at) => at > 0 && cells.length >= columns.length && fits(cells))
      .map(({ line, cells }) => ({ line, fields: fieldsOf(cells) }));
  return (number: number, { text: raw, line, lastLine, fault }: RowText, read: string[]): Row => {
    const row: Row = { number, line, fields: {}, raw };
    if (lastLine !== undefined) row.lastLine = lastLine;
    if (fault) return { ...row, fault };
    if (!fits(read))
      return {
        ...row,
        fault: `has ${read.length} cells, and the header has ${columns.length}; a cell with ${delimiterNames.get(delimiter) ?? delimiter} in it must be quoted`,
      };
    const cells =
      escaped.size > 0 ? read.map((cell, at) => (escaped.has(at) ? withFormulas(cell) : cell)) : read;
    if (cells.every(isEmpty)) row.isBlank = true;
    row.fields = fieldsOf(cells);
    if (lastLine !== undefined) row.within = within(raw, line);
    const unnamed = cells.findIndex((cell, at) => columns[at]?.trim() === '' && !isEmpty(cell));
    if (unnamed >= 0) row.unnamed = `has a cell in column ${unnamed + 1}, which has no name in the header`;
    return row;
  };
};

const isEmpty = (cell: string) => cell.trim() === '';

async function* recordsOf(
  source: RowSource,
  delimiter: string,
  from: number,
  signal?: AbortSignal,
): AsyncGenerator<RowText[]> {
  const splitter = new RecordSplitter(delimiter);
  for await (const lines of linesOf(source, signal)) {
    const [first] = lines;
    yield splitter.take(first && first.number < from ? lines.filter(({ number }) => number >= from) : lines);
  }
  yield splitter.end();
}
