import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { inventorySet } from '../../../src/changes/inventory-operations.ts';
import { openRowFile } from '../../../src/runs/rows/row-file.ts';
import { workbook } from '../../../src/sheets/parts.ts';
import { WorkbookWriter } from '../../../src/sheets/write-workbook.ts';
import { hostileText } from '../../support/hostile-texts.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { archive, madeElsewhere, parts, sheet, sheetPart, textRow } from '../../support/workbook.ts';
import { fileOf, readIn, rowsIn, writeChosen } from './files.ts';

const head = textRow('sku', 'quantity');
const bookOf = (xml: string, more: Parameters<typeof archive>[0] = {}) => archive({ ...parts(xml), ...more });
const failure = (content: Buffer): Promise<Error> =>
  rowsIn(fileOf(content)).then(
    () => expect.unreachable(),
    (error: Error) => error,
  );

const remarksOn = async (path: string, sheet?: string) => {
  const file = await openRowFile(path, path, sheet);
  for await (const _ of file.rows());
  return file.remarks?.();
};

describe('workbooks of other programs', () => {
  it('openpyxl: texts as they are, whole numbers as their digits, and rows by their numbers in the sheet', async () => {
    expect(await readIn(madeElsewhere('openpyxl-plain.xlsx'))).toEqual([
      [1, 2, { sku: '007' }],
      [2, 3, { sku: '1234567', quantity: '6' }],
      [3, 5, { sku: '1234567890123456', quantity: '7' }],
      [4, 9, { shelf: ' ' }],
    ]);
    const [first] = await rowsIn(fileOf(madeElsewhere('openpyxl-plain.xlsx')));
    expect(first?.odd).toEqual([expect.objectContaining({ column: 'quantity', number: '5' })]);
  });

  it.each(['calc.xlsx', 'gnumeric.xlsx'])('%s: formulas by the values computed last', async (name) => {
    expect(await readIn(madeElsewhere(name))).toEqual([
      [1, 2, { sku: '007', quantity: '5' }],
      [2, 3, { sku: 'B', quantity: '6', shelf: 'x' }],
    ]);
  });

  it('every cell that is no text or number is named by its place', async () => {
    const rows = await rowsIn(fileOf(madeElsewhere('openpyxl-odd.xlsx')));
    expect(rows.map(({ line, odd, unnamed }) => [line, odd?.map(({ problem }) => problem), unnamed])).toEqual(
      [
        [2, [expect.stringMatching(/^has a date in Stock!B2:/)], undefined],
        [3, [expect.stringMatching(/^has a formula without a value in Stock!B3:/)], undefined],
        [4, ['has the error #N/A in Stock!B4'], undefined],
        [5, [expect.stringMatching(/^has the truth value TRUE in Stock!B5:/)], undefined],
        [
          6,
          [expect.stringMatching(/^has the number 1234567890123456 in Stock!A6, where a text belongs/)],
          undefined,
        ],
        [7, [expect.stringMatching(/^has the number 12.5 in Stock!A7, where a text belongs/)], undefined],
        [8, ['has the number 7 in Stock!A8, which the sheet shows as 007: make it text'], undefined],
        [9, [expect.stringMatching(/^has a date in Stock!A9:/)], undefined],
        [10, ['has the error #REF! in Stock!C10'], 'has something in Stock!E10, in a column without a name'],
      ],
    );
  });

  it('says which sheet is read, which there are, and how many rows are hidden', async () => {
    const path = fileOf(madeElsewhere('openpyxl-sheets.xlsx'));
    expect(await remarksOn(path)).toEqual([
      'The workbook has several sheets; "My sheet" is read; another sheet is read with --sheet: "Stock, old".',
    ]);
    const old = await openRowFile(path, 'stock.xlsx', 'stock, OLD');
    expect([old.called, await remarksOn(path, 'stock, OLD')]).toEqual([
      'stock.xlsx, sheet "Stock, old",',
      ['1 row of the sheet is hidden, and read like the others.'],
    ]);
    const [row] = await rowsIn(path);
    expect(row?.odd?.[0]?.problem).toMatch(/^has a date in 'My sheet'!B2:/);
    await expect(openRowFile(path, 'stock.xlsx', 'Old')).rejects.toThrow(
      'it has no sheet "Old"; there are "Hidden", "My sheet", "Stock, old"',
    );
  });
});

describe('how a cell is stored makes no difference', () => {
  const cells: [string, string, unknown][] = [
    ['with a prefix', '<x:row><x:c t="str"><x:v>A</x:v></x:c></x:row>', { sku: 'A' }],
    [
      'a text in parts, without how it is spoken',
      '<row><c t="inlineStr"><is><r><t>A</t></r><r><t>B</t></r><rPh><t>ab</t></rPh></is></c></row>',
      { sku: 'AB' },
    ],
    [
      'characters that XML lacks',
      '<row><c t="inlineStr"><is><t>A_x000D_&#10;_x005F_x0041_</t></is></c></row>',
      { sku: 'A\r\n_x0041_' },
    ],
    ['CDATA', '<row><c t="str"><v><![CDATA[<A>]]></v></c></row>', { sku: '<A>' }],
    [
      'a number with its last digits wrong',
      '<row><c t="str"><v>A</v></c><c><v>3.0000000000000004</v></c></row>',
      { sku: 'A', quantity: '3' },
    ],
    ['an exponent', '<row><c t="str"><v>A</v></c><c><v>1.2E3</v></c></row>', { sku: 'A', quantity: '1200' }],
    ['an empty formula', '<row><c t="str"><f>""</f><v></v></c><c><v>1</v></c></row>', { quantity: '1' }],
    ['places', '<row r="7"><c r="B7"><v>1</v></c></row>', { quantity: '1' }],
  ];
  it.each(cells)('%s', async (_, row, fields) => {
    const xml = sheet(head + row).replace('<worksheet ', '<worksheet xmlns:x="y" ');
    expect((await readIn(bookOf(xml))).map(([, , read]) => read)).toEqual([fields]);
  });
});

describe('what is no workbook, or a bad one, is an error that says how to go on', () => {
  const deep = '<a>'.repeat(100) + '</a>'.repeat(100);
  const cases: [string, Buffer, RegExp][] = [
    ['Numbers', archive({ 'Index/Document.iwa': 'x' }), /a file of Numbers: export it as Excel/],
    ['OpenDocument', madeElsewhere('calc.ods'), /an OpenDocument file \(\.ods\): save it as \.xlsx or CSV/],
    ['.xlsb', archive({ 'xl/workbook.bin': 'x' }), /a binary workbook \(\.xlsb\): save it as \.xlsx/],
    ['.xls', madeElsewhere('old.xls'), /the old form \(\.xls\), or one with a password: save it as \.xlsx/],
    ['another archive', archive({ 'a.txt': 'x' }), /it is a zip archive, and no workbook/],
    [
      'cut off',
      madeElsewhere('calc.xlsx').subarray(0, 3000),
      /it is damaged \(End of central directory record signature not found\); open it/,
    ],
    ['one byte wrong', damagedAt(bookOf(sheet(head)), 'xl/worksheets/sheet1.xml'), /it is damaged/],
    ['an encrypted part', bookOf('', { [sheetPart]: { content: sheet(head), flags: 1 } }), /it is encrypted/],
    [
      'a wrong checksum',
      bookOf('', { [sheetPart]: { content: sheet(head), sum: 7 } }),
      /it is damaged \(the checksum/,
    ],
    [
      'a bomb',
      bookOf('', { [sheetPart]: { content: sheet(head), says: 70 * 1024 * 1024 } }),
      /grows from \d+ to \d+ bytes when it is unpacked/,
    ],
    [
      'a bomb that says it is none',
      bookOf('', { [sheetPart]: { content: sheet(head + ' '.repeat(2000)), says: 999 } }),
      /it is damaged/,
    ],
    [
      'too many parts',
      archive(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, '']))),
      /has 10001 parts/,
    ],
    [
      'entities',
      bookOf(`<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${sheet(textRow('&b;'))}`),
      /has a document type, which no workbook has/,
    ],
    ['an entity that nobody declared', bookOf(sheet(textRow('&b;'))), /is not well-formed/],
    ['nesting', bookOf(sheet(head, deep)), /is nested deeper than 64 levels/],
    ['a text without end', bookOf(sheet(textRow('x'.repeat(3 * 1024 * 1024)))), /longer than any may be/],
    [
      'a row without end',
      bookOf(
        sheet(
          `<row>${'<c t="str"><v>0123456789012345678901234567890123456789012345678901234567890123456789</v></c>'.repeat(16_000)}</row>`,
        ),
      ),
      /has more text in row 1 than any row may have/,
    ],
    ['rows in the wrong order', bookOf(sheet('<row r="5"/><row r="5"/>')), /has a row 5 after row 5/],
    ['a row that no sheet has', bookOf(sheet('<row r="1048577"/>')), /has a row 1048577 after row 0/],
    [
      'cells in the wrong order',
      bookOf(sheet('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')),
      /has a cell A1 in row 1/,
    ],
    [
      'a text that is not there',
      bookOf(sheet('<row><c t="s"><v>7</v></c></row>')),
      /refers to a text that is missing/,
    ],
    [
      'a number that is none',
      bookOf(sheet('<row><c><v>x</v></c></row>')),
      /has a number in row 1 that is none/,
    ],
    [
      'a number as no spreadsheet writes it',
      bookOf(sheet('<row><c><v>0x10</v></c></row>')),
      /has a number in row 1 that is none/,
    ],
    [
      'another encoding',
      bookOf(sheet(head), { [sheetPart]: Buffer.from(sheet(head), 'utf16le') }),
      /is not written in UTF-8|is not well-formed/,
    ],
    [
      'a sheet elsewhere',
      bookOf(sheet(head), {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
      }),
      /it has no sheet/,
    ],
    [
      'a sheet that climbs out of the file',
      bookOf(sheet(head), {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
      }),
      /its part etc\/passwd is missing/,
    ],
    ...['hidden', 'veryHidden'].map((state): [string, Buffer, RegExp] => [
      `only a sheet that is ${state}`,
      bookOf(sheet(head + textRow('A')), hiddenBook(state)),
      /its only sheet is hidden, and read only with --sheet: "Stock"/,
    ]),
    ['an empty sheet', bookOf(sheet('<row r="3"><c r="A3" s="1"/></row>')), /it is empty/],
  ];
  test.each(cases)('%s', async (_, content, message) => {
    expect(await failure(content)).toMatchObject({
      meaning: { exit: 'usage' },
      message: expect.stringMatching(message),
    });
  });
});

it('reads a hidden sheet that is named', async () => {
  const path = fileOf(bookOf(sheet(head + textRow('A')), hiddenBook('veryHidden')));
  expect((await openRowFile(path, 'x', 'Stock')).columns).toEqual(['sku', 'quantity']);
});

function hiddenBook(state: string) {
  return { 'xl/workbook.xml': workbook('Stock').replace('<sheet ', `<sheet state="${state}" `) };
}

describe('columns that are ignored, and those without a name', () => {
  const rowIn = async (head: string, cells: string, ignoreExtra: boolean) => {
    const path = fileOf(bookOf(sheet(`<row>${head}</row><row>${cells}</row>`)));
    const file = await openRowFile(path, 'stock.xlsx', undefined, inventorySet.columns, ignoreExtra);
    for await (const { fields, odd, unnamed } of file.rows()) return { fields, odd, unnamed };
    return undefined;
  };
  const known = '<c t="str"><v>S-K_u</v></c><c t="str"><v> Quantity</v></c>';
  const date = '<c t="d"><v>2026-11-22</v></c>';
  const error = '<c t="e"><v>#N/A</v></c>';
  const cells = '<c t="str"><v>A</v></c><c><v>3</v></c>';

  test('they may be called by a date or an error, and hold anything', async () => {
    const row = await rowIn(known + date + date + error, `${cells}${date}${error}<c><f>1+1</f></c>`, true);
    expect(row).toMatchObject({ fields: { sku: 'A', quantity: '3' }, odd: undefined });
    await expect(rowIn(known + date, cells, false)).rejects.toThrow('its header has a date in Sheet1!C1');
  });

  test('a blank cell behind the last column is nothing', async () => {
    const blank = '<c t="str"><v> </v></c>';
    expect(await rowIn(known, cells + blank + blank, false)).toMatchObject({ unnamed: undefined });
    expect(await rowIn(known, cells + blank + error, false)).toMatchObject({
      unnamed: 'has something in Sheet1!D2, in a column without a name',
    });
  });
});

describe('takes no two values of a cell for one', () => {
  const withCell = (cell: string) => bookOf(sheet(`${head}<row><c t="str"><v>A</v></c>${cell}</row>`));

  test.each(['<c><v>3</v><v>4</v></c>', '<c t="inlineStr"><v>3</v><is><t>4</t></is></c>'])(
    '%s',
    async (cell) => {
      expect(await failure(withCell(cell))).toMatchObject({
        message: expect.stringContaining('has a cell with several values in row 2'),
      });
    },
  );

  test('unless one is empty', async () => {
    expect(await readIn(withCell('<c><v></v><v>4</v></c>'))).toEqual([[1, 2, { sku: 'A', quantity: '4' }]]);
  });
});

function damagedAt(file: Buffer, name: string): Buffer {
  const damaged = Buffer.from(file);
  const at = damaged.indexOf(name) + name.length + 20;
  damaged[at] = (damaged[at] ?? 0) ^ 0xff;
  return damaged;
}

it('does not believe the 0 that programs write for a formula which the workbook asks to compute', async () => {
  const cells = ['<v>0</v>', '<f>2+3</f><v>5</v>', '<f>2+3</f><v>0</v>'].map(
    (cell) => `<row><c/><c>${cell}</c></row>`,
  );
  const rows = (book: string) =>
    rowsIn(fileOf(bookOf(sheet(head + cells.join('')), { 'xl/workbook.xml': book })));
  const computed = workbook('Stock');
  const waiting = computed.replace('</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>');
  const quantities = async (book: string) => (await rows(book)).map(({ fields }) => fields.quantity);
  expect(await quantities(computed)).toEqual(['0', '5', '0']);
  expect(await quantities(waiting)).toEqual(['0', '5', undefined]);
  expect((await rows(waiting))[2]?.odd?.[0]?.problem).toMatch(/^has a formula without a value in Stock!B4:/);
});

it('takes nothing for the value of a cell that programs keep beside it, nor how its text is pronounced', async () => {
  const cells =
    '<c t="inlineStr"><is><t>A</t><rPh sb="0" eb="1"><t>B</t></rPh></is></c><c><v>5</v><extLst><ext><v>9</v></ext></extLst></c>';
  expect(
    await readIn(bookOf(sheet(`${head}<row>${cells}<extLst><ext/></extLst></row><row>${cells}</row>`))),
  ).toEqual([
    [1, 2, { sku: 'A', quantity: '5' }],
    [2, 3, { sku: 'A', quantity: '5' }],
  ]);
});

it('finds a sheet by its name, however its accents are written', async () => {
  const book = { 'xl/workbook.xml': workbook('Café') };
  expect((await openRowFile(fileOf(bookOf(sheet(head), book)), 'x', 'CAFE\u0301')).format).toBe('xlsx');
});

test('a failed row keeps what was wrong with its cells', async () => {
  const cells =
    '<c t="str"><v>A</v></c><c><f>IF(A2&gt;1,"&lt;A&gt;",2)</f></c><c t="d"><v>2026-11-22</v></c><c t="e"><v>#N/A</v></c>';
  const problems = async (path: string) =>
    (await rowsIn(path)).map(({ odd }) => odd?.map(({ problem }) => problem));
  const path = fileOf(bookOf(sheet(`${textRow('sku', 'quantity', 'expect', 'before')}<row>${cells}</row>`)));
  const failed = join(temporaryFolder(), 'failed.xlsx');
  await writeChosen(path, () => true, failed);
  expect((await problems(path))[0]).toHaveLength(3);
  expect(await problems(failed)).toEqual(await problems(path));
  expect((await rowsIn(failed))[0]?.raw).toContain('IF(A2>1,\\"<A>\\",2)');
});

test('a formula that is written in another cell stays a formula without a value', async () => {
  const cells = '<c t="str"><v>A</v></c><c><f t="shared" si="0"/></c>';
  const path = fileOf(bookOf(sheet(`${textRow('sku', 'quantity')}<row>${cells}</row>`)));
  const failed = join(temporaryFolder(), 'failed.xlsx');
  await writeChosen(path, () => true, failed);
  for (const file of [path, failed])
    expect((await rowsIn(file))[0]?.odd?.[0]?.problem).toContain('has a formula without a value');
});

test('whatever is written is read again, and so are its failed rows, as they stood', async () => {
  const folder = temporaryFolder();
  const cell = fc.oneof(
    hostileText,
    fc.constantFrom('007', '1234567890123456', '=1+1', '_x0041_', ' a ', 'a\r\nb', '\u0001\ufffe', '\ud800'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, fc.integer({ min: 0, max: 1e15 - 1 })), { minLength: 1, maxLength: 8 }),
      async (rows) => {
        const writer = new WorkbookWriter('A & <B>');
        const texts = [['title', 'quantity'], ...rows.map(([text, number]) => [text, String(number)])];
        const cells = texts.map((row, line) =>
          row.map((text, at) => ({
            column: at + 1,
            kind: line > 0 && at === 1 ? ('number' as const) : ('text' as const),
            text,
          })),
        );
        const path = fileOf(Buffer.concat([await writer.rows(cells), await writer.end()]));
        const expected = rows.map(([text, number], at) => [
          at + 1,
          at + 2,
          { ...(text === '' ? {} : { title: text.replace(/\p{Cs}/gu, '\ufffd') }), quantity: String(number) },
        ]);
        expect(await readIn(readFileSync(path))).toEqual(expected);
        const failed = join(folder, 'failed.xlsx');
        expect(await writeChosen(path, (number) => number === rows.length, failed)).toBe(1);
        expect((await readIn(readFileSync(failed))).map(([, , fields]) => fields)).toEqual([
          expected.at(-1)?.[2],
        ]);
      },
    ),
    { numRuns: 15 },
  );
});
