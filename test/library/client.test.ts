import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { CallOptions, ClientOptions, ResaleClient } from '../../src/library/interface.ts';
import { CallError, InvalidInput, ResaleError } from '../../src/library/library-errors.ts';
import type { NewListing } from '../../src/library/record-types.ts';
import { startRawHost, wire } from '../support/raw-host.ts';
import { canaries, json, startBrokenList, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { all, clientOf, shopWith, thrownBy } from './shop.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const keys = { clientId: canaries.clientId, apiKey: canaries.apiKey };

describe('each call of the service', () => {
  test.each([{}, { dialect: { serviceName: 'Acme', commerceName: 'Mart' } }])(
    'is made in our words: %j',
    async (contents) => {
      const { sandbox, shop } = await shopWith(contents);
      // At first, since what is created is in the next feed.
      expect((await shop.getFeedLink()).url).toMatch(/^http:/);
      const products = await all(shop.feed());
      expect(products).toHaveLength(4);
      expect(products[0]).toMatchObject({ commerceTags: expect.any(Array) });
      const listing: NewListing = {
        shopId: sandbox.shopId,
        condition: 'GOOD',
        productDataSourceType: 'COMMERCE_SKU',
        productIdentifier: sandbox.sku,
        externalIdentifier: 'COAT-1',
        images: [{ url: 'https://images.example/1.jpg' }],
      };
      const created = await shop.createListing(listing);
      expect(created.url).toContain(created.id);
      expect(await shop.getListing(created.id)).toMatchObject({
        sku: sandbox.sku,
        externalIdentifier: 'COAT-1',
      });
      const { listings, pageInfo } = await shop.listListings({ pageSize: 2 });
      expect([listings.length, pageInfo.hasNextPage]).toEqual([2, true]);
      expect(
        await shop.updateInventory(created.id, { action: 'ADJUST_INVENTORY', inventoryAdjustment: 4 }),
      ).toEqual({ id: created.id, availableInventory: 5 });
      expect(
        await shop.updateInventory(created.id, {
          action: 'SET_INVENTORY',
          oldInventory: 5,
          newInventory: 2,
        }),
      ).toEqual({ id: created.id, availableInventory: 2 });
      expect(await shop.gradeItems({ items: [{ id, condition: 'GOOD', notes: 'torn' }] })).toEqual({
        items: [{ id, condition: 'GOOD', notes: 'torn' }],
      });
      expect(await shop.getShops(sandbox.domain)).toMatchObject([{ serviceShopName: 'Second Meadow' }]);
      expect(await shop.getShops('nobody.example')).toEqual([]);
    },
  );
});

describe('the listings', () => {
  test('come from all pages, each once', async () => {
    const { sandbox, shop } = await shopWith({ listings: 250 });
    expect(await all(shop.listings())).toEqual(sandbox.listings());
    const open = sandbox.listings().filter(({ state }) => state === 'OPEN');
    expect(await all(shop.listings({ state: 'OPEN', pageSize: 7, limit: 20 }))).toEqual(open.slice(0, 20));
    expect(await all(shop.listings({ state: 'OPEN', limit: 1 }))).toEqual(open.slice(0, 1));
  });

  test('are asked for only as they are needed', async () => {
    const { url } = await startBrokenList();
    for await (const listing of clientOf({ baseUrl: url, ...keys }).listings()) {
      expect(listing).toEqual({ id: 'a' });
      break;
    }
  });

  test('throw if their pages break off, or lead round in a circle', async () => {
    const { url } = await startBrokenList();
    expect(await thrownBy(() => all(clientOf({ baseUrl: url, ...keys }).listings()))).toMatchObject({
      code: 'server-error',
      status: 500,
      retryable: true,
    });
    const circle = await startService({
      '/v1/listings': json(200, { listings: [{ id: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }),
    });
    expect(await thrownBy(() => all(clientOf({ baseUrl: circle.url, ...keys }).listings()))).toMatchObject({
      code: 'bad-answer',
      retryable: false,
    });
  });
});

describe('a change of an inventory', () => {
  test('tells by its outcome what became of it', async () => {
    const { shop } = await shopWith({ listings: [{ id, availableInventory: 3 }] });
    const conflict = { outcome: 'refused', before: 5, after: 5, expected: 4, actual: 5 };
    const refused = (code: string) => ({ outcome: 'refused', before: 5, after: 5, error: { code } });
    expect(await shop.setInventory(id, 5)).toEqual({ outcome: 'applied', id, before: 3, after: 5 });
    expect(await shop.setInventory(id, 5)).toEqual({ outcome: 'unchanged', id, before: 5, after: 5 });
    expect(await shop.setInventory(id, 6, { expect: 4 })).toMatchObject(conflict);
    // Otherwise nothing would be sent, and nobody would notice that it is another one.
    expect(await shop.setInventory(id, 4, { expect: 4 })).toMatchObject({ outcome: 'refused', actual: 5 });
    expect(await shop.setInventory(id, 0)).toMatchObject(refused('would-close'));
    expect(await shop.setInventory(id, 0, { expect: 5 })).toMatchObject(refused('would-close'));
    expect(await shop.adjustInventory(id, -5)).toMatchObject(refused('would-close'));
    expect(await shop.adjustInventory(id, -6)).toMatchObject(refused('below-zero'));
    expect(await shop.adjustInventory(id, -2)).toEqual({ outcome: 'applied', id, before: 5, after: 3 });
    // Of two at once, the service refuses one, which could have been delivered twice: they wait for each other.
    const atOnce = await Promise.all(
      [1, 1, -2].map((delta) => shop.adjustInventory(id.toUpperCase(), delta)),
    );
    expect(atOnce.map(({ outcome, after }) => [outcome, after])).toEqual(
      [4, 5, 3].map((after) => ['applied', after]),
    );
    expect(await shop.adjustInventory(id, -3, { mayClose: true })).toMatchObject({ after: 0 });
    expect((await shop.getListing(id)).state).toBe('CLOSED');
    expect(await shop.setInventory(id.replace('9', '8'), 5)).toMatchObject({
      outcome: 'refused',
      before: null,
      error: { code: 'not-found' },
    });
  });

  test('by two clients of one process is never in doubt where nothing fails, however equal they are', async () => {
    const { sandbox, shop } = await shopWith({ listings: [{ id, availableInventory: 3 }] });
    const clients = [shop, clientOf({ ...sandbox })];
    const changes = [1, 2, 3].flatMap(() => clients.map((client) => client.adjustInventory(id, 2)));
    const outcomes = (await Promise.all(changes)).map(({ outcome }) => outcome);
    expect([new Set(outcomes), (await shop.getListing(id)).availableInventory]).toEqual([
      new Set(['applied']),
      15,
    ]);
  });

  test('is found if its answer is lost, and sent once', async () => {
    const { sandbox, shop } = await shopWith({
      listings: [{ id, availableInventory: 3 }],
      faults: { 'lost-answer': 1 },
    });
    expect(await thrownBy(() => shop.adjustInventory(id, 1))).toMatchObject({ code: 'connection-lost' });
    expect(await shop.setInventory(id, 4, { expect: 3 })).toMatchObject({
      outcome: 'unknown',
      id,
      before: 3,
      after: null,
      error: { code: 'unknown', message: expect.stringContaining('could not be read afterwards') },
    });
    expect(sandbox.listings()).toMatchObject([{ availableInventory: 4 }]);
  });

  test('throws what concerns other changes, too', async () => {
    const { sandbox, shop } = await shopWith();
    expect(await thrownBy(() => shop.setInventory('COAT-1', 1))).toBeInstanceOf(InvalidInput);
    const [{ id: own } = { id }] = sandbox.listings();
    expect(await thrownBy(() => shop.setInventory(own, 1.5))).toBeInstanceOf(InvalidInput);
    const stranger = clientOf({ ...sandbox, apiKey: 'another key' });
    const refused = await thrownBy(() => stranger.setInventory(own, 1));
    expect(refused).toBeInstanceOf(CallError);
    expect(refused).toMatchObject({ code: 'credentials-refused', status: 403, retryable: false });
  });
});

describe('the feed', () => {
  test('throws if the file is cut short, and never just ends', async () => {
    const { shop } = await shopWith({ products: 2_000, faults: 'truncate=100%' });
    const { url } = await startService({
      '/product-feed': (response, request) =>
        json(200, { url: `http://${request.headers.host}/file`, version: 1 })(response, request),
      '/file': (response) => response.end('[{"productID":"1"},{"productID":"2"}'),
    });
    const seen: string[] = [];
    const error = await thrownBy(async () => {
      for await (const { productID } of clientOf({ baseUrl: url, ...keys }).feed()) seen.push(productID);
    });
    expect(error).toMatchObject({ code: 'connection-lost', retryable: true });
    expect(seen).not.toContain('2');
    expect(await thrownBy(() => all(shop.feed()))).toBeInstanceOf(ResaleError);
  });
});

test('a feed that is kept is downloaded once', async () => {
  const { sandbox, shop } = await shopWith();
  const folder = temporaryFolder();
  const products = await all(shop.feed({ cacheDirectory: folder }));
  await sandbox.close();
  expect(await all(shop.feed({ cacheDirectory: folder }))).toEqual(products);
  expect(await thrownBy(() => all(shop.feed()))).toMatchObject({ code: 'unreachable' });
});

describe('the key', () => {
  test('is not in the client, nor in an error, even if the service repeats them', async () => {
    const { url } = await startService({
      [`/v1/listings/${id}`]: json(500, { error: `no client ${keys.clientId} with ${keys.apiKey}` }),
    });
    const shop = clientOf({ baseUrl: url, ...keys });
    const error = await thrownBy(() => shop.getListing(id));
    const said = [shop, error].flatMap((one) => [
      inspect(one, { depth: Infinity, showHidden: true }),
      JSON.stringify(one),
      String(one),
    ]);
    expect(error.message).toContain(`no client ${keys.clientId} with ***`);
    expect(said.filter((text) => text.includes(keys.apiKey))).toEqual([]);
  });
});

describe('a signal', () => {
  const creation: NewListing = {
    shopId: 'shop-1',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'SKU-1',
    images: [{ url: 'https://images.example/1.jpg' }],
  };
  const reads: Readonly<Record<string, (shop: ResaleClient, how?: CallOptions) => Promise<unknown>>> = {
    getListing: (shop, how) => shop.getListing(id, how),
    listListings: (shop, how) => shop.listListings({ pageSize: 5, ...how }),
    getShops: (shop, how) => shop.getShops('a.example', how),
    getFeedLink: (shop, how) => shop.getFeedLink(how),
    listings: (shop, how) => all(shop.listings({ state: 'OPEN', ...how })),
    feed: (shop, how) => all(shop.feed({ ...how })),
  };
  const changes: typeof reads = {
    createListing: (shop, how) => shop.createListing(creation, how),
    gradeItems: (shop, how) => shop.gradeItems({ items: [{ id, condition: 'GOOD' }] }, how),
    updateInventory: (shop, how) =>
      shop.updateInventory(id, { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 }, how),
    setInventory: (shop, how) => shop.setInventory(id, 4, { expect: 3, ...how }),
  };
  /** A service that never answers, and a controller that aborts once a request has come. */
  const silent = async () => {
    const stop = new AbortController();
    const { url, requests } = await startRawHost(() => stop.abort(new Error('enough')));
    return { stop, url, requests };
  };

  /** Makes a call that is stopped by its own signal, or by the client's; it may have its own all the same. */
  const stopped = async (call: (typeof reads)[string], by: 'call' | 'client' = 'call', own?: CallOptions) => {
    const { stop, url, requests } = await silent();
    const { signal } = stop;
    const shop = clientOf({ baseUrl: url, ...keys, ...(by === 'client' && { signal }) });
    const how = by === 'client' ? own : { signal };
    const first = await call(shop, how).catch((error: unknown) => error);
    const again = await call(shop, how).catch((error: unknown) => error);
    return { first, again, requests: requests.length };
  };
  const enough = { message: 'enough' };

  test.each(Object.entries(reads))('ends %s with its own reason', async (_, call) => {
    expect(await stopped(call)).toMatchObject({ first: enough, again: enough, requests: 1 });
  });

  test.each(Object.entries(changes))(
    'leaves %s unknown if it was under way, and sends none later',
    async (name, call) => {
      const error = { code: 'unknown' };
      const first = name === 'setInventory' ? { outcome: 'unknown', before: 3, error } : error;
      expect(await stopped(call)).toMatchObject({ first, again: enough, requests: 1 });
    },
  );

  test.each([
    ['listings', reads.listings, enough, undefined],
    ['gradeItems', changes.gradeItems, { code: 'unknown' }, { signal: new AbortController().signal }],
  ] as const)('of a client does so for each of its calls: %s', async (_, call, first, own) => {
    if (!call) throw new Error('there is no such call');
    expect(await stopped(call, 'client', own)).toMatchObject({ first, again: enough, requests: 1 });
  });

  test('of a call ends no other, and is let go with it', async () => {
    const { shop } = await shopWith({ listings: [{ id, availableInventory: 3 }, {}] });
    const stop = new AbortController();
    const listing = shop.listings({ signal: stop.signal });
    expect(await shop.getListing(id, { signal: stop.signal })).toMatchObject({ availableInventory: 3 });
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    await listing.next();
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort(new Error('enough'));
    expect((await thrownBy(() => listing.next())).message).toBe('enough');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(await shop.setInventory(id, 4)).toMatchObject({ outcome: 'applied' });
  });

  test('may be that of any number of calls at once, without a warning of Node', async () => {
    const { shop } = await shopWith({ listings: [{ id }] });
    const { signal } = new AbortController();
    const hear = vi.fn();
    process.on('warning', hear);
    await Promise.all(Array.from({ length: 12 }, () => shop.getListing(id, { signal })));
    process.off('warning', hear);
    expect(hear).not.toHaveBeenCalled();
  });

  test('ends the wait for the turn on a listing, and nothing is sent in it', async () => {
    const [first, second, third] = Array.from({ length: 3 }, () => new AbortController());
    // The first request has no answer yet when the second call is given up.
    const { url, requests } = await startRawHost((_, request) =>
      (request.includes('"newInventory":4') ? second : third)?.abort(new Error('enough')),
    );
    const shop = clientOf({ baseUrl: url, ...keys, timeoutMs: 10_000 });
    const change = (quantity: number, stop?: AbortController) =>
      shop.setInventory(id, quantity, { expect: 3, ...(stop && { signal: stop.signal }) });
    const underWay = change(4, first);
    const waiting = thrownBy(() => change(5, second));
    expect(await Promise.race([underWay, waiting])).toMatchObject({ message: 'enough' });
    const afterwards = change(6, third);
    first?.abort();
    expect([(await underWay).outcome, (await afterwards).outcome]).toEqual(['unknown', 'unknown']);
    expect(requests).toHaveLength(2);
  });

  test('ends the wait that the service asks for', async () => {
    const stop = new AbortController();
    const { url, requests } = await startRawHost((socket) => {
      socket.end(wire(429, '{"error":"too much"}', { 'Retry-After': '3600' }));
      setTimeout(() => stop.abort(new Error('enough')), 50);
    });
    const shop = clientOf({ baseUrl: url, ...keys, maxRetries: 2, maxWaitMs: 7_200_000 });
    const error = await thrownBy(() => shop.setInventory(id, 4, { expect: 3, signal: stop.signal }));
    // The service began nothing, so nothing is unknown.
    expect([error.message, requests.length]).toEqual(['enough', 1]);
  });

  test('ends the wait for what was lost: the change stays unknown', async () => {
    const stop = new AbortController();
    const { url, requests } = await startRawHost((socket) => {
      socket.destroy();
      stop.abort();
    });
    const shop = clientOf({ baseUrl: url, ...keys, settleMs: 60_000 });
    expect(await shop.setInventory(id, 4, { expect: 3, signal: stop.signal })).toMatchObject({
      outcome: 'unknown',
      error: { code: 'unknown' },
    });
    expect(requests).toHaveLength(1);
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ baseUrl: 'http://shop.example' }, 'baseUrl must begin with https://'],
  [{ baseUrl: undefined }, 'baseUrl must begin with https://'],
  [{ apiKey: '' }, 'apiKey is empty'],
  [{ apiKey: undefined }, 'apiKey is empty'],
  [{ clientId: 'a\nb' }, 'clientId contains a line break'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a number above 0'],
  [{ timeoutMs: '30' }, 'timeoutMs must be a number above 0'],
  [{ timeout: 5 }, 'timeout is not known (did you mean timeoutMs?)'],
  [{ apiKey: 5 }, 'apiKey must be a string'],
  [{ signal: new AbortController() }, 'signal must be an AbortSignal'],
  [{ dialect: { names: { 'query.pagesize': 'first' } } }, 'dialect.query.pagesize is not a query parameter'],
  [{ maxRetries: -1, rate: Number.NaN }, 'maxRetries must be a number of 0 or more; rate must be'],
  [{ dialect: { serviceName: 'two words' } }, 'dialect.serviceName must be one word'],
])('createClient refuses %j', async (options, message) => {
  const error = await thrownBy(() =>
    clientOf({ baseUrl: 'https://shop.example', ...keys, ...options } as ClientOptions),
  );
  expect(error).toBeInstanceOf(ResaleError);
  expect(error.message).toContain(message);
  expect(error.retryable).toBe(false);
});

describe('what plain JavaScript may hand over', () => {
  type Wrong = (shop: ResaleClient) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: no compiler looks here
  const none = undefined as any;
  test.each<[Wrong, string]>([
    [
      (shop) => shop.setInventory(id, 3, { expected: 2 } as never),
      'expected is not known (did you mean expect?)',
    ],
    [(shop) => shop.setInventory(id, 3, { expect: '2' } as never), 'expect must be a whole number'],
    [(shop) => shop.setInventory(id, none), 'quantity must be a whole number'],
    [(shop) => shop.setInventory(id, -1), 'quantity must be a whole number of 0 or more'],
    [(shop) => shop.setInventory(id, 1, { expect: -1 }), 'expect must be a whole number of 0 or more'],
    [(shop) => shop.adjustInventory(id, Number.NaN), 'delta must be a whole number'],
    [
      (shop) => shop.adjustInventory(id, 1, { mayclose: true } as never),
      'mayclose is not known (did you mean mayClose?)',
    ],
    [(shop) => shop.getListing(none), 'id is missing'],
    [
      (shop) => shop.getListing(id, { signal: new AbortController() } as never),
      'signal must be an AbortSignal',
    ],
    [(shop) => shop.createListing(none), 'shopId is missing'],
    [
      (shop) =>
        shop.createListing({
          shopId: 'S',
          condition: 'GOOD',
          productDataSourceType: 'COMMERCE_SKU',
          productIdentifier: 'COAT',
          externalIdentifier: 'A\u200b',
          images: [{ url: 'https://images.example/1.jpg' }],
        }),
      String.raw`externalIdentifier contains an invisible character: "A\u200b"`,
    ],
    [(shop) => shop.gradeItems(none), 'items is missing'],
    [(shop) => shop.gradeItems({} as never), 'items is missing'],
    [(shop) => shop.updateInventory(id, none), 'action must be one of'],
    [(shop) => shop.updateInventory(id, { action: 'ADD' } as never), 'action must be one of'],
    [(shop) => all(shop.listings({ sate: 'OPEN' } as never)), 'sate is not known (did you mean state?)'],
    [(shop) => all(shop.listings({ limit: 0 })), 'limit must be a whole number above 0'],
    [(shop) => shop.listListings({ limit: 3 } as never), 'limit is not known'],
    [(shop) => all(shop.feed({ cacheDir: 'x' } as never)), 'cacheDir is not known'],
  ])('is refused before anything is sent: %s', async (call, message) => {
    const { url, requests } = await startRawHost(() => {});
    const error = await thrownBy(() => call(clientOf({ baseUrl: url, ...keys })));
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error.message).toContain(message);
    expect(requests).toEqual([]);
  });

  test('as well as a call of a client that is closed', async () => {
    const { shop } = await shopWith();
    await shop.close();
    const error = await thrownBy(() => shop.listListings());
    expect(error).toMatchObject({ message: 'the client is closed', retryable: false });
  });
});
