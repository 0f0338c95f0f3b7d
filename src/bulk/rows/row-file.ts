import { createHash } from 'node:crypto';
import { bytesOf, type RowSource } from './bytes.ts';
import { csvHeader, csvRows } from './csv.ts';
import { EmptyInput, NotRows } from './errors.ts';
import { jsonArrayRows, ndjsonRows } from './json-rows.ts';
import type { Row } from './row.ts';
import { textOf } from './text.ts';

/** The text around the rows in a file of their format. */
interface Frame {
  before: string;
  between: string;
  afterLast: string;
  after: string;
}

/** A file of rows whose format is known. */
export interface RowFile {
  /** Its name in messages. */
  called: string;
  format: 'csv' | 'ndjson' | 'json' | 'plan';
  /** In words, for a notice: `CSV, separated by ";"`. */
  described: string;
  /** The column names of a CSV file. */
  columns: readonly string[] | undefined;
  frame: Frame;
  /** Reads all rows, from the beginning each time. Throws as `openRowFile` does if the text is damaged further on. */
  rows(signal?: AbortSignal): AsyncGenerator<Row>;
  /** The first record of a saved plan, which has the field `resalePlan` and is not a row. */
  plan?: Readonly<Record<string, unknown>>;
}

/**
 * Detects the format of a file by its content. Throws `UnreadableInput`, `EmptyInput`, `WrongEncoding`, or `NotRows` if it
 * is not CSV, NDJSON or a JSON array. `called` is the name of the file in messages.
 */
export const openRowFile = async (path: string, called = path): Promise<RowFile> => {
  const source = { path, called };
  const sign = await firstCharacter(source);
  if (sign === undefined) throw new EmptyInput(called);
  if (sign === '<') throw new NotRows(called, 'it is an HTML or XML page');
  if (sign === '[') return jsonArray(source);
  return sign === '{' ? ndjson(source) : csv(source);
};

/** Computes the SHA-256 of a file, in hexadecimal, and its size in bytes. Throws `UnreadableInput`. */
export const hashFile = async (path: string): Promise<{ sha256: string; size: number }> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytesOf({ path, called: path })) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
};

const firstCharacter = async (source: RowSource): Promise<string | undefined> => {
  for await (const piece of textOf(source)) {
    const sign = /\S/.exec(piece);
    if (sign) return sign[0];
  }
  return undefined;
};

const jsonArray = (source: RowSource): RowFile => ({
  called: source.called,
  format: 'json',
  described: 'a JSON array',
  columns: undefined,
  frame: { before: '[\n', between: ',\n', afterLast: '\n', after: ']\n' },
  rows: (signal) => jsonArrayRows(source, signal),
});

const lineFrame = { before: '', between: '\n', afterLast: '\n', after: '' };

const ndjson = async (source: RowSource): Promise<RowFile> => {
  const first = await firstRow(ndjsonRows(source));
  const input = { called: source.called, columns: undefined };
  if (first && Object.hasOwn(first.fields, 'resalePlan'))
    return {
      ...input,
      format: 'plan',
      described: 'a plan',
      frame: { ...lineFrame, before: `${first.raw}\n` },
      rows: (signal) => ndjsonRows(source, 1, signal),
      plan: first.fields,
    };
  return {
    ...input,
    format: 'ndjson',
    described: 'NDJSON',
    frame: lineFrame,
    rows: (signal) => ndjsonRows(source, 0, signal),
  };
};

const firstRow = async (rows: AsyncIterable<Row>): Promise<Row | undefined> => {
  for await (const row of rows) return row;
  return undefined;
};

const csv = async (source: RowSource): Promise<RowFile> => {
  const header = await csvHeader(source);
  const delimiter = header.delimiter === '\t' ? 'tabs' : `"${header.delimiter}"`;
  return {
    called: source.called,
    format: 'csv',
    described: header.columns.length === 1 ? 'CSV with one column' : `CSV, separated by ${delimiter}`,
    columns: header.columns,
    frame: {
      before: header.raw + header.lineEnd,
      between: header.lineEnd,
      afterLast: header.lineEnd,
      after: '',
    },
    rows: (signal) => csvRows(source, header, signal),
  };
};
