import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { delimiterOf } from '../../../src/bulk/rows/csv.ts';
import { openRowFile } from '../../../src/bulk/rows/row-file.ts';
import { csvWriter } from '../../../src/terminal/csv.ts';
import { withFormulas } from '../../../src/words/formulas.ts';
import { hostileText } from '../../support/hostile-texts.ts';
import { fc, times } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf, readIn, rowsIn } from './files.ts';

describe('number, line and fields of each row', () => {
  const two = [
    [1, 2, { id: 'a', quantity: '1' }],
    [2, 3, { id: 'b', quantity: '2' }],
  ];
  test.each([
    ['commas', 'id,quantity\na,1\nb,2\n', two],
    ['semicolons', 'id;quantity\na;1\nb;2\n', two],
    ['tabs', 'id\tquantity\na\t1\nb\t2\n', two],
    ['a byte order mark', '\ufeffid,quantity\na,1\nb,2\n', two],
    ['CRLF', 'id,quantity\r\na,1\r\nb,2\r\n', two],
    ['lone CR', 'id,quantity\ra,1\rb,2\r', two],
    ['mixed line ends', 'id,quantity\r\na,1\rb,2\n', two],
    ['no final line end', 'id,quantity\na,1\nb,2', two],
    ['quotes wherever', '"id",quantity\n"a","1"\nb,"2"\n', two],
    [
      'a first line for Excel',
      'sep=;\r\nid;quantity\r\na;1\r\nb;2\r\n',
      two.map(([row, line = 0, fields]) => [row, Number(line) + 1, fields]),
    ],
    [
      'a first line with a sign that no head shows',
      '"sep=|"\nid|quantity\na|1\n',
      [[1, 3, { id: 'a', quantity: '1' }]],
    ],
    [
      'a first line for Excel that was saved with the other cells of its row',
      'sep=;;\nid;quantity\na;1\n',
      [[1, 3, { id: 'a', quantity: '1' }]],
    ],
    [
      'rows without anything before the head',
      ',,\n"",""\n; ;\nid,quantity\na,1\n',
      [[1, 5, { id: 'a', quantity: '1' }]],
    ],
    [
      'a line of commas within the head',
      '",,\n,,id",quantity\na,1\n',
      [[1, 3, { ',,\n,,id': 'a', quantity: '1' }]],
    ],
    ['a column without a name, and nothing in it', 'id,,quantity,\na,,1,\nb,,2,\n', two],
    ['a head alone', 'id,quantity\n', []],
    ['a head alone, without a line end', 'id,quantity', []],
    [
      'blank lines anywhere',
      '\n\r\nid,quantity\n\na,1\n\r\n\rb,2\n\n',
      [
        [1, 5, { id: 'a', quantity: '1' }],
        [2, 8, { id: 'b', quantity: '2' }],
      ],
    ],
    [
      'a line end within quotes',
      'id,notes\na,"one\ntwo\r\n\nfour"\nb,x\n',
      [
        [1, 2, { id: 'a', notes: 'one\ntwo\r\n\nfour' }],
        [2, 6, { id: 'b', notes: 'x' }],
      ],
    ],
    [
      'doubled quotes, and a delimiter within quotes',
      'id,notes\na,"say ""hi"", you"\nb,""""\nc,""",""\n"\n',
      [
        [1, 2, { id: 'a', notes: 'say "hi", you' }],
        [2, 3, { id: 'b', notes: '"' }],
        [3, 4, { id: 'c', notes: '","\n' }],
      ],
    ],
    ['a head over two lines', '"id","what\nfor"\na,x\n', [[1, 3, { id: 'a', 'what\nfor': 'x' }]]],
    [
      'an empty cell is absent',
      'id,sku,quantity\na,,1\n,"",\n',
      [
        [1, 2, { id: 'a', quantity: '1' }],
        [2, 3, {}],
      ],
    ],
    ['one column', 'id\na\n', [[1, 2, { id: 'a' }]]],
    ['spaces are kept', 'id,quantity\n a ,1 \n', [[1, 2, { id: ' a ', quantity: '1 ' }]]],
    [
      'a dot leads into an object',
      'id,manualProductOptions.title,manualProductOptions.size,metadata.locationId\na,Coat,M,7\nb,,,8\n',
      [
        [
          1,
          2,
          { id: 'a', manualProductOptions: { title: 'Coat', size: 'M' }, metadata: { locationId: '7' } },
        ],
        [2, 3, { id: 'b', metadata: { locationId: '8' } }],
      ],
    ],
    [
      'no column leads out of its row',
      'id,__proto__.x,constructor.y\na,1,2\n',
      [[1, 2, { id: 'a', constructor: { y: '2' } }]],
    ],
    [
      'the apostrophe before a formula is taken away, any other is kept',
      `id,title\n'-5,'=A1\n'a,"'@b"\n`,
      [
        [1, 2, { id: '-5', title: '=A1' }],
        [2, 3, { id: "'a", title: '@b' }],
      ],
    ],
  ])('%s', async (_name, content, expected) => {
    expect(await readIn(content)).toEqual(expected);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('the raw text is the text in the file, without the line end', async () => {
    const rows = await rowsIn(fileOf('id,notes\r\n"a","x\r\ny"\r\n\r\nb, z \r\n'));
    expect(rows.map(({ raw }) => raw)).toEqual(['"a","x\r\ny"', 'b, z ']);
  });
});

describe('rows that are unreadable, and those after them', () => {
  const good = (number: number, line: number) => [number, line, { id: 'z', quantity: '9' }];
  const stray = expect.stringMatching(/^has a quotation mark inside an unquoted cell/);
  const early = expect.stringMatching(/^continues after a closing quotation mark/);
  test.each([
    ['too few cells', 'id,quantity\na\nz,9\n', [[1, 2, 'has 1 cell, and the header has 2'], good(2, 3)]],
    ['too many cells', 'id,quantity\na,1,\nz,9\n', [[1, 2, 'has 3 cells, and the header has 2'], good(2, 3)]],
    [
      'another delimiter',
      'id,quantity\na;1\nz,9\n',
      [[1, 2, 'has 1 cell, and the header has 2'], good(2, 3)],
    ],
    ['a quote within a cell', 'id,quantity\n5" pipe,1\nz,9\n', [[1, 2, stray], good(2, 3)]],
    ['a quote behind a space', 'id,quantity\na, "1"\nz,9\n', [[1, 2, stray], good(2, 3)]],
    ['text behind a quote', 'id,quantity\n"a"b,1\nz,9\n', [[1, 2, early], good(2, 3)]],
    [
      'a quote that is not closed, where another one stands later',
      'id,quantity\n"a,1\nb,2\n"c",3\nz,9\n',
      [[1, 2, early], good(2, 5)],
    ],
    [
      'a quote that is never closed',
      'id,quantity\nz,9\n"b","x\ny","2\nc,3\n',
      [good(1, 2), [2, 3, 'opens a quotation mark on line 4 that is never closed']],
    ],
  ])('%s', async (_name, content, expected) => {
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

  test.each([
    ['id,quantity\n', 'CSV, separated by ","'],
    ['id;quantity\n', 'CSV, separated by ";"'],
    ['id\tquantity\n', 'CSV, separated by tabs'],
    ['id\n', 'CSV with one column'],
  ])('%j is %s', async (content, described) => {
    const { described: found, format } = await openRowFile(fileOf(content));
    expect([format, found]).toEqual(['csv', described]);
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
/** The apostrophes before what could be a formula are taken for ours. */
const isKept = (text: string) => isText(text) && withFormulas(text) === text;

test('whatever is written as CSV is read again, with its physical lines', async () => {
  const path = join(temporaryFolder(), 'rows.csv');
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell.filter(isKept), { minLength: width, maxLength: width }), { maxLength: 12 }),
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
          };
        });
        expect(await rowsIn(path)).toEqual(expected);
      },
    ),
    { numRuns: times(300) },
  );
});

test("what the tool's own CSV output holds is read again", async () => {
  const path = join(temporaryFolder(), 'rows.csv');
  // Halves of characters are in no file.
  const text = hostileText.filter((text) => isText(text) && !/\p{Cs}/u.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text)), async (pairs) => {
      const output = csvWriter.records([
        { field: 'id', title: 'ID' },
        { field: 'title', title: 'TITLE' },
      ]);
      const records = pairs.map(([id, title]) => ({ id, title }));
      writeFileSync(path, output.batch(records) + output.end());
      const kept = records.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value)),
      );
      expect((await rowsIn(path)).map(({ fields }) => fields)).toEqual(kept);
    }),
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
    { numRuns: times(500) },
  );
});
