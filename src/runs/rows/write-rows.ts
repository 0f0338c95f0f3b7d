import * as z from 'zod/mini';
import { writeWhole } from '../../files/whole-file.ts';
import type { SheetCell } from '../../sheets/cell.ts';
import { writing } from './row-source.ts';

const text = z.optional(z.string());

/** How the rows of a file are written, so that some of them can be written to another one. */
export const form = z.object({
  format: z.enum(['csv', 'xlsx', 'ndjson', 'json', 'items']),
  /** The header of a CSV file, and the end of its lines. */
  before: text,
  lineEnd: text,
  /** The name of a workbook's sheet, and the cells of its header in JSON. */
  sheet: text,
  head: text,
});
export type Form = z.infer<typeof form>;

/** Writes the texts of rows as a file of a form, whole. Returns how many there were. */
export const writeRows = async (
  path: string,
  form: Form,
  raws: AsyncIterable<string> | Iterable<string>,
): Promise<number> => {
  let count = 0;
  const counted = async function* () {
    for await (const raw of raws) {
      // A row that was too long has no text.
      if (raw === '') continue;
      count += 1;
      yield raw;
    }
  };
  await writing(path, async () => writeWhole(path, await encoded(form, counted())));
  return count;
};

const encoded = async (
  { format, before = '', lineEnd = '\n', sheet = '', head = '[]' }: Form,
  raws: AsyncIterable<string>,
): Promise<AsyncIterable<string | Uint8Array>> => {
  if (format === 'json') return inArray('[', ']', raws);
  if (format === 'items') return inArray('{"items":[', ']}', raws);
  if (format !== 'xlsx') return inLines(before, lineEnd, raws);
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts');
  return writeWorkbook(sheet, cellsOf(head, raws));
};

async function* cellsOf(head: string, raws: AsyncIterable<string>): AsyncGenerator<SheetCell[]> {
  yield JSON.parse(head);
  for await (const raw of raws) yield JSON.parse(raw);
}

async function* inLines(before: string, lineEnd: string, raws: AsyncIterable<string>) {
  yield before;
  for await (const raw of raws) yield raw + lineEnd;
}

async function* inArray(open: string, close: string, raws: AsyncIterable<string>) {
  yield `${open}\n`;
  let before = '';
  for await (const raw of raws) {
    yield before + raw;
    before = ',\n';
  }
  yield before === '' ? `${close}\n` : `\n${close}\n`;
}
