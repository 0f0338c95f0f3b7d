import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { styles } from '../../src/sheets/parts.ts';
import { readIn } from '../runs/rows/files.ts';
import { errorOf } from '../support/resale.ts';
import { warehouse } from '../support/warehouse.ts';
import { archive, madeElsewhere, parts, sheet, textRow } from '../support/workbook.ts';

const number = (value: number | string) => `<c><v>${value}</v></c>`;
const text = (said: string) => `<c t="inlineStr"><is><t>${said}</t></is></c>`;
const bookOf = (...rows: readonly string[]): Buffer =>
  archive(parts(sheet(textRow('sku', 'quantity') + rows.map((cells) => `<row>${cells}</row>`).join(''))));

describe('rows from a workbook', () => {
  it('are run, and reported by the rows of the sheet', async () => {
    const shop = await warehouse({ '007': 1, '1234567890123456': 2 });
    await shop.file('stock', bookOf(text('007') + number(5), '', text('1234567890123456') + text('6')));
    const [exitCode, reports] = await shop.reports('inventory set --from stock');
    expect([exitCode, reports.map(({ line, outcome, after }) => [line, outcome, after])]).toEqual([
      0,
      [
        [2, 'applied', 5],
        [4, 'applied', 6],
      ],
    ]);
    expect(await shop.stock()).toEqual({ '007': 5, '1234567890123456': 6 });
  });

  it.each([
    ['an error', '<c/><c t="e"><v>#N/A</v></c>', 'has the error #N/A in Sheet1!B2'],
    ['a formula without a value', '<c/><c><f>SUM(B1)</f></c>', 'has a formula without a value in Sheet1!B2'],
    ['a note beside the table', `<c/><c/>${text('see below')}`, 'has something in Sheet1!C2, in a column'],
    [
      'a percentage',
      `${text('A')}<c s="3"><v>5</v></c>`,
      'has the number 5 in Sheet1!B2, which the sheet shows in the format 0%: make it text',
    ],
  ])('with nothing but %s are not passed over', async (_, cells, fault) => {
    const shop = await warehouse({ A: 1 });
    const book = parts(sheet(`${textRow('sku', 'quantity')}<row>${cells}</row>`));
    await shop.file('stock.xlsx', archive({ ...book, 'xl/styles.xml': styles(['0%']) }));
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.xlsx');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(JSON.stringify(fault).slice(1, -1))]);
  });

  it('have a name only where the sheet shows it as it is stored', async () => {
    const shop = await warehouse({ '123456': 1, '1234567': 1, '42': 1 });
    const rows = [3, 4, 5, 6].map((style) => `<row><c s="${style}"><v>1234567</v></c>${number(2)}</row>`);
    const book = parts(sheet(textRow('sku', 'quantity') + rows.join('')));
    const formats = ['"RETURN-"000000', '000-0000', '#,##0', '# ?/?'];
    await shop.file('stock.xlsx', archive({ ...book, 'xl/styles.xml': styles(formats) }));
    const [exitCode, reports] = await shop.reports('inventory set --from stock.xlsx --skip-invalid');
    const outcomes = reports.map(({ line, outcome, error }) => [line, outcome, error?.message]);
    expect([exitCode, outcomes.sort()]).toEqual([
      6,
      [
        [
          2,
          'refused',
          'has the number 1234567 in Sheet1!A2, which the sheet shows as RETURN-1234567: make it text',
        ],
        [
          3,
          'refused',
          'has the number 1234567 in Sheet1!A3, which the sheet shows as 123-4567: make it text',
        ],
        [4, 'applied', undefined],
        [
          5,
          'refused',
          'has the number 1234567 in Sheet1!A5, which the sheet shows in the format # ?/?: make it text',
        ],
      ],
    ]);
    expect(await shop.stock()).toEqual({ '123456': 1, '1234567': 2, '42': 1 });
  });

  it('have faults with the place of the cell', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.xlsx', bookOf(text('A\u200b') + text('many'), text('A') + text('')));
    expect(errorOf(await shop.resale('inventory set --from stock.xlsx')).details).toEqual([
      String.raw`line 2: sku (Sheet1!A2) contains an invisible character: "A\u200b"`,
      'line 2: quantity (Sheet1!B2) must be a whole number, not "many"',
      'line 3: quantity (Sheet1!B3) is missing',
    ]);
  });

  it('of the sheet that is named', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock.xlsx', madeElsewhere('openpyxl-sheets.xlsx'));
    const first = await shop.resale('inventory set --from stock.xlsx');
    expect([first.exitCode, errorOf(first).details]).toEqual([
      2,
      [expect.stringMatching(/^line 2: has a date in 'My sheet'!B2/)],
    ]);
    const plan = await shop.resale('inventory set --from stock.xlsx -n', { terminal: 120 });
    expect(plan.stderr).toContain('another sheet is read with --sheet: "Stock, old"');
    const head = await shop.resale('grade --from stock.xlsx');
    expect(errorOf(head).message).toMatch(
      /^The header of .*stock\.xlsx, sheet "My sheet" \(one of 2\), is wrong: /,
    );
    const named = await shop.resale(['inventory', 'set', '--from', 'stock.xlsx', '--sheet', 'Stock, old']);
    expect([named.exitCode, named.stderr]).toEqual([
      0,
      expect.stringContaining('1 row of the sheet is hidden'),
    ]);
    expect(await shop.stock()).toEqual({ A: 5, B: 6 });
    const csv = await shop.resale('inventory set --from - --sheet Stock', { stdin: 'sku,quantity\nA,1\n' });
    expect([csv.exitCode, errorOf(csv).message]).toEqual([
      2,
      expect.stringContaining('it is not a workbook'),
    ]);
  });

  it('whose head is wrong, in the words of a spreadsheet', async () => {
    const shop = await warehouse();
    await shop.file('stock.xlsx', archive(parts(sheet(textRow('sku', 'quantity', 'colour', 'sku')))));
    expect(errorOf(await shop.resale('inventory set --from stock.xlsx')).message).toMatch(
      / is wrong: column C \(colour\) is not known; column D \(sku\) appears twice, in columns A and D\.$/,
    );
  });

  it('of a run with a name, and of one that is resumed, are those of the same sheet', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock.xlsx', madeElsewhere('openpyxl-sheets.xlsx'));
    const line = "inventory set --from stock.xlsx --run night --sheet 'Stock, old'";
    const first = await shop.resale(line);
    expect((await shop.resale(line)).stdout).toBe(first.stdout);
    const other = await shop.resale('inventory set --from stock.xlsx --run night');
    expect([other.exitCode, errorOf(other).message]).toEqual([
      2,
      expect.stringContaining('--sheet Stock, old'),
    ]);
  });

  it('that failed are taken from the same sheet, also when a run says again how it ended', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.xlsx', madeElsewhere('openpyxl-sheets.xlsx'));
    const line = "inventory set --from stock.xlsx --run night --sheet 'Stock, old' --skip-invalid";
    expect((await shop.resale(line)).exitCode).toBe(6);
    expect((await shop.resale(`${line} --failed-out failed.xlsx`)).exitCode).toBe(6);
    expect((await readIn(readFileSync(join(shop.cwd, 'failed.xlsx')))).map(([, , fields]) => fields)).toEqual(
      [{ sku: 'B', quantity: '6' }],
    );
  });

  it('with prices as the sheet shows them', async () => {
    const shop = await warehouse();
    const flags = `--shop-id ${shop.shopId} --condition good --title Coat --category Coats --image https://a.example/1.jpg`;
    const book = {
      ...parts(
        sheet(
          `${textRow('externalIdentifier', 'originalPrice')}<row>${text('A')}<c s="1"><v>129</v></c></row>`,
        ),
      ),
    };
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00&quot; €&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>';
    await shop.file('new.xlsx', archive({ ...book, 'xl/styles.xml': styles }));
    const unsaid = await shop.resale(`listings create --from new.xlsx ${flags}`);
    expect(errorOf(unsaid).details).toEqual([
      expect.stringContaining(
        'has the number 129 in Sheet1!B2, which the sheet shows in the format #,##0.00" €": make it text',
      ),
    ]);
    await shop.file(
      'labels.xlsx',
      archive({
        ...parts(
          sheet(`${textRow('externalIdentifier', 'price')}<row>${text('A')}<c s="1"><v>129</v></c></row>`),
        ),
        'xl/styles.xml': styles,
      }),
    );
    const { stdout } = await shop.resale(`listings create --from labels.xlsx ${flags} -n -o ndjson`);
    expect(JSON.parse(stdout).payload.originalPrice).toBe(12_900);
  });
});

describe('records as a workbook', () => {
  it('numbers are numbers, and texts are texts, whatever they look like', async () => {
    const shop = await warehouse({ '007': 1, '=1+1': 2 });
    expect(
      (await shop.resale('listings list --fields sku,availableInventory --out list.xlsx')).exitCode,
    ).toBe(0);
    const file = readFileSync(join(shop.cwd, 'list.xlsx'));
    expect((await readIn(file)).map(([, , fields]) => fields)).toEqual([
      { sku: '007', availableInventory: '1' },
      { sku: '=1+1', availableInventory: '2' },
    ]);
    // The same rows make the same file.
    expect(
      (await shop.resale('listings list --fields sku,availableInventory --out again.xlsx')).exitCode,
    ).toBe(0);
    expect(readFileSync(join(shop.cwd, 'again.xlsx')).equals(file)).toBe(true);
  });
});
