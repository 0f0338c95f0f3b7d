import { createHash } from 'node:crypto';
import { bytesOf } from './bytes.ts';
import { csvHead, csvRows } from './csv.ts';
import { EmptyInput, NotRows } from './errors.ts';
import { jsonArrayRows, ndjsonRows } from './json-rows.ts';
import type { Row } from './row.ts';
import { textOf } from './text.ts';

/** What stands round the rows' own texts in a file of their format: before, between two, behind the last, at the end. */
export interface Frame {
  before: string;
  between: string;
  behindLast: string;
  after: string;
}

/** A file of rows whose format is known. */
export interface RowFile {
  path: string;
  format: 'csv' | 'ndjson' | 'json' | 'plan';
  /** In words, for a notice: `CSV, parted by ";"`. */
  described: string;
  /** The names in the head of a CSV file. */
  columns: readonly string[] | undefined;
  frame: Frame;
  /** Reads all rows, from the beginning each time. Fails as `openRowFile` does where the text is damaged further on. */
  rows(signal?: AbortSignal): AsyncGenerator<Row>;
  /** The first record of a kept plan, the one with the field `resalePlan`. It is no row. */
  plan?: Readonly<Record<string, unknown>>;
}

/**
 * Tells the format of a file by its content. Throws `UnreadableInput`, `EmptyInput`, `WrongEncoding`, and `NotRows`
 * where it is none of CSV, NDJSON and a JSON array. An empty one is `called` what the user knows it by.
 */
export const openRowFile = async (path: string, called = path): Promise<RowFile> => {
  const sign = await firstSign(path);
  if (sign === undefined) throw new EmptyInput(called);
  if (sign === '<') throw new NotRows(path, 'it is an HTML or XML page');
  if (sign === '[') return jsonArray(path);
  return sign === '{' ? ndjson(path) : csv(path);
};

/** What a file is known by: SHA-256 as hexadecimal digits, and its size in bytes. Throws `UnreadableInput`. */
export const hashFile = async (path: string): Promise<{ sha256: string; size: number }> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytesOf(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
};

const firstSign = async (path: string): Promise<string | undefined> => {
  for await (const piece of textOf(path)) {
    const sign = /\S/.exec(piece);
    if (sign) return sign[0];
  }
  return undefined;
};

const jsonArray = (path: string): RowFile => ({
  path,
  format: 'json',
  described: 'a JSON array',
  columns: undefined,
  frame: { before: '[\n', between: ',\n', behindLast: '\n', after: ']\n' },
  rows: (signal) => jsonArrayRows(path, signal),
});

const lineFrame = { before: '', between: '\n', behindLast: '\n', after: '' };

const ndjson = async (path: string): Promise<RowFile> => {
  const first = await firstRow(ndjsonRows(path));
  const input = { path, columns: undefined };
  if (first && Object.hasOwn(first.fields, 'resalePlan'))
    return {
      ...input,
      format: 'plan',
      described: 'a plan',
      frame: { ...lineFrame, before: `${first.raw}\n` },
      rows: (signal) => ndjsonRows(path, 1, signal),
      plan: first.fields,
    };
  return {
    ...input,
    format: 'ndjson',
    described: 'NDJSON',
    frame: lineFrame,
    rows: (signal) => ndjsonRows(path, 0, signal),
  };
};

const firstRow = async (rows: AsyncIterable<Row>): Promise<Row | undefined> => {
  for await (const row of rows) return row;
  return undefined;
};

const csv = async (path: string): Promise<RowFile> => {
  const head = await csvHead(path);
  const delimiter = head.delimiter === '\t' ? 'tabs' : `"${head.delimiter}"`;
  return {
    path,
    format: 'csv',
    described: head.columns.length === 1 ? 'CSV with one column' : `CSV, parted by ${delimiter}`,
    columns: head.columns,
    frame: { before: head.raw + head.lineEnd, between: head.lineEnd, behindLast: head.lineEnd, after: '' },
    rows: (signal) => csvRows(path, head, signal),
  };
};
