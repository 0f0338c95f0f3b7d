import { describe, expect, it, test } from 'vitest';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { errorOf, resale } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

/*
 * A listing is named by whatever one has: its id or the beginning of one, the external identifier, the SKU, alone and in files.
 * Names come back: what was sold is listed again under the same ones.
 */

/** Lists an item, and returns its id. */
const listed = async (shop: Warehouse, name: string, sku: string, condition: string, inventory = 1) => {
  const flags = `--external-id ${name} --source sku --product-id ${sku} --condition ${condition}`;
  const line = `listings create --shop-id ${shop.shopId} ${flags} --image https://images.example/1.jpg`;
  const { id } = JSON.parse((await shop.resale(line)).stdout);
  if (inventory !== 1) await shop.resale(`inventory set ${id} ${inventory} --yes`);
  return String(id);
};

/** What is for sale of a listing now. */
const left = async (shop: Warehouse, id: string): Promise<number> =>
  JSON.parse((await shop.resale(`listings get ${id}`)).stdout).availableInventory;

/** A pair of jeans that was sold, and the same listed again: in three pieces, in good condition. */
const evening = async () => {
  const shop = await warehouse();
  const sold = await listed(shop, 'RETURN-1', 'JEANS-1', 'excellent', 0);
  const again = await listed(shop, 'RETURN-1', 'JEANS-1', 'good', 3);
  shop.requests.length = 0;
  return { shop, sold, again };
};

/** Two pairs of one SKU on sale at the same time: one of two pieces, with a defect; one of four. */
const twins = async () => {
  const shop = await warehouse();
  const worn = await listed(shop, 'WORN', 'JEANS-1', 'minor-defect', 2);
  const fine = await listed(shop, 'FINE', 'JEANS-1', 'excellent', 4);
  shop.requests.length = 0;
  return { shop, worn, fine };
};

const passAndRead = (id: string) => ['GET /v1/listings 200', `GET /v1/listings/${id} 200`];

describe('sold and listed again', () => {
  test.each([
    ['inventory set RETURN-1 5', 'name RETURN-1', 5],
    ['inventory set JEANS-1 5', 'name JEANS-1', 5],
    ['inventory set 5 --sku JEANS-1', 'SKU JEANS-1', 5],
    ['inventory adjust RETURN-1 -1 --exact', 'name RETURN-1', 2],
    ['inventory adjust -1 --external-id RETURN-1 --exact', 'external identifier RETURN-1', 2],
    ['listings close JEANS-1 --yes', 'name JEANS-1', 0],
  ])('%s means the only OPEN one, and says so', async (line, called, after) => {
    const { shop, sold, again } = await evening();
    const { exitCode, stdout, stderr } = await shop.resale(line);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { id: again, after, outcome: 'applied' }]);
    expect(stderr).toBe(
      `Several listings have the ${called}. The only OPEN one is meant: ${again} (OPEN, GOOD, 3 for sale).\n`,
    );
    expect(shop.requests.slice(0, 2)).toEqual(passAndRead(again));
    expect(await left(shop, sold)).toBe(0);
  });

  test.each([
    'listing,quantity\nRETURN-1,5\n',
    'listing,quantity\nJEANS-1,5\n',
    'externalIdentifier,quantity\nRETURN-1,5\n',
    'sku,quantity\nJEANS-1,5\n',
  ])('in a file it is the same, and the plan counts such rows: %j', async (stdin) => {
    const { shop, again } = await evening();
    const { exitCode, stdout, stderr } = await shop.resale('inventory set --from -', { stdin });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, [{ id: again, outcome: 'applied', after: 5 }]]);
    expect(stderr).toMatch(/^1 row means the only OPEN one of several listings with its name\.\nRun /);
  });

  it('two names of one listing are one listing', async () => {
    const { shop, again } = await evening();
    const stdin = `listing,id,quantity\nJEANS-1,,5\n,${again},6\n`;
    const screen = await shop.resale('inventory set --from -', { stdin });
    expect(errorOf(screen).details).toEqual([
      `line 3: an earlier row is about the same listing (the id ${again})`,
    ]);
  });

  it('listings get shows all of them', async () => {
    const { shop, sold, again } = await evening();
    const { exitCode, stdout } = await shop.resale('listings get RETURN-1');
    expect([exitCode, JSON.parse(stdout).map(({ id }: { id: string }) => id)]).toEqual([0, [sold, again]]);
  });

  it('and sold again, no name means one of them', async () => {
    const { shop, sold, again } = await evening();
    await shop.resale(`listings close ${again} --yes`);
    const screen = await shop.resale('inventory set RETURN-1 2');
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      {
        code: 'ambiguous-name',
        message: 'Several listings have the name RETURN-1.',
        details: [`${sold} (CLOSED, EXCELLENT, 0 for sale)`, `${again} (CLOSED, GOOD, 0 for sale)`],
        hint: 'Nothing was changed. Name the one that you mean by its ID.',
      },
    ]);
  });

  it('is not what a change is sent to again, whose answer was lost when the old one was on sale', async () => {
    const shop = await warehouse({ A: 3 });
    let meddling: Meddling | undefined = { instead: hangUp };
    const relay = await startRelay(shop.baseUrl, (method) => (method === 'GET' ? undefined : meddling));
    shop.env.RESALE_BASE_URL = relay.url;
    const stdin = 'sku,quantity\nA,2\n';
    const [exitCode] = await shop.reports('inventory set --from - --settle 0 --run night', { stdin });
    meddling = undefined;
    await shop.sets('A', 0);
    const again = await listed(shop, 'A', 'A', 'good', 3);
    await shop.resale('runs resolve night --all --as retry');
    const [, [row]] = await shop.reports('runs resume night');
    expect([exitCode, row]).toMatchObject([8, { outcome: 'refused', error: { code: 'names-disagree' } }]);
    expect(row?.error?.message).toBe(`it was sent to ${shop.ids.A}, and the sku A means ${again} now`);
    expect(await left(shop, again)).toBe(3);
  });
});

describe('a name that fits in two ways', () => {
  it('is no name of either, and whoever says in which way is understood', async () => {
    const shop = await warehouse();
    const one = await listed(shop, 'X-1', 'COAT', 'good', 2);
    const other = await listed(shop, 'Y-1', 'X-1', 'good', 0);
    const screen = await shop.resale('inventory set X-1 5');
    expect([screen.exitCode, errorOf(screen).details]).toEqual([
      2,
      [`${one} (OPEN, GOOD, 2 for sale)`, `${other} (CLOSED, GOOD, 0 for sale)`],
    ]);
    expect((await shop.resale('inventory set 5 --external-id X-1')).exitCode).toBe(0);
    const { stderr } = await shop.resale('inventory set --from -', { stdin: 'listing,quantity\nX-1,6\n' });
    expect(stderr).toContain('several listings have the name X-1: ');
    expect(await left(shop, one)).toBe(5);
  });
});

describe('the beginning of an id', () => {
  test.each([6, 8, 9, 20, 35])('of %i characters names the listing, alone and in a file', async (length) => {
    const { shop, fine } = await twins();
    const start = fine.slice(0, length);
    const { exitCode, stdout } = await shop.resale(`inventory set ${start} 5`);
    expect([exitCode, JSON.parse(stdout).id, shop.requests.slice(0, 2)]).toEqual([
      0,
      fine,
      passAndRead(fine),
    ]);
    const stdin = `listing,quantity\n${start.toUpperCase()},6\nWORN,7\n`;
    const [, reports] = await shop.reports('inventory set --from -', { stdin });
    expect(reports).toMatchObject([
      { id: fine, after: 6 },
      { after: 7, outcome: 'applied' },
    ]);
  });

  it('that several have, or that is a SKU as well, is no name of one', async () => {
    const one = {
      id: '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64',
      state: 'OPEN',
      sku: '7d0f5a3',
      availableInventory: 2,
    };
    const listings = [one, { ...one, id: '7d0f5a32-0000-4000-8000-000000000000', sku: '7d0f5a32' }];
    const page = { listings, pageInfo: { hasNextPage: false, endCursor: null } };
    const { env } = await startService({ '/v1/listings': json(200, page) });
    for (const start of ['7d0f5a', '7d0f5a3', '7d0f5a32']) {
      const screen = await resale(`inventory set ${start} 5`, { env });
      expect([screen.exitCode, errorOf(screen).details]).toEqual([
        2,
        listings.map(({ id }) => `${id} (OPEN, 2 for sale)`),
      ]);
    }
  });

  it('may be cut by a narrow table', async () => {
    const { shop, fine } = await twins();
    expect(JSON.parse((await shop.resale(`listings get ${fine.slice(0, 8)}…`)).stdout)).toMatchObject([
      { id: fine },
    ]);
  });

  test.each([(id: string) => id.slice(0, 5), (id: string) => id.slice(1, 8), () => '..'])(
    'is not: too short, not the beginning, no id (%s)',
    async (part) => {
      const { shop, fine } = await twins();
      const screen = await shop.resale(`inventory set ${part(fine)} 5`);
      expect([screen.exitCode, errorOf(screen).code, shop.requests]).toEqual([
        3,
        'not-found',
        ['GET /v1/listings 200'],
      ]);
    },
  );
});

test('a whole id is one request, beside other names, too', async () => {
  const { shop, worn, fine } = await twins();
  expect(JSON.parse((await shop.resale(`listings get ${fine.toUpperCase()}`)).stdout).id).toBe(fine);
  expect(shop.requests).toEqual([`GET /v1/listings/${fine.toUpperCase()} 200`]);
  const both = JSON.parse((await shop.resale(`listings get WORN ${fine} FINE`)).stdout);
  expect(both.map(({ id }: { id: string }) => id)).toEqual([fine, worn]);
});

describe('state and condition in a file', () => {
  test.each([
    ['sku,condition\nJEANS-1,minor_defect\n', 'worn'],
    ['listing,condition\nJEANS-1,Minor-Defect\n', 'worn'],
    ['sku,condition,state\nJEANS-1,EXCELLENT,open\n', 'fine'],
  ] as const)('tell listings of one name apart: %j', async (stdin, meant) => {
    const { shop, ...ids } = await twins();
    const [exitCode, reports] = await shop.reports('listings close --from - --yes', { stdin });
    expect([exitCode, reports]).toMatchObject([0, [{ id: ids[meant], outcome: 'applied', after: 0 }]]);
    const other = meant === 'worn' ? ids.fine : ids.worn;
    expect(await left(shop, other)).toBeGreaterThan(0);
  });

  it('of two rows with one name mean two listings', async () => {
    const { shop, worn, fine } = await twins();
    const stdin = 'sku,condition,quantity\nJEANS-1,MINOR_DEFECT,5\nJEANS-1,EXCELLENT,6\n';
    const [exitCode, reports] = await shop.reports('inventory set --from -', { stdin });
    expect([exitCode, reports]).toMatchObject([
      0,
      [
        { id: worn, after: 5 },
        { id: fine, after: 6 },
      ],
    ]);
  });

  test.each([
    [
      'externalIdentifier,condition\nFINE,MINOR_DEFECT\n',
      'the listing with the externalIdentifier FINE is EXCELLENT, not MINOR_DEFECT',
    ],
    [
      'externalIdentifier,state\nFINE,closed\n',
      'the listing with the externalIdentifier FINE is OPEN, not CLOSED',
    ],
    [
      'listing,state,condition\nFINE,CLOSED,GOOD\n',
      'the listing with the name FINE is OPEN and EXCELLENT, not CLOSED and GOOD',
    ],
    [
      'sku,condition\nJEANS-1,GOOD\n',
      /^of several listings with the sku JEANS-1, none is as the row says: .*MINOR_DEFECT, 2 for sale\); .*EXCELLENT, 4 for sale\)$/,
    ],
    ['sku,condition\nJEANS-1,\n', /^several listings have the sku JEANS-1: /],
    ['sku,condition\nJEANS-1, GOOD\n', 'condition has spaces around it: " GOOD"'],
  ])('refuse a row of which they are not true: %j', async (stdin, message) => {
    const { shop } = await twins();
    const { exitCode, stderr } = await shop.resale('listings close --from - --yes', { stdin });
    const [fault] = JSON.parse(stderr).error.details;
    expect([exitCode, fault.replace('line 2: ', '')]).toEqual([
      2,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    expect(shop.changes()).toEqual([]);
  });

  it('by id, too, for which nothing is read twice', async () => {
    const { shop, fine } = await twins();
    const stdin = `id,condition,quantity\n${fine},GOOD,1\n`;
    const screen = await shop.resale('inventory set --from -', { stdin });
    expect(errorOf(screen).details).toEqual([
      `line 2: the listing with the id ${fine} is EXCELLENT, not GOOD`,
    ]);
    expect(shop.requests).toEqual([`GET /v1/listings/${fine} 200`]);
  });

  it('are true in what `listings list` printed, until something changes', async () => {
    const { shop, worn, fine } = await twins();
    const list = (await shop.resale('listings list -o csv')).stdout;
    const edited = list.replace(/,4,/, ',6,').replace(/,2,/, ',1,');
    await shop.resale('listings close WORN --yes');
    const [exitCode, reports] = await shop.reports('inventory set --from - --skip-invalid', {
      stdin: edited,
    });
    expect([exitCode, reports]).toMatchObject([
      6,
      [
        { outcome: 'refused', error: { message: `the listing with the id ${worn} is CLOSED, not OPEN` } },
        { id: fine, after: 6 },
      ],
    ]);
  });
});
