import { parse } from 'csv-parse/sync';
import { type Columns, nameOfHeader } from '../../changes/operation.ts';
import { isIdentifier } from '../../service/identifier.ts';
import { withFormulas } from '../../words/formulas.ts';
import type { RowSource } from './bytes.ts';
import { notRows } from './errors.ts';
import { type Line, linesOf } from './lines.ts';
import { fieldsMaker, maxColumns, maxRowBytes, type Row, type RowText, tooLong } from './row.ts';

interface CsvHeader {
  columns: readonly string[];
  delimiter: string;
  /** The file is a list of bare identifiers: its first line is one, too. */
  isMissing: boolean;
  /** The text with its line end, and the `sep=` line before it; empty if there is no header. */
  raw: string;
  lineEnd: string;
  line: number;
}

export const csvHeader = async (source: RowSource, known: Columns): Promise<CsvHeader> => {
  const { lines, separator } = await beginningOf(source);
  const delimiter = separator?.sign ?? delimiterOf(lines.map(({ text }) => text).join('\n'));
  const splitter = new RecordSplitter(delimiter);
  const [header] = [...splitter.take(lines), ...splitter.end()];
  if (!header) throw notRows(source.called, 'it has no header');
  const { text, line, fault } = header;
  if (fault) throw notRows(source.called, `the header, on line ${line}, ${fault}`);
  const columns = cellsOf([text], delimiter)
    .flat()
    .map((said) => nameOfHeader(known, said));
  if (columns.length > maxColumns)
    throw notRows(
      source.called,
      `its header has ${columns.length} columns, more than the limit of ${maxColumns}`,
    );
  const before = separator?.line ?? '';
  const lineEnd = lines.at(-1)?.end || '\n';
  if (columns.length === 1 && isIdentifier(columns[0]?.trim() ?? ''))
    return { columns: ['id'], delimiter, isMissing: true, raw: before, lineEnd, line };
  return { columns, delimiter, isMissing: false, raw: before + text + lineEnd, lineEnd, line };
};

/** `sep=;` tells Excel where cells end. */
const separatorLine = /^"?sep=([^\w"])\1*"?\s*$/i;

/** A line without content, whatever the delimiter. */
const blankLine = /^(?:[\s,;|]|"")*$/;

/** The header ends with the first line end outside quotation marks. */
const beginningOf = async (source: RowSource) => {
  const lines: Line[] = [];
  let bytes = 0;
  let isOpen = false;
  let separator: { sign: string; line: string } | undefined;
  for await (const batch of linesOf(source))
    for (const line of batch) {
      const [said, sign = ''] = (line.number === 1 && separatorLine.exec(line.text)) || [];
      if (said !== undefined) {
        separator = { sign, line: said + line.end };
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

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that occurs most often outside quotation marks; a comma if none does. */
export const delimiterOf = (header: string): string => {
  const outside = header.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => outside.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
};

export async function* csvRows(
  source: RowSource,
  header: CsvHeader,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  const { columns, delimiter, isMissing, line: from } = header;
  const fieldsOf = fieldsMaker(columns);
  // The first record is the header, if there is one.
  let number = isMissing ? 1 : 0;
  for await (const records of recordsOf(source, delimiter, from, signal)) {
    const readable = records.filter(({ fault }) => !fault).map(({ text }) => text);
    const cells = cellsOf(readable, delimiter).values();
    for (const { text: raw, line, fault } of records) {
      const found = fault ? [] : (cells.next().value as string[]);
      const row: Row = { number, line, fields: {}, raw };
      if (fault) row.fault = fault;
      else {
        if (found.every((cell) => cell.trim() === '')) row.isBlank = true;
        else if (found.length !== columns.length) row.fault = cellsFault(found.length, columns.length);
        if (row.fault === undefined) row.fields = fieldsOf(found);
        const unnamed = found.findIndex((cell, at) => cell !== '' && columns[at]?.trim() === '');
        if (unnamed >= 0)
          row.unnamed = `has a cell in column ${unnamed + 1}, which has no name in the header`;
      }
      if (number > 0) yield row;
      number += 1;
    }
  }
}

const cellsFault = (found: number, expected: number) =>
  `has ${found} cell${found === 1 ? '' : 's'}, and the header has ${expected}`;

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

/** Splits correctly quoted records into cells, and removes apostrophes that escape formulas. */
const cellsOf = (records: readonly string[], delimiter: string): string[][] => {
  // One call per record would take four times as long, and records without quotation marks need no parser.
  const parsed: string[][] = parse(records.filter(isQuoted).join('\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
  });
  let next = 0;
  return records.map((record) => {
    const cells = isQuoted(record) ? (parsed[next++] as string[]) : record.split(delimiter);
    return cells.map(withFormulas);
  });
};

/** Splits lines into records. A record with a wrong quotation mark ends with its line, so that the next ones can be read. */
class RecordSplitter {
  #begun: RowText | undefined;
  /** The end of the previous line; it belongs to the record only if that continues. */
  #lineEnd = '';
  #openSince: number | undefined;
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
    this.#lineEnd = line.end;
    return record;
  }

  #finish(record: RowText, fault = this.#tooLong ? tooLong : undefined): RowText {
    this.#begun = undefined;
    this.#lineEnd = '';
    this.#openSince = undefined;
    this.#bytes = 0;
    this.#tooLong = false;
    return fault ? { ...record, fault } : record;
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
