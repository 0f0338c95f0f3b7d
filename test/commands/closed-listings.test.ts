import { describe, expect, it, test } from 'vitest';
import { placeOf } from '../support/resale.ts';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

/*
 * A listing closes when its inventory reaches 0, and the interface does not say whether anything opens it again. So a restock
 * says what was seen, and that the listing may still be CLOSED, and setting a CLOSED listing to 0 asks nothing, since it closes nothing.
 */

/** A is open; B and C are closed, and C holds three all the same. */
const shopOfThree = async () => {
  const shop = await warehouse({ A: 5, B: 0, C: 0 });
  await shop.sets('C', 3);
  return shop;
};

/** A command line with the names of listings in place of their identifiers. */
const withIds = (line: string, { ids }: Warehouse) =>
  line.replace(/\b[ABC]\b/g, (name) => ids[name] as string);

describe('a change of one listing', () => {
  const isClosed = 'The listing was CLOSED when it was read';
  const wasZero = 'It was 0, which closes a listing';

  test.each([
    ['inventory set B 4', isClosed],
    ['inventory set B 4 --expect 0', wasZero],
    ['inventory set C 3', isClosed],
    ['inventory adjust B 4', wasZero],
    ['inventory adjust B 4 --exact', isClosed],
    ['inventory adjust C -1', isClosed],
  ])('%s says on stderr what was seen', async (line, seen) => {
    const shop = await shopOfThree();
    const { exitCode, stdout, stderr } = await shop.resale(withIds(line, shop));
    const { id, ...change } = JSON.parse(stdout);
    expect([exitCode, stderr]).toEqual([
      0,
      `The inventory of ${id} is now ${change.after}. ${seen}, and may still be CLOSED: see its state with: resale listings get ${id}\n`,
    ]);
    expect(Object.keys(change).sort()).toEqual(['after', 'availableInventory', 'before', 'outcome']);
  });

  test.each(['inventory set A 4', 'inventory set A 5', 'inventory adjust A 4', 'inventory set C 0'])(
    '%s has nothing to say',
    async (line) => {
      const shop = await shopOfThree();
      const { exitCode, stderr } = await shop.resale(withIds(line, shop));
      expect([exitCode, stderr]).toEqual([0, '']);
    },
  );

  test.each([
    'inventory set C 0',
    'inventory adjust C -3',
    'inventory adjust C -3 --exact',
    'listings close C',
  ])('%s closes nothing, so that nobody is asked', async (line) => {
    const shop = await shopOfThree();
    const { exitCode, stdout } = await shop.resale(withIds(line, shop));
    expect([exitCode, JSON.parse(stdout).after]).toEqual([0, 0]);
  });

  it('with --no-close goes through, too', async () => {
    const shop = await shopOfThree();
    expect((await shop.resale(withIds('inventory set C 0 --no-close', shop))).exitCode).toBe(0);
  });

  it('of which nobody knows the state is asked about as if it were open', async () => {
    const shop = await shopOfThree();
    const { exitCode, stderr } = await shop.resale(withIds('inventory set C 0 --expect 3', shop));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('which closes the listing')]);
  });
});

describe('listings close of several', () => {
  const others = ', and sets 1 inventory of listings that are closed already to 0';

  test.each([
    ['A B', (id: string) => `sets the inventory of ${id} from 5 to 0`, ', which closes the listing'],
    ['A C', () => 'closes 1 listing with 5 items for sale', others],
  ])('%s: asks about the open one alone', async (names, does, rest) => {
    const shop = await shopOfThree();
    const { stderr } = await shop.resale(withIds(`listings close ${names}`, shop), {
      terminal: 400,
      typed: 'n\n',
    });
    expect(stderr).toContain(`This ${does(shop.ids.A ?? '')} at ${placeOf(shop)}${rest}. Go on?`);
    expect(shop.changes()).toEqual([]);
  });

  it('shows with --dry-run all that would be sent', async () => {
    const shop = await shopOfThree();
    const { stdout } = await shop.resale(withIds('listings close A B C -n', shop));
    expect(JSON.parse(stdout)).toHaveLength(2);
  });
});

describe('many rows', () => {
  const restock = 'sku,quantity\nA,6\nB,4\nC,4\n';

  it('the plan and the question say how many are in CLOSED listings', async () => {
    const shop = await shopOfThree();
    await shop.file('restock.csv', restock);
    const words = '(2 in CLOSED listings)';
    const planned = await shop.resale('inventory set --from restock.csv -n', { terminal: 200 });
    expect(planned.stderr).toContain(`Plan: 3 rows: 3 to change ${words}. Nothing was sent.`);
    const asked = await shop.resale('inventory set --from restock.csv', { terminal: 200, typed: 'n\n' });
    expect(asked.stderr).toContain(`This changes 3 inventories ${words} at ${placeOf(shop)}. Go on?`);
  });

  it('a script finds it in its log, and the records as they were', async () => {
    const shop = await shopOfThree();
    const { exitCode, stdout, stderr } = await shop.resale('inventory set --from - -o json', {
      stdin: restock,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('2 in CLOSED listings')]);
    expect(Object.keys(JSON.parse(stdout)[0])).toEqual(['line', 'id', 'outcome', 'before', 'after', 'error']);
  });

  it('that set the inventory of closed listings to 0 close nothing: no --yes, no --max-close', async () => {
    const shop = await shopOfThree();
    const line = 'inventory set --from - --max-close 0';
    const [exitCode, reports] = await shop.reports(line, { stdin: 'sku,quantity\nC,0\n' });
    expect([exitCode, reports[0]?.outcome, await shop.stock()]).toEqual([0, 'applied', { A: 5, B: 0, C: 0 }]);
  });

  it('direct ones neither', async () => {
    const shop = await shopOfThree();
    const line = 'inventory adjust --direct --from - --no-close';
    const [exitCode, reports] = await shop.reports(line, { stdin: 'sku,delta\nC,-3\n' });
    expect([exitCode, reports[0]?.outcome]).toEqual([0, 'applied']);
  });

  it('a listing that an earlier row closes is closed for the later ones', async () => {
    const shop = await shopOfThree();
    const { stderr } = await shop.resale('inventory adjust --from - -n', {
      stdin: 'sku,delta\nA,-5\nA,2\nA,-2\n',
      terminal: 200,
    });
    expect(stderr).toContain('Plan: 3 rows: 2 to change (2 in CLOSED listings), 1 to close.');
  });

  it('an undo of a restock closes nothing', async () => {
    const shop = await shopOfThree();
    await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nB,4\n' });
    const [{ run }] = JSON.parse((await shop.resale('runs list')).stdout);
    const { stderr } = await shop.resale(`runs undo ${run}`, { terminal: 400, typed: 'n\n' });
    expect(stderr).toContain('Plan: 1 row: 1 to change (1 in a CLOSED listing). Go on?');
  });
});
