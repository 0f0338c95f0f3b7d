import { describe, expect, it, test } from 'vitest';
import { errorOf } from '../support/resale.ts';
import { warehouse } from '../support/warehouse.ts';

const bom = '\uFEFF';

describe('rows of any of these forms change the same two listings', () => {
  test.each([
    ['CSV', 'sku,quantity\nA,5\nB,6\n'],
    ['CSV, separated by semicolons', 'sku;quantity\nA;5\nB;6\n'],
    ['CSV, separated by tabs', 'sku\tquantity\nA\t5\nB\t6\n'],
    ['CSV with a BOM, as a spreadsheet writes it', `${bom}sku,quantity\nA,5\nB,6\n`],
    ['CSV with CRLF', 'sku,quantity\r\nA,5\r\nB,6\r\n'],
    ['CSV with quotation marks', '"sku","quantity"\n"A","5"\n"B","6"\n'],
    ['CSV without a last line end', 'sku,quantity\nA,5\nB,6'],
    ['NDJSON', '{"sku":"A","quantity":5}\n{"sku":"B","quantity":6}\n'],
    ['NDJSON with numbers as text', '{"sku":"A","quantity":"5"}\n{"sku":"B","quantity":"6"}\n'],
    ['a JSON array', '[{"sku":"A","quantity":5},\n {"sku":"B","quantity":6}]'],
    ['CSV by external identifier', 'externalIdentifier,quantity\nA,5\nB,6\n'],
    ['CSV where each row has another name', 'sku,externalIdentifier,quantity\nA,,5\n,B,6\n'],
  ])('%s', async (_, text) => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    await shop.file('stock', text);
    const [exitCode, reports] = await shop.reports('inventory set --from stock');
    expect([exitCode, reports.map(({ outcome, before, after }) => [outcome, before, after])]).toEqual([
      0,
      [
        ['applied', 1, 5],
        ['applied', 2, 6],
      ],
    ]);
    expect(await shop.stock()).toEqual({ A: 5, B: 6, C: 3 });
  });

  it('by id, of either case', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock.csv', `id,quantity\n${shop.ids.A?.toUpperCase()},5\n${shop.ids.B},6\n`);
    expect((await shop.resale('inventory set --from stock.csv')).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 5, B: 6 });
  });

  it('from a pipe', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const stdin = 'sku,quantity\nA,5\nB,6\n';
    expect((await shop.resale('inventory set --from -', { stdin })).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 5, B: 6 });
  });

  it("and the list's own output, with a quantity put in", async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const { stdout } = await shop.resale('listings list -o ndjson');
    const rows = stdout.trimEnd().split('\n');
    const stdin = rows.map((row) => JSON.stringify({ ...JSON.parse(row), quantity: 9 })).join('\n');
    expect((await shop.resale('inventory set --from -', { stdin })).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 9, B: 9 });
  });
});

describe('rows that share a line', () => {
  it('are distinguished by their numbers', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const faulty = await shop.resale('inventory set --from -', { stdin: '[1,2]' });
    expect(errorOf(faulty).details).toEqual([
      expect.stringMatching(/^line 1, row 1: /),
      expect.stringMatching(/^line 1, row 2: /),
    ]);
    const stdin = '[{"sku":"A","quantity":5},{"sku":"B","quantity":6}]';
    for (const flag of ['--dry-run', '--yes']) {
      const { stdout } = await shop.resale(`inventory set --from - ${flag} --fields line,row,id`, { stdin });
      const records = JSON.parse(stdout).sort(
        (one: { row: number }, two: { row: number }) => one.row - two.row,
      );
      expect(records).toEqual([
        { line: 1, row: 1, id: shop.ids.A },
        { line: 1, row: 2, id: shop.ids.B },
      ]);
    }
  });
});

describe('a row with several names', () => {
  test.each([
    ['externalIdentifier,sku', 'A,B', 'externalIdentifier and sku'],
    ['externalIdentifier,sku', 'A,NONE', 'externalIdentifier and sku'],
    ['id,sku', 'ID,B', 'id and sku'],
    ['id,externalIdentifier,sku', 'ID,A,B', 'id, externalIdentifier and sku'],
  ])('%s: %s is a fault', async (head, row, names) => {
    const shop = await warehouse({ A: 1, B: 2 });
    const stdin = `${head},quantity\n${row.replace('ID', shop.ids.A ?? '')},5\n`;
    const screen = await shop.resale('inventory set --from -', { stdin });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      [`line 2: ${names} name different listings`],
    ]);
    expect(await shop.stock()).toEqual({ A: 1, B: 2 });
  });

  it('is done if all of them name one listing', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const stdin = `id,externalIdentifier,sku,quantity\n${shop.ids.A},A,A,5\n,B,B,6\n`;
    expect((await shop.resale('inventory set --from -', { stdin })).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 5, B: 6 });
  });
});

describe('a faulty row', () => {
  const cases: [string, string, string, string[]][] = [
    [
      'inventory set',
      'no name',
      'sku,quantity\nA,5\n,6\n',
      ['line 3: names no listing: it needs one of id, externalIdentifier, sku, listing'],
    ],
    ['inventory set', 'no quantity', 'sku,quantity\nA,\n', ['line 2: quantity is missing']],
    [
      'inventory set',
      'a number with a separator',
      'sku;quantity\nA;1,000\n',
      ['line 2: quantity must be written without separators between the digits, not "1,000"'],
    ],
    [
      'inventory set',
      'a number that a spreadsheet shortened',
      'sku,quantity\nA,1.23E+11\n',
      [
        'line 2: quantity must be written out in digits (a spreadsheet shortens long numbers), not "1.23E+11"',
      ],
    ],
    [
      'inventory set',
      'a number in hexadecimal digits',
      'sku,quantity\nA,0x10\n',
      ['line 2: quantity must be written in decimal digits, not "0x10"'],
    ],
    [
      'inventory set',
      'spaces round a number',
      'sku,quantity\nA,5 \n',
      ['line 2: quantity must have no spaces around it, not "5 "'],
    ],
    [
      'inventory set',
      'a plus sign',
      'sku,quantity\nA,+5\n',
      ['line 2: quantity must be written without a plus sign, not "+5"'],
    ],
    [
      'inventory set',
      'less than nothing',
      'sku,quantity\nA,-1\n',
      ['line 2: quantity must be 0 or more, not -1'],
    ],
    [
      'inventory set',
      'an identifier that a spreadsheet shortened',
      'sku,quantity\n1.23E+11,5\n',
      ['line 2: sku was shortened by a spreadsheet (keep its column as text there): "1.23E+11"'],
    ],
    ['inventory set', 'an id that is none', 'id,quantity\nA,5\n', ['line 2: id must be a UUID, not "A"']],
    ['inventory set', 'a missing cell', 'sku,quantity\nA\n', ['line 2: has 1 cell, and the header has 2']],
    [
      'inventory set',
      'a listing that is not there',
      'sku,quantity\nZ,5\n',
      ['line 2: no listing has the sku Z'],
    ],
    [
      'inventory set',
      'the same listing twice',
      'sku,externalIdentifier,quantity\nA,,5\n,A,6\n',
      ['line 3: an earlier row is about the same listing (the externalIdentifier A)'],
    ],
    [
      'inventory set',
      'an unknown field of NDJSON',
      '{"sku":"A","quantity":5,"colour":"red"}',
      ['line 1: "colour" is not a known field'],
    ],
    [
      'inventory adjust',
      'below nothing',
      'sku,delta\nA,-2\n',
      [expect.stringMatching(/^line 2: the inventory of \S+ is 1: a change by -2 would take it below 0$/)],
    ],
    [
      'inventory adjust',
      'half of one',
      'sku,delta\nA,0.5\n',
      ['line 2: delta must be a whole number, without a decimal part, not "0.5"'],
    ],
  ];
  test.each(cases)('%s: %s', async (command, _, text, details) => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock', text);
    const screen = await shop.resale(`${command} --from stock`);
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([
      2,
      '',
      expect.objectContaining({ code: 'invalid-rows', details }),
    ]);
    expect(shop.changes()).toEqual([]);
  });

  it('is named with its physical line, whatever is between them', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    await shop.file('stock.csv', 'quantity,sku\n\n5,A\nx,"B\nB"\n\n6,B\ny,C\n');
    const screen = await shop.resale('inventory set --from stock.csv');
    expect(errorOf(screen).details).toEqual([
      expect.stringMatching(/^line 4: sku contains a control character/),
      'line 4: quantity must be a whole number, not "x"',
      'line 8: quantity must be a whole number, not "y"',
    ]);
    expect(shop.requests).toEqual([]);
  });

  it('is named on a terminal, too', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.csv', 'sku,quantity\nA,many\n');
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv', { terminal: 100 });
    expect([exitCode, stderr.split('\n')]).toEqual([
      2,
      expect.arrayContaining([
        expect.stringContaining('line 2: quantity must be a whole number, not "many"'),
      ]),
    ]);
  });

  it('with a name that several listings have, is one', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.resale(
      `listings create --shop-id ${shop.shopId} --condition good --source sku --product-id A --image https://images.example/2.jpg`,
    );
    const screen = await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nA,5\n' });
    expect(errorOf(screen).details).toEqual([
      expect.stringMatching(
        /^line 2: several listings have the sku A: [\da-f-]{36} \(OPEN, GOOD, 1 for sale\); [\da-f-]{36} \(OPEN, GOOD, 1 for sale\)$/,
      ),
    ]);
  });

  it('with --skip-invalid is refused, and the others are done', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock.csv', 'sku,quantity\nA,5\nB,many\nZ,1\n');
    const [exitCode, reports] = await shop.reports('inventory set --from stock.csv --skip-invalid');
    expect([exitCode, reports.map(({ line, outcome, error }) => [line, outcome, error?.code])]).toEqual([
      6,
      expect.arrayContaining([
        [2, 'applied', undefined],
        [3, 'refused', 'invalid-row'],
        [4, 'refused', 'not-found'],
      ]),
    ]);
    expect(await shop.stock()).toEqual({ A: 5, B: 2 });
  });
});

describe('a file that is not a file of rows', () => {
  test.each([
    ['nothing at all', '', 'is empty'],
    ['a misspelt column', 'sku,quantty\nA,5\n', 'quantty'],
    ['a page of a login', '<html></html>', 'it is an HTML or XML page'],
    ['UTF-16', Buffer.from('\uFEFFsku,quantity\n', 'utf16le'), 'UTF-16'],
  ])('%s is refused', async (_, text, words) => {
    const shop = await warehouse();
    await shop.file('stock', text);
    const screen = await shop.resale('inventory set --from stock');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringContaining(words)]);
    expect(shop.requests).toEqual([]);
  });

  it('is called stdin if nothing came through the pipe', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('inventory set --from -', { stdin: '' });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, 'Standard input is empty.']);
  });

  it('is called by its name if it can be read only once', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('inventory set --from /dev/null');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, '/dev/null is empty.']);
  });

  it('is refused if it does not exist', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('inventory set --from nowhere.csv');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringContaining('nowhere.csv')]);
  });

  it('with only a header has no rows, and that is fine', async () => {
    const shop = await warehouse();
    const { exitCode, stdout } = await shop.resale('inventory set --from -', { stdin: 'sku,quantity\n' });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, []]);
  });

  it('with unknown columns gets one error that lists the known ones', async () => {
    const shop = await warehouse();
    const screen = await shop.resale('inventory set --from -', { stdin: 'sku,colour,quantity,shape\n' });
    const { code, message, hint } = errorOf(screen);
    expect([screen.exitCode, code, hint]).toEqual([
      2,
      'wrong-columns',
      'Nothing was sent. Known columns: id, externalIdentifier, sku, listing, state, condition, quantity, expect, before, availableInventory. --ignore-extra accepts other columns and ignores them.',
    ]);
    expect(message).toMatch(/: column 2 \(colour\) is not known; column 4 \(shape\) is not known\.$/);
  });

  it('may have further columns with --ignore-extra', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = 'sku,colour,quantity\nA,red,5\n';
    expect((await shop.resale('inventory set --from -', { stdin })).exitCode).toBe(2);
    expect((await shop.resale('inventory set --from - --ignore-extra', { stdin })).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 5 });
  });
});

describe('what is wrong with rows that were piped in is told of standard input, not of our copy of them', () => {
  test.each([
    ['id,quantty\n', 'the header of standard input is wrong: column 2 (quantty)'],
    ['<html>', 'standard input is not a file of rows: it is an HTML or XML page'],
    ['id,"quantity\n', 'standard input is not a file of rows: the header, on line 1'],
    ['\u0000', 'standard input is not written in UTF-8'],
  ])('%j: %s', async (stdin, message) => {
    const shop = await warehouse();
    for (const more of ['', '--dry-run', '--plan plan.ndjson']) {
      const screen = await shop.resale(`inventory set --from - ${more}`, { stdin });
      expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringMatching(/^\S/)]);
      expect(String(errorOf(screen).message).toLowerCase()).toContain(message.toLowerCase());
      expect(screen.stderr).not.toMatch(/input'|\/runs\/|resale-plan-/);
    }
  });
});
