import { describe, expect, it, test } from 'vitest';
import { killed, started } from '../support/relayed.ts';
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

  it.each([
    ['inventory set', restock],
    ['inventory adjust', 'sku,delta\nA,1\nB,4\nC,1\n'],
    ['inventory adjust --direct', 'sku,delta\nA,1\nB,4\nC,1\n'],
  ])('%s: each row says so, the end counts them, and so does runs show', async (command, stdin) => {
    const shop = await shopOfThree();
    const { exitCode, stdout, stderr } = await shop.resale(`${command} --from - -o json`, { stdin });
    const states = (text: string) =>
      JSON.parse(text)
        .map(({ line, outcome, state }: Record<string, unknown>) => [line, outcome, state])
        .sort();
    const all = [
      [2, 'applied', undefined],
      [3, 'applied', 'CLOSED'],
      [4, 'applied', 'CLOSED'],
    ];
    const end = '2 are in closed listings, which stay closed.';
    const planned = expect.stringContaining('(2 in CLOSED listings)');
    expect([exitCode, stderr, states(stdout)]).toEqual([0, planned, all]);
    const [, run = ''] = new RegExp(`^Run (\\S+): 3 applied\\. ${end}$`, 'm').exec(stderr) ?? [];
    expect(states((await shop.resale(`runs show ${run} --rows`)).stdout)).toEqual(all);
    expect(JSON.parse((await shop.resale(`runs show ${run}`)).stdout).inClosedListings).toBe(2);
    expect((await shop.resale(`runs resume ${run}`)).stderr).toContain(end);
    const page = await shop.resale(`runs show ${run}`, { terminal: 120 });
    expect(page.stdout).toMatch(/^IN CLOSED LISTINGS +2$/m);
  });

  it('the end counts them also where other rows are refused', async () => {
    const shop = await shopOfThree();
    const stdin = 'sku,quantity,expect\nA,6,1\nB,4,\n';
    const { exitCode, stderr } = await shop.resale('inventory set --from -', { stdin });
    expect([exitCode, stderr]).toEqual([
      6,
      expect.stringContaining('1 is in a closed listing, which stays closed.'),
    ]);
  });

  it('a row that needs nothing says so, too, and so does a named run that is told again', async () => {
    const shop = await shopOfThree();
    const line = 'inventory set --from - --run night';
    for (const _ of ['first', 'again']) {
      const { stdout, stderr } = await shop.resale(line, { stdin: 'sku,quantity\nB,4\nC,3\n' });
      expect(JSON.parse(stdout)).toMatchObject(Array(2).fill({ state: 'CLOSED' }));
      expect(stderr).toContain('1 applied, 1 unchanged. 2 are in closed listings, which stay closed.');
    }
  });

  it('a row that was resumed after a kill says so, too', async () => {
    const shop = await shopOfThree();
    const { run } = await started(shop, 'sku,quantity\nC,4\n');
    await killed(shop, run);
    const [exitCode, reports] = await shop.reports(`runs resume ${run} --settle 0`);
    expect([exitCode, reports]).toMatchObject([0, [{ outcome: 'converged', after: 4, state: 'CLOSED' }]]);
  });

  it('a table has a column for it, if any row needs one', async () => {
    const shop = await shopOfThree();
    const table = async (stdin: string) =>
      (await shop.resale('inventory set --from - -o table', { stdin })).stdout;
    expect(await table('sku,quantity\nB,4\n')).toMatch(/STATE[\s\S]*CLOSED/);
    expect(await table('sku,quantity\nA,4\n')).not.toContain('STATE');
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
