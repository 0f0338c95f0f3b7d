import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Sandbox } from '../../src/sandbox/sandbox-options.ts';
import { type Product, product } from '../../src/service/product.ts';
import { ask, clock, hour, keys, sandboxWith } from './running.ts';

const link = async (sandbox: Sandbox): Promise<string> => (await ask(sandbox, 'GET /product-feed')).body.url;
const products = async (sandbox: Sandbox): Promise<Product[]> =>
  (await (await fetch(await link(sandbox))).json()) as Product[];
const plain = { 'Accept-Encoding': 'identity' };

test.each([0, 1, 512])('a feed of %i products', async (count) => {
  const found = await products(await sandboxWith({ products: count }));
  expect(found).toHaveLength(count);
  expect(new Set(found.map(({ productID }) => productID)).size).toBe(count);
});

test('every entry is as documented, and each optional field is missing in some', async () => {
  const found = await products(await sandboxWith({ products: 600 }));
  expect(z.array(product).safeParse(found).success).toBe(true);
  const documented = Object.keys(product.shape);
  for (const entry of found) expect(documented.filter((name) => name in entry)).toEqual(Object.keys(entry));
  const lacking = documented.map((name) => [name, found.filter((entry) => !(name in entry)).length] as const);
  expect(new Set(lacking.slice(0, 11).map(([, count]) => count))).toEqual(new Set([0]));
  for (const [, count] of lacking.slice(11)) {
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(100);
  }
  const text = JSON.stringify(found);
  expect(text.length / 600).toBeGreaterThan(700);
  expect(text.length / 600).toBeLessThan(950);
  expect(text).toMatch(/ø/);
  expect(text).toMatch(/\\"/);
});

test('a listing that is created is in the next feed, behind the others, with what is known of it', async () => {
  const { now, turn } = clock('2026-03-01T10:16:00Z');
  const sandbox = await sandboxWith({ now, listings: 5, products: 8 });
  const create = async (creation: object) =>
    (
      await ask(sandbox, 'POST /v1/listings', {
        shopId: sandbox.shopId,
        condition: 'GOOD',
        images: [{ url: 'https://images.example/1.jpg' }],
        ...creation,
      })
    ).body;
  const bySku = await create({ productDataSourceType: 'COMMERCE_SKU', productIdentifier: sandbox.sku });
  const unknown = await create({
    productDataSourceType: 'EXTERNAL_PRODUCT_VARIANT_SKU',
    productIdentifier: 'OURS-7',
    originalPrice: 12_950,
    description: 'Worn once.',
    brand: 'Ours',
  });
  const manual = await create({
    productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
    manualProductOptions: { title: 'Wool coat', categories: ['Coats'], size: 'M', color: 'teal' },
    originalPrice: 9_900,
  });
  const before = await products(sandbox);
  expect(before).toHaveLength(8);
  turn(hour);
  const after = await products(sandbox);
  expect(after.map(({ productID }) => productID)).toEqual([
    ...before.map(({ productID }) => productID),
    ...[bySku, unknown, manual].map(({ id }) => id),
  ]);
  expect(z.array(product).safeParse(after).success).toBe(true);
  const onSale = { productStock: 1, productAvailable: true, condition: 'GOOD', currency: 'USD' };
  expect(after.slice(8)).toMatchObject([
    {
      ...onSale,
      productURL: bySku.url,
      productTitle: expect.stringMatching(/ in /),
      price: expect.any(Number),
    },
    {
      ...onSale,
      productURL: unknown.url,
      productTitle: 'OURS-7',
      productDescription: 'Worn once.',
      brand: 'Ours',
      price: 129.5,
      image: 'https://images.example/1.jpg',
    },
    { ...onSale, productTitle: 'Wool coat', categories: ['Coats'], size: 'M', color: 'teal', price: 99 },
  ]);

  // Its stock follows the inventory, and one that was closed is not available.
  await ask(sandbox, `PUT /v1/listings/${unknown.id}/inventory`, {
    action: 'ADJUST_INVENTORY',
    inventoryAdjustment: 4,
  });
  await ask(sandbox, `PUT /v1/listings/${manual.id}/inventory`, {
    action: 'SET_INVENTORY',
    oldInventory: 1,
    newInventory: 0,
  });
  expect(await products(sandbox)).toEqual(after);
  turn(hour);
  const [still, more, closed] = (await products(sandbox)).slice(8);
  expect(still).toEqual(after[8]);
  expect(more).toMatchObject({ productStock: 5, productAvailable: true });
  expect(closed).toMatchObject({ productStock: 0, productAvailable: false });
});

test('the first entries are the listings, as they stood at the last quarter past', async () => {
  const { now, turn } = clock('2026-03-01T10:16:00Z');
  const sandbox = await sandboxWith({ now, listings: 5, products: 8 });
  const { listings } = (await ask(sandbox, 'GET /v1/listings')).body;
  const [{ id, availableInventory }] = listings;
  const seeded = await products(sandbox);
  expect(seeded.slice(0, 5)).toMatchObject(
    listings.map((listing: { id: string; state: string; condition: string; availableInventory: number }) => ({
      productID: listing.id,
      productStock: listing.availableInventory,
      productAvailable: listing.state === 'OPEN',
      condition: listing.condition,
    })),
  );
  await ask(sandbox, `PUT /v1/listings/${id}/inventory`, {
    action: 'SET_INVENTORY',
    oldInventory: availableInventory,
    newInventory: 0,
  });
  expect(await products(sandbox)).toEqual(seeded);
  turn(hour);
  // After the quarter past, but before anybody asked for the feed: the next one has it, this one does not.
  await ask(sandbox, `PUT /v1/listings/${id}/inventory`, {
    action: 'ADJUST_INVENTORY',
    inventoryAdjustment: 7,
  });
  expect((await products(sandbox))[0]).toMatchObject({ productStock: 0, productAvailable: false });
  turn(hour);
  expect((await products(sandbox))[0]).toMatchObject({ productStock: 7, productAvailable: false });
});

test('a few of the others change from feed to feed, and nothing else', async () => {
  const { now, turn } = clock('2026-03-01T10:16:00Z');
  const sandbox = await sandboxWith({ now, listings: 100, products: 1100 });
  const before = await products(sandbox);
  turn(hour);
  const after = await products(sandbox);
  const changed = after.filter((entry, index) => JSON.stringify(entry) !== JSON.stringify(before[index]));
  expect(changed.length).toBeGreaterThan(10);
  expect(changed.length).toBeLessThan(150);
  expect(after.slice(0, 100)).toEqual(before.slice(0, 100));
  const still = ({ price, productStock, productAvailable, updatedAt, ...rest }: Product) => rest;
  expect(after.map(still)).toEqual(before.map(still));
});

test('the same seed serves the same bytes, another seed others', async () => {
  const etag = async (seed: number, start: string) => {
    const url = await link(await sandboxWith({ seed, now: clock(start).now }));
    const response = await fetch(url, { headers: plain });
    return [response.headers.get('etag'), await response.text()];
  };
  const first = await etag(1, '2026-03-01T10:16:00Z');
  expect(await etag(1, '2027-08-09T01:00:00Z')).toEqual(first);
  const [tag, text = ''] = await etag(2, '2026-03-01T10:16:00Z');
  expect(tag).not.toBe(first[0]);
  const [{ productID }] = JSON.parse(first[1] ?? '');
  expect(text).not.toContain(productID);
});

test('an older link serves its own file, also when a newer one was fetched', async () => {
  const { now, turn } = clock('2026-03-01T10:16:00Z');
  const sandbox = await sandboxWith({ now, products: 1000 });
  const old = await link(sandbox);
  const text = await (await fetch(old)).text();
  turn(hour);
  expect(await (await fetch(await link(sandbox))).text()).not.toBe(text);
  expect(await (await fetch(old)).text()).toBe(text);
});

test('the file says what it is', async () => {
  const url = await link(await sandboxWith({ products: 600, now: clock('2026-03-01T10:14:00Z').now }));
  const response = await fetch(url, { headers: plain });
  const length = (await response.arrayBuffer()).byteLength;
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(length),
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'last-modified': 'Sun, 01 Mar 2026 09:15:00 GMT',
    date: 'Sun, 01 Mar 2026 10:14:00 GMT',
    'cache-control': 'no-store',
  });
});

test('packed, it is the same array under another tag, and has no ranges', async () => {
  const url = await link(await sandboxWith({ products: 600 }));
  const packed = await fetch(url, { headers: { 'Accept-Encoding': 'br, gzip', Range: 'bytes=1-' } });
  const whole = await fetch(url, { headers: { 'Accept-Encoding': 'gzip;q=0' } });
  expect([
    packed.status,
    packed.headers.get('content-encoding'),
    packed.headers.get('accept-ranges'),
  ]).toEqual([200, 'gzip', null]);
  expect(whole.headers.get('content-encoding')).toBe(null);
  expect(packed.headers.get('etag')).not.toBe(whole.headers.get('etag'));
  expect(await packed.text()).toBe(await whole.text());
});

test('the rest, and no other range', async () => {
  const url = await link(await sandboxWith({ products: 1100 }));
  const whole = await fetch(url, { headers: plain });
  const etag = whole.headers.get('etag') ?? '';
  const modified = whole.headers.get('last-modified') ?? '';
  const bytes = Buffer.from(await whole.arrayBuffer());
  const size = bytes.length;
  const part = async (headers: Record<string, string>) => {
    const response = await fetch(url, { headers: { ...plain, ...headers } });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get('content-range'), body };
  };
  const table: [Record<string, string>, number, number, number][] = [
    [{ Range: 'bytes=0-' }, 206, 0, size],
    [{ Range: 'bytes=400000-' }, 206, 400_000, size],
    [{ Range: 'bytes=5-', 'If-Range': etag }, 206, 5, size],
    [{ Range: 'bytes=5-', 'If-Range': modified }, 200, 0, size],
    [{ Range: 'bytes=5-', 'If-Range': '"another"' }, 200, 0, size],
    [{ Range: 'bytes=5-', 'If-Range': `W/${etag}` }, 200, 0, size],
    [{ Range: 'bytes=0-99' }, 200, 0, size],
    [{ Range: 'bytes=-7' }, 200, 0, size],
    [{ Range: 'bytes=0-1,3-4' }, 200, 0, size],
    [{ Range: 'lines=0-1' }, 200, 0, size],
  ];
  for (const [headers, status, from, to] of table) {
    const { range, ...answer } = await part(headers);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    expect(answer.body.equals(bytes.subarray(from, to)), JSON.stringify(headers)).toBe(true);
    expect(range).toBe(status === 206 ? `bytes ${from}-${to - 1}/${size}` : null);
  }
  const behind = await part({ Range: `bytes=${size}-` });
  expect([behind.status, behind.range]).toEqual([416, `bytes */${size}`]);
  expect(JSON.parse(behind.body.toString())).toEqual({ error: `The file has ${size} bytes.` });
});

test.each(['X-Service-Client-Id', 'X-Service-Authentication-Key'])(
  'the file host refuses %s',
  async (name) => {
    const sandbox = await sandboxWith();
    const leaked = { [name]: 'anything' };
    for (const url of [await link(sandbox), `${sandbox.feedOrigin}/elsewhere`]) {
      const response = await fetch(url, { headers: leaked });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: `Credentials must not be sent to the host of the feed files: ${name}.` },
      ]);
    }
  },
);

test('the file host takes only GET, and knows no other path', async () => {
  const sandbox = await sandboxWith();
  const post = await fetch(await link(sandbox), { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await fetch(`${sandbox.feedOrigin}/v1/listings`)).status).toBe(404);
  expect((await ask({ baseUrl: sandbox.baseUrl }, 'GET /feeds/x.json', undefined, keys)).status).toBe(404);
});
