import { parse } from 'csv-parse/sync';
import { maxRowBytes, type RowText, tooLong } from './row-text.ts';
import type { Line } from './text-lines.ts';

const isQuoted = (record: string) => record.includes('"');

/** Splits correctly quoted records into cells. */
export const cellsOf = (records: readonly string[], delimiter: string): string[][] => {
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
export class RecordSplitter {
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
