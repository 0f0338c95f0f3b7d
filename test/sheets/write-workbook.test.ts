import { describe, expect, it, test } from 'vitest';
import { Archive } from '../../src/sheets/archive.ts';
import { styles } from '../../src/sheets/parts.ts';
import { SharedTexts } from '../../src/sheets/texts.ts';
import { maxText } from '../../src/sheets/unreadable-workbook.ts';
import { WorkbookWriter } from '../../src/sheets/write-workbook.ts';
import { fileOf } from '../runs/rows/files.ts';

const partOf = async (file: Buffer, name: string): Promise<string> => {
  const archive = await Archive.open(fileOf(file), 'the file');
  const chunks: Buffer[] = [];
  for await (const bytes of archive.bytes(name)) chunks.push(Buffer.from(bytes));
  archive.close();
  return Buffer.concat(chunks).toString();
};

const head = { column: 1, kind: 'text', text: 'sku' } as const;

describe('a workbook that was written', () => {
  it('has each format of numbers under the number by which a style knows it', () => {
    const declared = (pattern: RegExp) =>
      [...styles(['0.00', '0.000']).matchAll(pattern)].map(([, id]) => id);
    const used = declared(/<xf numFmtId="(\d{3})"/g);
    expect([used.length, declared(/<numFmt numFmtId="(\d+)"/g)]).toEqual([2, used]);
  });

  it('keeps what is typed into a column of texts as text, and a number as a number', async () => {
    const writer = new WorkbookWriter('Sheet1');
    const cells = [
      { column: 1, kind: 'text', text: '007' },
      { column: 2, kind: 'number', text: '7' },
    ] as const;
    const file = Buffer.concat([await writer.rows([[head], cells]), await writer.end()]);
    const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(
      '<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">007</t></is></c><c r="B2" s="0"><v>7</v></c>',
    );
    expect(sheet).toMatch(
      /<col min="1" max="1" width="\d+" customWidth="1" style="1"\/><col min="2" max="2" width="\d+" customWidth="1"\/>/,
    );
    const [, second] =
      (await partOf(file, 'xl/styles.xml')).split('<cellXfs')[1]?.match(/<xf numFmtId="\d+"/g) ?? [];
    // 49 is the format of texts.
    expect(second).toBe('<xf numFmtId="49"');
  });

  it('comes piece by piece, while rows are written', async () => {
    const writer = new WorkbookWriter('Sheet1');
    let most = 0;
    for (let at = 0; at < 60; at++) {
      const rows = Array.from({ length: 500 }, (_, row) => [
        { ...head, text: `${Math.sin(at * 500 + row)}` },
      ]);
      most = Math.max(most, (await writer.rows(rows)).length);
    }
    expect(most).toBeGreaterThan(0);
    expect((await writer.end()).length).toBeLessThan(256 * 1024);
  });

  it('holds no more than a sheet can hold', async () => {
    const writer = new WorkbookWriter('Sheet1');
    await expect(writer.rows([[head], [{ ...head, text: 'x'.repeat(maxText + 1) }]])).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('32768 characters in A2'),
    });
  });
});

test('texts that are shared have a bound, empty ones too', () => {
  const texts = new SharedTexts('stock.xlsx');
  const long = 'é'.repeat(512 * 1024);
  const plain = Buffer.alloc(1024 * 1024, 'x').toString('latin1');
  for (let at = 0; at < 126; at++) texts.add(plain);
  texts.add(long);
  expect(texts.at(126) === long).toBe(true);
  expect([texts.at(127), texts.at(-1), texts.at(0.5)]).toEqual([undefined, undefined, undefined]);
  expect(() => {
    for (let at = 0; at < 1_000_000; at++) texts.add('');
  }).toThrow('its texts take more than 128 MiB; save the sheet as CSV, or divide it');
  expect(texts.at(0) === plain).toBe(true);
});
