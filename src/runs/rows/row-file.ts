import { createHash } from 'node:crypto';
import { nameOfHeader } from '../../changes/column-headers.ts';
import type { Columns } from '../../changes/operation.ts';
import { usage } from '../../failure/kinds.ts';
import { csvHeader } from './csv-header.ts';
import { csvRows } from './csv-rows.ts';
import { itemsBegin, jsonArrayRows, ndjsonRows } from './json-rows.ts';
import { bytesOf, notRows, type RowSource } from './row-source.ts';
import type { Row } from './row-text.ts';
import { textOf } from './text-lines.ts';
import type { Form } from './write-rows.ts';

export interface RowFile extends RowSource {
  format: 'csv' | 'xlsx' | 'ndjson' | 'json';
  form: Form;
  /** The name of the sheet that is read. */
  sheet?: string;
  /** Sentences to show before the rows are run; complete once all rows were read. */
  remarks?(): readonly string[];
  /** The names in the header, as the operation has them. */
  columns: readonly string[] | undefined;
  /** The same as they are written. */
  headers?: readonly string[];
  /** Reads the rows from the beginning each time. Throws as `openRowFile` does. */
  rows(signal?: AbortSignal): AsyncGenerator<Row>;
}

/**
 * Detects the format by the content. `called` is the file's name in messages. Columns that are not `known` have no name if
 * they are to be ignored.
 */
export const openRowFile = async (
  path: string,
  called = path,
  sheet?: string,
  known: Columns = [],
  ignoreExtra = false,
): Promise<RowFile> => {
  const source = { path, called };
  // By these a zip archive is known, and a workbook of the old form.
  const beginning = (await first(bytesOf(source)))?.subarray(0, oldSign.length) ?? Buffer.alloc(0);
  const beginsWith = (sign: Buffer) => beginning.subarray(0, sign.length).equals(sign);
  if (beginsWith(archiveSign)) {
    const { sheetFile } = await import('./sheet-file.ts');
    return sheetFile(source, sheet, (title) => nameOfHeader(known, title, ignoreExtra));
  }
  if (beginsWith(oldSign))
    throw notRows(
      called,
      'it is a workbook of the old form (.xls), or one with a password: save it as .xlsx without one, or as CSV',
    );
  if (sheet !== undefined)
    throw notRows(called, `it is not a workbook (.xlsx), so it has no sheet "${sheet}"`);
  const text = await firstText(source);
  const [sign] = text.trimStart();
  if (sign === undefined) throw usage(`${called} is empty`, 'Nothing was sent.');
  if (sign === '<') throw notRows(called, 'it is an HTML or XML page');
  if (sign === '[') return jsonArray(source, 'json');
  if (itemsBegin.test(text)) return jsonArray(source, 'items');
  return sign === '{' ? ndjson(source) : csv(source, beginsWith(mark), known, ignoreExtra);
};

/** The SHA-256 in hexadecimal. */
export const hashFile = async (path: string, called = path): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf({ path, called })) hash.update(chunk);
  return hash.digest('hex');
};

/** The byte order mark: Excel needs it to recognise UTF-8 in CSV. */
const mark = Buffer.from('\ufeff');
const oldSign = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const archiveSign = Buffer.from('PK\u0003\u0004');

/** The first piece of a file that is not blank. */
const firstText = async (source: RowSource): Promise<string> => {
  for await (const piece of textOf(source)) if (/\S/.test(piece)) return piece;
  return '';
};

const jsonArray = (source: RowSource, format: 'json' | 'items'): RowFile => ({
  ...source,
  format: 'json',
  form: { format },
  columns: undefined,
  rows: (signal) => jsonArrayRows(source, signal),
});

const ndjson = (source: RowSource): RowFile => ({
  ...source,
  format: 'ndjson',
  form: { format: 'ndjson' },
  columns: undefined,
  rows: (signal) => ndjsonRows(source, signal),
});

const first = async <T>(all: AsyncIterable<T>): Promise<T | undefined> => {
  for await (const one of all) return one;
  return undefined;
};

const csv = async (
  source: RowSource,
  isMarked: boolean,
  known: Columns,
  ignoreExtra: boolean,
): Promise<RowFile> => {
  const header = await csvHeader(source, known, ignoreExtra);
  return {
    ...source,
    format: 'csv',
    columns: header.columns,
    headers: header.headers,
    form: { format: 'csv', before: (isMarked ? `${mark}` : '') + header.raw, lineEnd: header.lineEnd },
    rows: (signal) => csvRows(source, header, signal),
  };
};
