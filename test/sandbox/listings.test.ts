import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/options.ts';
import { ask, creation, sandboxWith } from './running.ts';

const create = async (sandbox: Sandbox, more: object = {}) =>
  (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId, more))).body;

const pages = async (sandbox: Sandbox, query: string) => {
  const ids: string[][] = [];
  for (let after = ''; ; ) {
    const { body } = await ask(sandbox, `GET /v1/listings?${query}${after && `&after=${after}`}`);
    ids.push(body.listings.map(({ id }: { id: string }) => id));
    if (!body.pageInfo.hasNextPage) return ids;
    after = body.pageInfo.endCursor;
  }
};

test('a new listing is on sale, one piece, and is read in six fields', async () => {
  const sandbox = await sandboxWith();
  const { status, body } = await ask(
    sandbox,
    'POST /v1/listings',
    creation(sandbox.shopId, { externalIdentifier: 'mine' }),
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    url: `${sandbox.baseUrl}/shop/listings/${body.id}`,
  });
  expect((await ask(sandbox, `GET /v1/listings/${body.id}`)).body).toEqual({
    id: body.id,
    state: 'OPEN',
    condition: 'GOOD',
    sku: 'ANY-SKU',
    availableInventory: 1,
    externalIdentifier: 'mine',
  });
});

test('an identifier is found in either case', async () => {
  const sandbox = await sandboxWith();
  const { id } = await create(sandbox);
  expect((await ask(sandbox, `GET /v1/listings/${id.toUpperCase()}`)).body.id).toBe(id);
});

const seededSku = 'MLB-JEANS-000000-3434';
test.each([
  [{ productDataSourceType: 'COMMERCE_SKU', productIdentifier: 'whatever' }, /^whatever$/],
  [{ productDataSourceType: 'COMMERCE_PRODUCT_VARIANT_ID', productIdentifier: '4470012000000' }, seededSku],
  [
    { productDataSourceType: 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER', productIdentifier: 'variant-000000' },
    seededSku,
  ],
  [
    { productDataSourceType: 'EXTERNAL_PRODUCT_VARIANT_SKU', productIdentifier: `EXT-${seededSku}` },
    seededSku,
  ],
  [
    { productDataSourceType: 'COMMERCE_PRODUCT_VARIANT_ID', productIdentifier: 'variant-000000' },
    /^SANDBOX-[0-9A-F]{8}$/,
  ],
  [
    {
      productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
      productIdentifier: undefined,
      manualProductOptions: { title: 'Coat', categories: [] },
      originalPrice: 100,
    },
    /^SANDBOX-[0-9A-F]{8}$/,
  ],
])('%o has the SKU %s', async (product, sku) => {
  const sandbox = await sandboxWith();
  const { id } = await create(sandbox, product);
  expect((await ask(sandbox, `GET /v1/listings/${id}`)).body.sku).toMatch(sku);
});

test.each([
  [{ shopId: 'no-such-shop' }, 'There is no shop with this shopId.'],
  [
    { productIdentifier: 'MISSING-1' },
    "The shop's commerce platform has no product with this productIdentifier.",
  ],
])('%o is not found', async (wrong, error) => {
  const sandbox = await sandboxWith();
  const answer = await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId, wrong));
  expect([answer.status, answer.body]).toEqual([404, { error }]);
});

test.each([
  ['kleiderkreis.example', 'shop-second-meadow'],
  ['no-such-store.example', 'shop-kleiderkreis'],
])('%s is no store of %s', async (commercePlatformDomain, shopId) => {
  const { status, body } = await ask(
    await sandboxWith(),
    'POST /v1/listings',
    creation(shopId, { commercePlatformDomain }),
  );
  const error = 'commercePlatformDomain must be the domain of a store of this shop.';
  expect([status, body]).toEqual([400, { error }]);
});

test('a listing may name any store of its shop', async () => {
  const sandbox = await sandboxWith();
  await create(sandbox, { commercePlatformDomain: 'OUTLET.second-meadow.example' });
});

test('two listings may share an external identifier', async () => {
  const sandbox = await sandboxWith();
  const [one, two] = [
    await create(sandbox, { externalIdentifier: 'x' }),
    await create(sandbox, { externalIdentifier: 'x' }),
  ];
  expect(one.id).not.toBe(two.id);
});

test('the same seed has the same listings and makes the same identifiers, another seed others', async () => {
  const [one, same, other] = [await sandboxWith(), await sandboxWith(), await sandboxWith({ seed: 2 })];
  const first = async (sandbox: Sandbox) => [
    (await ask(sandbox, 'GET /v1/listings')).body.listings,
    (await create(sandbox)).id,
  ];
  expect(await first(one)).toEqual(await first(same));
  expect((await pages(one, ''))[0]).not.toEqual((await pages(other, ''))[0]);
});

test.each([
  ['', [50, 50, 20]],
  ['limit=200', [120]],
  ['limit=120', [120]],
  ['limit=60', [60, 60]],
])('120 listings by ?%s come on pages of %o', async (query, lengths) => {
  const found = await pages(await sandboxWith({ listings: 120 }), query);
  expect(found.map(({ length }) => length)).toEqual(lengths);
  expect(new Set(found.flat()).size).toBe(120);
});

test('the states part the list', async () => {
  const sandbox = await sandboxWith({ listings: 120 });
  const [open, closed] = [
    await pages(sandbox, 'state=OPEN&limit=7'),
    await pages(sandbox, 'state=CLOSED&limit=7'),
  ];
  expect(closed.flat().length).toBeGreaterThan(5);
  expect([...open.flat(), ...closed.flat()].sort()).toEqual((await pages(sandbox, '')).flat().sort());
});

test('a last page has the cursor of its last listing, and an empty list has none', async () => {
  const sandbox = await sandboxWith({ listings: 2 });
  const { pageInfo } = (await ask(sandbox, 'GET /v1/listings')).body;
  expect(pageInfo).toEqual({ hasNextPage: false, endCursor: expect.stringMatching(/^[\w-]+$/) });
  const { id } = await create(sandbox);
  const next = (await ask(sandbox, `GET /v1/listings?after=${pageInfo.endCursor}`)).body;
  expect(next.listings.map((listing: { id: string }) => listing.id)).toEqual([id]);
  const empty = await ask(await sandboxWith({ listings: 0 }), 'GET /v1/listings');
  expect(empty.body).toEqual({ listings: [], pageInfo: { hasNextPage: false, endCursor: '' } });
});

test('pages stay whole while listings are created and closed', async () => {
  const sandbox = await sandboxWith({ listings: 0 });
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.push((await create(sandbox)).id);
  const first = (await ask(sandbox, 'GET /v1/listings?state=OPEN&limit=3')).body;
  await ask(sandbox, `PUT /v1/listings/${made[0]}/inventory`, {
    action: 'ADJUST_INVENTORY',
    inventoryAdjustment: -1,
  });
  made.push((await create(sandbox)).id);
  const second = (await ask(sandbox, `GET /v1/listings?state=OPEN&limit=3&after=${first.pageInfo.endCursor}`))
    .body;
  expect([...first.listings, ...second.listings].map(({ id }: { id: string }) => id)).toEqual(made);
});

test('a cursor that is damaged, foreign, or of another filter is refused', async () => {
  const sandbox = await sandboxWith();
  const cursor = async (from: Sandbox, query: string) =>
    (await ask(from, `GET /v1/listings?limit=3${query}`)).body.pageInfo.endCursor as string;
  const good = await cursor(sandbox, '');
  const wrong = [
    'x',
    '',
    '%00',
    `${good}A`,
    `${good}=`,
    good.slice(1),
    await cursor(sandbox, '&state=OPEN'),
    await cursor(await sandboxWith({ seed: 9 }), ''),
  ];
  expect((await ask(sandbox, `GET /v1/listings?after=${good}`)).status).toBe(200);
  for (const after of wrong) {
    const { status, body } = await ask(sandbox, `GET /v1/listings?after=${after}`);
    expect([status, body]).toEqual([
      400,
      { error: 'after must be the endCursor of an earlier page of the same list.' },
    ]);
  }
});
