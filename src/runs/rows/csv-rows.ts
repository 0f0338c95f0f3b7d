import { parse } from 'csv-parse/sync';
import { columnOf, nameOfHeader } from '../../changes/column-headers.ts';
import type { Columns } from '../../changes/operation.ts';
import { isIdentifier } from '../../service/identifier.ts';
import { withFormulas } from '../../words/formulas.ts';
import { notRows, type RowSource } from './row-source.ts';
import { fieldsMaker, maxColumns, maxRowBytes, type Row, type RowText, tooLong } from './row-text.ts';
import { type Line, linesOf } from './text-lines.ts';

interface CsvHeader {
  columns: readonly string[];
  headers: readonly string[];
  /** The columns in which our own CSV has an apostrophe before a formula. */
  escaped: ReadonlySet<number>;
  delimiter: string;
  /** The file is a list of bare identifiers: its first line is one, too. */
  isMissing: boolean;
  /** The text with its line end, and the `sep=` line before it; empty if there is no header. */
  raw: string;
  lineEnd: string;
  line: number;
}

export const csvHeader = async (
  source: RowSource,
  known: Columns,
  ignoreExtra: boolean,
): Promise<CsvHeader> => {
  const { lines, separator } = await beginningOf(source);
  const delimiter = separator?.sign ?? delimiterOf(lines.map(({ text }) => text).join('\n'));
  const splitter = new RecordSplitter(delimiter);
  const [header] = [...splitter.take(lines), ...splitter.end()];
  if (!header) throw notRows(source.called, 'it has no header');
  const { text, line, lastLine, fault } = header;
  const where = lastLine === undefined ? `line ${line}` : `lines ${line} to ${lastLine}`;
  if (fault) throw notRows(source.called, `the header, on ${where}, ${fault}`);
  const cells = cellsOf([text], delimiter).flat();
  const columns = cells.map((name) => nameOfHeader(known, name, ignoreExtra));
  if (columns.length > maxColumns)
    throw notRows(
      source.called,
      `its header has ${columns.length} columns, more than the limit of ${maxColumns}`,
    );
  const before = separator?.line ?? '';
  const lineEnd = lines.at(-1)?.end || '\n';
  const rest = { delimiter, lineEnd, line, escaped: escapedIn(columns, known) };
  if (cells.length === 1 && isIdentifier(cells[0]?.trim() ?? ''))
    return { ...rest, columns: ['id'], headers: ['id'], isMissing: true, raw: before };
  return { ...rest, columns, headers: cells, isMissing: false, raw: before + text + lineEnd };
};

/** Only a list of ours has columns that only the service can fill; elsewhere, a person wrote the apostrophe. */
const escapedIn = (columns: readonly string[], known: Columns): ReadonlySet<number> => {
  const listed = columns.map((name) => columnOf(known, name)?.listed);
  const isList = listed.includes('by the service');
  return new Set(isList ? [...listed.keys()].filter((at) => listed[at] === 'escaped') : []);
};

/** `sep=;` tells Excel where cells end. */
const separatorLine = /^"?sep=([^\w"])\1*"?\s*$/i;

/** A line without content, with any delimiter. */
const blankLine = /^(?:[\s,;|]|"")*$/;

/** The header ends with the first line end outside quotation marks. */
const beginningOf = async (source: RowSource) => {
  const lines: Line[] = [];
  let bytes = 0;
  let isOpen = false;
  let separator: { sign: string; line: string } | undefined;
  for await (const batch of linesOf(source))
    for (const line of batch) {
      const [directive, sign = ''] = (line.number === 1 && separatorLine.exec(line.text)) || [];
      if (directive !== undefined) {
        separator = { sign, line: directive + line.end };
        continue;
      }
      if (lines.length === 0 && !line.tooLong && blankLine.test(line.text)) continue;
      bytes += Buffer.byteLength(line.text);
      if (line.tooLong || bytes > maxRowBytes) throw notRows(source.called, `the header ${tooLong}`);
      lines.push(line);
      bytes += line.end.length;
      if (line.text.split('"').length % 2 === 0) isOpen = !isOpen;
      if (!isOpen) return { lines, separator };
    }
  return { lines, separator };
};

const delimiterNames = new Map([
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
]);

/** The delimiter that occurs most often outside quotation marks; a comma if none does. */
export const delimiterOf = (header: string): string => {
  const outside = header.replace(/"[^"]*"/g, '');
  const delimiters = [...delimiterNames.keys()];
  const counts = delimiters.map((delimiter) => outside.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
};

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

const isQuoted = (record: string) => record.includes('"');

/** Splits correctly quoted records into cells. */
const cellsOf = (records: readonly string[], delimiter: string): string[][] => {
  // One call per record would take four times as long, and records without quotation marks need no parser.
  const parsed: string[][] = parse(records.filter(isQuoted).join('\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
  });
  let next = 0;
  return records.map((record) => (isQuoted(record) ? (parsed[next++] as string[]) : record.split(delimiter)));
};

/** Splits lines into records. A record with a wrong quotation mark ends with its line, so that the next ones can be read. */
class RecordSplitter {
  #begun: RowText | undefined;
  /** The end of the previous line; it belongs to the record only if that continues. */
  #lineEnd = '';
  #openSince: number | undefined;
  #last = 0;
  #bytes = 0;
  #tooLong = false;

  constructor(readonly delimiter: string) {}

  take(lines: readonly Line[]): RowText[] {
    const records: RowText[] = [];
    for (const line of lines) {
      if (!this.#begun && line.text === '' && !line.tooLong) continue;
      const record = this.#add(line);
      const fault = line.tooLong ? tooLong : this.#quotingFault(line);
      if (fault || this.#openSince === undefined) records.push(this.#finish(record, fault));
    }
    return records;
  }

  end(): RowText[] {
    if (!this.#begun) return [];
    const fault = `opens a quotation mark on line ${this.#openSince} that is never closed`;
    // --failed-out adds a line end when it writes the record again.
    const text = this.#begun.text.replace(/(?<![\r\n])[\r\n]+$/, '');
    return [this.#finish({ ...this.#begun, text }, fault)];
  }

  #add(line: Line): RowText {
    const record = this.#begun ?? { text: '', line: line.number };
    const addition = this.#lineEnd + line.text;
    this.#bytes += Buffer.byteLength(addition);
    this.#tooLong ||= line.tooLong || this.#bytes > maxRowBytes;
    record.text = this.#tooLong ? '' : record.text + addition;
    this.#begun = record;
    this.#last = line.number;
    this.#lineEnd = line.end;
    return record;
  }

  #finish(record: RowText, fault = this.#tooLong ? tooLong : undefined): RowText {
    this.#begun = undefined;
    this.#lineEnd = '';
    this.#openSince = undefined;
    this.#bytes = 0;
    this.#tooLong = false;
    const range = this.#last > record.line ? { lastLine: this.#last } : {};
    return { ...record, ...range, ...(fault ? { fault } : {}) };
  }

  #quotingFault({ text, number }: Line): string | undefined {
    for (let mark = text.indexOf('"'); mark >= 0; mark = text.indexOf('"', mark + 1)) {
      const next = text[mark + 1];
      if (this.#openSince === undefined) {
        if (mark > 0 && text[mark - 1] !== this.delimiter) return strayMark;
        this.#openSince = number;
      } else if (next === '"') {
        mark += 1;
      } else {
        this.#openSince = undefined;
        if (next !== undefined && next !== this.delimiter) return earlyMark;
      }
    }
    return undefined;
  }
}

const strayMark = 'has a quotation mark inside an unquoted cell: quote the cell and double the mark';
const earlyMark =
  'continues after a closing quotation mark: a quotation mark inside a quoted cell must be doubled';
