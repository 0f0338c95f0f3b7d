import { createHash } from 'node:crypto';
import { type Columns, nameOfHeader } from '../../changes/operation.ts';
import { writeWhole } from '../../disk/whole-file.ts';
import { bytesOf, type RowSource, writing } from './bytes.ts';
import { csvHeader, csvRows } from './csv.ts';
import { emptyInput, notRows } from './errors.ts';
import { foreignFormat, signLength } from './foreign.ts';
import { itemsBegin, jsonArrayRows, ndjsonRows } from './json-rows.ts';
import { textOf } from './lines.ts';
import type { Row } from './row.ts';

export interface RowFile extends RowSource {
  format: 'csv' | 'xlsx' | 'ndjson' | 'json' | 'plan';
  /** The name of the sheet that is read. */
  sheet?: string;
  /** Sentences to show before the rows are run; complete once all rows were read. */
  remarks?(): readonly string[];
  /** The names in the header, as the operation has them. */
  columns: readonly string[] | undefined;
  /** The same as they are written. */
  headers?: readonly string[];
  /** A file of this format with the rows of these `raw` texts. */
  encode(raws: AsyncIterable<string>): AsyncIterable<string | Uint8Array>;
  /** Reads the rows from the beginning each time. Throws as `openRowFile` does. */
  rows(signal?: AbortSignal): AsyncGenerator<Row>;
  /** The first record of a saved plan, with the field `resalePlan`. */
  plan?: Readonly<Record<string, unknown>>;
}

/** What comes before the rows, and each of them with a line end. */
const inLines = (before = '', lineEnd = '\n'): RowFile['encode'] =>
  async function* (raws) {
    yield before;
    for await (const raw of raws) yield raw + lineEnd;
  };

const inArray = (open: string, close: string): RowFile['encode'] =>
  async function* (raws) {
    yield `${open}\n`;
    let before = '';
    for await (const raw of raws) {
      yield before + raw;
      before = ',\n';
    }
    yield before === '' ? `${close}\n` : `\n${close}\n`;
  };

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
  const beginning = (await first(bytesOf(source)))?.subarray(0, signLength) ?? Buffer.alloc(0);
  const beginsWith = (sign: Buffer) => beginning.subarray(0, sign.length).equals(sign);
  if (beginsWith(archiveSign)) {
    const { sheetFile } = await import('./sheet.ts');
    return sheetFile(source, sheet, (said) => nameOfHeader(known, said, ignoreExtra));
  }
  if (beginsWith(oldSign))
    throw notRows(
      called,
      (await hasPassword(source))
        ? 'it is a workbook with a password: save it without one, or as CSV'
        : 'it is a workbook of the old form (.xls): save it as .xlsx or CSV',
    );
  if (sheet !== undefined) throw notRows(called, `it is no workbook (.xlsx), so it has no sheet "${sheet}"`);
  const foreign = foreignFormat(beginning);
  if (foreign) throw notRows(called, foreign);
  const text = await firstText(source);
  const [sign] = text.trimStart();
  if (sign === undefined) throw emptyInput(called);
  if (sign === '<') throw notRows(called, 'it is an HTML or XML page');
  if (sign === '[') return jsonArray(source, inArray('[', ']'));
  if (itemsBegin.test(text)) return jsonArray(source, inArray('{"items":[', ']}'));
  return sign === '{' ? ndjson(source) : csv(source, beginsWith(mark), known, ignoreExtra);
};

/** The SHA-256 in hexadecimal, and the size in bytes. */
export const hashFile = async (path: string): Promise<{ sha256: string; size: number }> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytesOf({ path, called: path })) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
};

/** An encrypted .xlsx is inside a file of the old form, under this name. */
const hasPassword = async (source: RowSource): Promise<boolean> => {
  let before = Buffer.alloc(0);
  for await (const chunk of bytesOf(source)) {
    const bytes = Buffer.concat([before, chunk]);
    if (bytes.includes(encryptedName)) return true;
    before = bytes.subarray(-encryptedName.length);
  }
  return false;
};

/** The byte order mark: Excel needs it to recognise UTF-8 in CSV. */
const mark = Buffer.from('\ufeff');
const oldSign = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedName = Buffer.from('EncryptedPackage', 'utf16le');
const archiveSign = Buffer.from('PK\u0003\u0004');

/** The first piece of a file that is not blank. */
const firstText = async (source: RowSource): Promise<string> => {
  for await (const piece of textOf(source)) if (/\S/.test(piece)) return piece;
  return '';
};

const jsonArray = (source: RowSource, encode: RowFile['encode']): RowFile => ({
  ...source,
  format: 'json',
  columns: undefined,
  encode,
  rows: (signal) => jsonArrayRows(source, signal),
});

const ndjson = async (source: RowSource): Promise<RowFile> => {
  const head = await first(ndjsonRows(source));
  const input = { ...source, columns: undefined };
  if (head && Object.hasOwn(head.fields, 'resalePlan'))
    return {
      ...input,
      format: 'plan',
      encode: inLines(`${head.raw}\n`),
      rows: (signal) => rowsOfPlan(source, signal),
      plan: head.fields,
    };
  return {
    ...input,
    format: 'ndjson',
    encode: inLines(),
    rows: (signal) => ndjsonRows(source, 0, signal),
  };
};

/** Rows of a saved plan have the line of the file that was planned. */
async function* rowsOfPlan(source: RowSource, signal?: AbortSignal): AsyncGenerator<Row> {
  for await (const row of ndjsonRows(source, 1, signal)) {
    const { line } = row.fields;
    yield typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? { ...row, line } : row;
  }
}

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
    encode: inLines((isMarked ? `${mark}` : '') + header.raw, header.lineEnd),
    rows: (signal) => csvRows(source, header, signal),
  };
};

/**
 * Writes the failed rows unchanged, and returns how many. The file appears when it is complete and `beforeItIsThere` has
 * resolved. Rows without a `raw` are left out.
 */
export const writeFailed = async (
  input: RowFile,
  isFailed: (rowNumber: number) => boolean,
  path: string,
  beforeItIsThere?: (sha256: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  const failed = async function* () {
    for await (const { number, raw } of input.rows()) {
      if (raw === '' || !isFailed(number)) continue;
      count += 1;
      yield raw;
    }
  };
  await writing(path, () =>
    writeWhole(path, input.encode(failed()), {
      beforeItIsThere: async (sha256) => (count > 0 ? beforeItIsThere?.(sha256) : undefined),
    }),
  );
  return count;
};
