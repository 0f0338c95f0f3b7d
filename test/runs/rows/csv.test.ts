import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { inventorySet } from '../../../src/changes/inventory-operations.ts';
import { delimiterOf } from '../../../src/runs/rows/csv-header.ts';
import { csvWriter } from '../../../src/terminal/write-csv.ts';
import { hostileText } from '../../support/hostile-texts.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf, readIn, rowsIn, rowsOf } from './files.ts';

describe('number, line and fields of each row', () => {
  test.each(
    rowsOf(String.raw`
commas | id,quantity⏎a,1⏎b,2⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
semicolons | id;quantity⏎a;1⏎b;2⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
tabs | id⇥quantity⏎a⇥1⏎b⇥2⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
a byte order mark | <BOM>id,quantity⏎a,1⏎b,2⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
CRLF | id,quantity␍⏎a,1␍⏎b,2␍⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
lone CR | id,quantity␍a,1␍b,2␍ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
mixed line ends | id,quantity␍⏎a,1␍b,2⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
no final line end | id,quantity⏎a,1⏎b,2 | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
quotes wherever | "id",quantity⏎"a","1"⏎b,"2"⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
a first line for Excel | sep=;␍⏎id;quantity␍⏎a;1␍⏎b;2␍⏎ | 1 3 {"id":"a","quantity":"1"} ; 2 4 {"id":"b","quantity":"2"}
a first line with a sign that no head shows | "sep=|"⏎id|quantity⏎a|1⏎ | 1 3 {"id":"a","quantity":"1"}
a first line for Excel that was saved with the other cells of its row | sep=;;⏎id;quantity⏎a;1⏎ | 1 3 {"id":"a","quantity":"1"}
rows without anything before the head | ,,⏎"",""⏎; ;⏎id,quantity⏎a,1⏎ | 1 5 {"id":"a","quantity":"1"}
a line of commas within the head | ",,⏎,,id",quantity⏎a,1⏎ | 1 3 {",,\n,,id":"a","quantity":"1"}
a column without a name, and nothing in it | id,,quantity,⏎a,,1,⏎b,,2,⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"2"}
a head alone | id,quantity⏎ | none
a head alone, without a line end | id,quantity | none
blank lines anywhere | ⏎␍⏎id,quantity⏎⏎a,1⏎␍⏎␍b,2⏎⏎ | 1 5 {"id":"a","quantity":"1"} ; 2 8 {"id":"b","quantity":"2"}
a line end within quotes | id,notes⏎a,"one⏎two␍⏎⏎four"⏎b,x⏎ | 1 2 {"id":"a","notes":"one\ntwo\r\n\nfour"} ; 2 6 {"id":"b","notes":"x"}
doubled quotes, and a delimiter within quotes | id,notes⏎a,"say ""hi"", you"⏎b,""""⏎c,""",""⏎"⏎ | 1 2 {"id":"a","notes":"say \"hi\", you"} ; 2 3 {"id":"b","notes":"\""} ; 3 4 {"id":"c","notes":"\",\"\n"}
a head over two lines | "id","what⏎for"⏎a,x⏎ | 1 3 {"id":"a","what\nfor":"x"}
an empty cell is absent | id,sku,quantity⏎a,,1⏎,"",⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {}
one column | id⏎a⏎ | 1 2 {"id":"a"}
spaces are kept | id,quantity⏎ a ,1 ⏎ | 1 2 {"id":" a ","quantity":"1 "}
a dot leads into an object | id,manualProductOptions.title,manualProductOptions.size,metadata.locationId⏎a,Coat,M,7⏎b,,,8⏎ | 1 2 {"id":"a","manualProductOptions":{"title":"Coat","size":"M"},"metadata":{"locationId":"7"}} ; 2 3 {"id":"b","metadata":{"locationId":"8"}}
no column leads out of its row | id,__proto__.x,constructor.y⏎a,1,2⏎ | 1 2 {"id":"a","constructor":{"y":"2"}}
an apostrophe that a person wrote is kept | id,title⏎'-5,'=A1⏎'a,"'@b"⏎ | 1 2 {"id":"'-5","title":"'=A1"} ; 2 3 {"id":"'a","title":"'@b"}
empty cells at the end, missing or more | id,quantity,expect⏎a,1⏎b,1,2,, ⏎ | 1 2 {"id":"a","quantity":"1"} ; 2 3 {"id":"b","quantity":"1","expect":"2"}
`),
  )('%s', async (_name, content, expected) => {
    expect(await readIn(content)).toEqual(expected);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('the raw text is the text in the file, without the line end', async () => {
    const rows = await rowsIn(fileOf('id,notes\r\n"a","x\r\ny"\r\n\r\nb, z \r\n'));
    expect(rows.map(({ raw }) => raw)).toEqual(['"a","x\r\ny"', 'b, z ']);
  });
});

test.each([
  ["sku,quantity\n'-A,1\n", "'-A"],
  ["sku,availableInventory\n'-A,1\n", '-A'],
  ["SKU,id\n'-A,\n", '-A'],
])('only our own list has apostrophes that are not part of a name: %j', async (content, sku) => {
  expect((await rowsIn(fileOf(content), inventorySet.columns))[0]?.fields.sku).toBe(sku);
});

describe('rows that are unreadable, and those after them', () => {
  const good = (number: number, line: number) => [number, line, { id: 'z', quantity: '9' }];
  const faults = {
    STRAY: expect.stringMatching(/^has a quotation mark inside an unquoted cell/),
    EARLY: expect.stringMatching(/^continues after a closing quotation mark/),
  };
  test.each(
    rowsOf(
      `
too many cells | id,quantity⏎a,1,,x⏎z,9⏎ | 1 2 has 4 cells, and the header has 2; a cell with a comma in it must be quoted ; 2 3 {"id":"z","quantity":"9"}
a quote within a cell | id,quantity⏎5" pipe,1⏎z,9⏎ | 1 2 STRAY ; 2 3 {"id":"z","quantity":"9"}
a quote behind a space | id,quantity⏎a, "1"⏎z,9⏎ | 1 2 STRAY ; 2 3 {"id":"z","quantity":"9"}
text behind a quote | id,quantity⏎"a"b,1⏎z,9⏎ | 1 2 EARLY ; 2 3 {"id":"z","quantity":"9"}
a quote that is not closed, where another one stands later | id,quantity⏎"a,1⏎b,2⏎"c",3⏎z,9⏎ | 1 2 EARLY ; 2 5 {"id":"z","quantity":"9"}
a quote that is never closed | id,quantity⏎z,9⏎"b","x⏎y","2⏎c,3⏎ | 1 2 {"id":"z","quantity":"9"} ; 2 3 opens a quotation mark on line 4 that is never closed
`,
      faults,
    ),
  )('%s', async (_name, content, expected) => {
    expect(await readIn(content)).toEqual(expected);
  });

  const mebibyte = 1024 * 1024;
  test.each([
    ['a line over 1 MiB', `a,${'x'.repeat(mebibyte)}`, 3],
    ['a line far over 1 MiB', `a,${'x'.repeat(5 * mebibyte)}`, 3],
    ['a line over 1 MiB in bytes, not in letters', `a,${'é'.repeat(mebibyte / 2)}`, 3],
    ['a quoted cell over 1 MiB', `a,"${'x\n'.repeat(mebibyte / 2)}"`, 3 + mebibyte / 2],
  ])('%s is a fault, and what follows is read', async (_name, row, line) => {
    expect(await readIn(`id,quantity\n${row}\nz,9\n`)).toEqual([
      [1, 2, 'is longer than 1 MiB, the limit for a row'],
      good(2, line),
    ]);
  });

  test('a row of 1 MiB is read', async () => {
    const rows = await rowsIn(fileOf(`id,quantity\na,${'x'.repeat(mebibyte - 2)}\n`));
    expect(rows[0]?.fault).toBeUndefined();
    expect(rows[0]?.raw).toHaveLength(mebibyte);
  });
});

describe('the delimiter is detected only from the header', () => {
  test.each([
    ['a,b', ','],
    ['a;b', ';'],
    ['a\tb', '\t'],
    ['a', ','],
    ['"a;b;c",d', ','],
    ['a;"b,c,d"', ';'],
    ['"a ""x,y,z""";b', ';'],
  ])('%j → %j', (head, delimiter) => {
    expect(delimiterOf(head)).toBe(delimiter);
  });
});

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'é', '👗', ' ', ',', ';', '\t', '"', '\n', '\r', "'", '0'),
    maxLength: 8,
  }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** A file of text has no zero bytes. */
const isText = (text: string) => !text.includes('\0');

test('whatever is written as CSV is read again, with its physical lines', async () => {
  const path = join(temporaryFolder(), 'rows.csv');
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell.filter(isText), { minLength: width, maxLength: width }), { maxLength: 12 }),
    );
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.boolean(),
      async (rows, delimiter, lineEnd, quoted, bom) => {
        const columns = (rows[0] ?? ['', '']).map((_, at) => `column${at}`);
        const options = { delimiter, record_delimiter: lineEnd, quoted, quoted_match: /[\r\n]/ };
        const head = stringify([columns], { ...options, bom });
        const records = rows.map((row) => stringify([row], options));
        writeFileSync(path, head + records.join(''));

        let line = 2;
        const expected = rows.map((row, at) => {
          const raw = (records[at] as string).slice(0, -lineEnd.length);
          const named = row.map((text, column) => [columns[column], text]).filter(([, text]) => text !== '');
          const begins = line;
          line += records[at]?.match(/\r\n|\r|\n/g)?.length ?? 0;
          const isBlank = row.every((text) => text.trim() === '') ? ({ isBlank: true } as const) : {};
          return {
            number: at + 1,
            line: begins,
            fields: Object.fromEntries(named),
            raw,
            ...isBlank,
            ...(line > begins + 1 ? { lastLine: line - 1 } : {}),
          };
        });
        expect((await rowsIn(path)).map(({ within, ...row }) => row)).toEqual(expected);
      },
    ),
    { numRuns: 120 },
  );
});

test("what the tool's own CSV output holds is read again", async () => {
  const path = join(temporaryFolder(), 'rows.csv');
  // Halves of characters are in no file.
  const text = hostileText.filter((text) => isText(text) && !/\p{Cs}/u.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text)), async (pairs) => {
      const output = csvWriter.records([
        { field: 'availableInventory', title: 'INVENTORY' },
        { field: 'externalIdentifier', title: 'NAME' },
        { field: 'sku', title: 'SKU' },
      ]);
      const records = pairs.map(([externalIdentifier, sku]) => ({
        availableInventory: '3',
        externalIdentifier,
        sku,
      }));
      writeFileSync(path, output.batch(records) + output.end());
      const kept = records.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value)),
      );
      expect((await rowsIn(path, inventorySet.columns)).map(({ fields }) => fields)).toEqual(kept);
    }),
    { numRuns: 50 },
  );
});

test('any text whatever becomes rows, faults, or an error that is known', async () => {
  const path = join(temporaryFolder(), 'rows');
  const text = fc.string({
    unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', '{', '}', '[', ']', ':', '1', '\\', ' '),
  });
  await fc.assert(
    fc.asyncProperty(text, async (content) => {
      writeFileSync(path, content);
      const outcome = await rowsIn(path).then(
        (rows) => rows.map(({ number }) => number),
        ({ message }: Error) => message,
      );
      if (typeof outcome === 'string') expect(outcome).toMatch(/ is empty$| is not a file of rows: /);
      else expect(outcome).toEqual(outcome.map((_, at) => at + 1));
    }),
    { numRuns: 200 },
  );
});
