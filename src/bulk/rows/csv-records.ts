import type { Line } from './lines.ts';
import { maxRowBytes, tooLong } from './row.ts';

/** The text of one record of a CSV file, which a quoted cell may stretch over several lines. */
export interface CsvRecord {
  text: string;
  /** Where it begins. */
  line: number;
  fault?: string;
}

/**
 * Tells where the records of a CSV file begin and end, and which of them break the rules of quoting. A record so
 * broken ends with its line, so that those behind it can be read.
 */
export class RecordCutter {
  #begun: CsvRecord | undefined;
  /** The end of the last line, which is the record's only if another line of it follows. */
  #lineEnd = '';
  #openSince: number | undefined;
  #bytes = 0;
  #tooLong = false;

  constructor(readonly delimiter: string) {}

  /** The records that ended; blank lines are none. */
  take(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const line of lines) {
      if (!this.#begun && line.text === '' && !line.tooLong) continue;
      const record = this.#add(line);
      const fault = line.tooLong ? tooLong : this.#quotingFault(line);
      if (fault || this.#openSince === undefined) records.push(this.#finish(record, fault));
    }
    return records;
  }

  /** The record that the file's end cuts off, where there is one. */
  end(): CsvRecord[] {
    if (!this.#begun) return [];
    const fault = `opens a quotation mark on line ${this.#openSince} that is never closed`;
    // A line end of its own would become one with the next where the record is written again.
    const text = this.#begun.text.replace(/[\r\n]+$/, '');
    return [this.#finish({ ...this.#begun, text }, fault)];
  }

  #add(line: Line): CsvRecord {
    const record = this.#begun ?? { text: '', line: line.number };
    const addition = this.#lineEnd + line.text;
    this.#bytes += Buffer.byteLength(addition);
    this.#tooLong ||= line.tooLong || this.#bytes > maxRowBytes;
    record.text = this.#tooLong ? '' : record.text + addition;
    this.#begun = record;
    this.#lineEnd = line.end;
    return record;
  }

  #finish(record: CsvRecord, fault = this.#tooLong ? tooLong : undefined): CsvRecord {
    this.#begun = undefined;
    this.#lineEnd = '';
    this.#openSince = undefined;
    this.#bytes = 0;
    this.#tooLong = false;
    return fault ? { ...record, fault } : record;
  }

  /** Follows a line from one quotation mark to the next. What is wrong with them, if anything is. */
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

const strayMark =
  'has a quotation mark within a cell that does not begin with one: such a cell must be quoted, and the mark doubled';
const earlyMark = 'goes on behind a closing quotation mark: a mark within a quoted cell must be doubled';
