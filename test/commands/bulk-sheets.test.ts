import { describe, expect, it, test } from 'vitest';
import { errorOf } from '../support/resale.ts';
import { warehouse } from '../support/warehouse.ts';

describe('what listings list printed, edited and given back', () => {
  const forms: [string, (text: string) => string][] = [
    ['csv', (text) => text.replace(/,1(,A,1)?$/m, (said) => said.replace(',1', ',7'))],
    ['ndjson', (text) => text.replace('"availableInventory":1', '"availableInventory":7')],
    ['json', (text) => text.replace('"availableInventory": 1', '"availableInventory": 7')],
  ];
  test.each(forms)('%s', async (form, edited) => {
    const shop = await warehouse({ A: 1, B: 2 });
    const { stdout } = await shop.resale(`listings list -o ${form} --fields id,sku,state,availableInventory`);
    await shop.file('list', edited(stdout));
    const { exitCode, stderr } = await shop.resale('inventory set --from list');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('quantity from availableInventory, for 2 rows'),
    ]);
    expect(await shop.stock()).toEqual({ A: 7, B: 2 });
  });

  it('with --before, where the inventory still is what the list showed', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const { stdout } = await shop.resale('listings list --before -o csv');
    await shop.file('list', stdout.replace(',1,A,1', ',7,A,1').replace(',2,B,2', ',8,B,2'));
    await shop.sets('B', 5);
    const plan = await shop.resale('inventory set --from list --dry-run');
    expect(plan.stderr).toContain(
      'quantity from availableInventory where the inventory is still that of before',
    );
    const [exitCode, reports] = await shop.reports('inventory set --from list');
    expect([exitCode, reports.map(({ outcome, error }) => [outcome, error?.code])]).toEqual([
      6,
      [
        ['applied', undefined],
        ['refused', 'conflict'],
      ],
    ]);
    expect(await shop.stock()).toEqual({ A: 7, B: 5 });
  });

  it('but where there is a quantity, availableInventory is a remark, and before is none beside expect', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = 'sku,availableInventory,quantity,before,expect\nA,many,5,some,1\n';
    expect((await shop.resale('inventory set --from -', { stdin })).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 5 });
  });

  test.each(['expect', 'before'])('and a row of JSON is pinned by its %s', async (pin) => {
    const shop = await warehouse({ A: 1 });
    const stdin = JSON.stringify([{ sku: 'A', availableInventory: 5, [pin]: 2 }]);
    const [exitCode, reports] = await shop.reports('inventory set --from -', { stdin });
    expect([exitCode, reports.map(({ error }) => error?.code)]).toEqual([6, ['conflict']]);
  });

  it('and a row of a list that says nothing is no quantity of 0', async () => {
    const shop = await warehouse({ A: 1 });
    const screen = await shop.resale('inventory set --from -', { stdin: 'sku,availableInventory\nA,\n' });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      ['line 2: availableInventory is missing'],
    ]);
  });
});

describe('what Excel leaves in a file', () => {
  it('is passed over: a first line with the separator, rows of separators alone, columns without a name', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file(
      'stock.csv',
      'sep=;\r\nsku;quantity;;\r\nA;5;;\r\n;;;\r\n ; ;;\r\nB;6;;\r\n;;;\r\n;;;\r\n',
    );
    const [exitCode, reports] = await shop.reports('inventory set --from stock.csv');
    expect([exitCode, reports.map(({ line, outcome }) => [line, outcome])]).toEqual([
      0,
      [
        [3, 'applied'],
        [6, 'applied'],
      ],
    ]);
  });

  it('but not if something stands in a column without a name', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = 'sku,quantity,\nA,5,sold\n';
    const screen = await shop.resale('inventory set --from -', { stdin });
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      ['line 2: has a cell in column 3, which has no name in the header'],
    ]);
    expect((await shop.resale('inventory set --from - --ignore-extra', { stdin })).exitCode).toBe(0);
  });

  it('and no row is made of nothing, even if everything else is filled in', async () => {
    const shop = await warehouse();
    const line = `listings create --from - --derive-external-id --shop-id ${shop.shopId} --condition good --source sku --product-id S --image https://a.example/1.jpg --yes`;
    const [exitCode, reports] = await shop.reports(line, { stdin: 'brand,description\n,\n,\n' });
    expect([exitCode, reports]).toEqual([0, []]);
  });
});

it('a row that has only what an example has, too, is no example', async () => {
  const shop = await warehouse();
  const line = `listings create --from - --derive-external-id --shop-id ${shop.shopId} --source sku --product-id S --image https://a.example/1.jpg`;
  const [exitCode, reports] = await shop.reports(line, { stdin: 'condition\nGOOD\n' });
  expect([exitCode, reports.map(({ outcome }) => outcome)]).toEqual([0, ['applied']]);
});

describe('the columns of new listings', () => {
  it('take prices as they are on a label', async () => {
    const shop = await warehouse();
    const flags = `--shop-id ${shop.shopId} --condition good --title Coat --category Coats --image https://a.example/1.jpg`;
    const stdin = (price: string) => `externalIdentifier,originalPrice\nA,${price}\n`;
    const unsaid = await shop.resale(`listings create --from - ${flags}`, { stdin: stdin('129.00') });
    expect(errorOf(unsaid).details).toEqual([expect.stringContaining('--price-unit major')]);
    const both = await shop.resale(
      `listings create --from - ${flags} --price-unit major --original-price 5`,
      { stdin: stdin('129.00') },
    );
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('--original-price')]);
    expect(
      (
        await shop.resale(`listings create --from - ${flags} --price-unit major`, {
          stdin: stdin('"129,00"'),
        })
      ).exitCode,
    ).toBe(0);
    expect(shop.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });
});
