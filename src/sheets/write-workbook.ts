import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters, escaped, type SheetCell } from './cell.ts';
import {
  contentTypes,
  fileReferences,
  sheetBegin,
  sheetEnd,
  sheetReferences,
  styles,
  workbook,
} from './parts.ts';
import { maxRow, maxText, sheetTooSmall } from './unreadable-workbook.ts';

/** Equal rows make equal files at any time. */
const always = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** The numbers of styles; those for the formats of numbers follow. */
const baseStyles = { plain: 0, text: 1, head: 2 };

/**
 * Writes a workbook with one sheet, whose first row is its head. Each call returns the bytes written since the last one, so that the
 * rows need no memory. Cells of texts stay texts when they are edited.
 */
export class WorkbookWriter {
  readonly #zip = new ZipFile();
  readonly #sheet = new PassThrough();
  readonly #formats: string[] = [];
  #written: Buffer[] = [];
  #line = 0;

  constructor(private readonly name: string) {
    const output = this.#zip.outputStream as Readable;
    output.on('data', (bytes: Buffer) => this.#written.push(bytes));
    this.#zip.addReadStream(this.#sheet, 'xl/worksheets/sheet1.xml', always);
  }

  /** Throws if a sheet can't hold them. */
  async rows(rows: readonly (readonly SheetCell[])[]): Promise<Buffer> {
    const text = rows.map((cells) => this.#row(cells)).join('');
    await this.#write(this.#line === rows.length ? sheetBegin(rows) + text : text);
    return this.#taken();
  }

  async end(): Promise<Buffer> {
    if (this.#line === 0) await this.rows([[]]);
    this.#sheet.end(sheetEnd);
    const add = (part: string, text: string) => this.#zip.addBuffer(Buffer.from(text), part, always);
    add('xl/workbook.xml', workbook(this.name));
    add('xl/_rels/workbook.xml.rels', sheetReferences);
    add('xl/styles.xml', styles(this.#formats));
    add('_rels/.rels', fileReferences);
    add('[Content_Types].xml', contentTypes);
    const ended = once(this.#zip.outputStream, 'end');
    this.#zip.end();
    await ended;
    return this.#taken();
  }

  /** Waits until the text was taken, so that it does not pile up. */
  #write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sheet.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#written);
    this.#written = [];
    return bytes;
  }

  #row(cells: readonly SheetCell[]): string {
    this.#line += 1;
    if (this.#line > maxRow) throw sheetTooSmall(`a sheet has no more than ${maxRow} rows`);
    return `<row r="${this.#line}">${cells.map((cell) => this.#cell(cell)).join('')}</row>`;
  }

  #cell(cell: SheetCell): string {
    const { column, kind, text, format } = cell;
    const place = `${columnLetters(column)}${this.#line}`;
    if (kind === 'number' || (kind === 'date' && Number.isFinite(Number(text)))) {
      const code = format ?? (kind === 'date' ? 'yyyy-mm-dd' : undefined);
      return `<c r="${place}" s="${code === undefined ? baseStyles.plain : this.#style(code)}"><v>${text}</v></c>`;
    }
    if (kind === 'boolean') return `<c r="${place}" t="b"><v>${text === 'TRUE' ? 1 : 0}</v></c>`;
    if (kind === 'error' || kind === 'date')
      return `<c r="${place}" t="${kind[0]}"><v>${escaped(text)}</v></c>`;
    // A formula that only refers to another cell's can't be kept; an empty cell would no longer be a fault.
    if (kind === 'uncomputed') return `<c r="${place}"><f>${escaped(text || 'NA()')}</f></c>`;
    if (text === '') return '';
    if (text.length > maxText)
      throw sheetTooSmall(
        `a text of ${text.length} characters in ${place} is longer than the ${maxText} that a cell can hold`,
      );
    const style = this.#line === 1 ? baseStyles.head : baseStyles.text;
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  }

  #style(format: string): number {
    const known = this.#formats.indexOf(format);
    const at = known < 0 ? this.#formats.push(format) - 1 : known;
    return Object.keys(baseStyles).length + at;
  }
}

const rowsAtOnce = 500;

export async function* writeWorkbook(
  name: string,
  rows: AsyncIterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> {
  const writer = new WorkbookWriter(name);
  let batch: (readonly SheetCell[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield await writer.rows(batch);
    batch = [];
  }
  if (batch.length > 0) yield await writer.rows(batch);
  yield await writer.end();
}
