import { describe, expect, test } from 'vitest';
import { type PerformOptions, perform } from '../../src/changes/engine.ts';
import { UnknownOutcome, WouldClose } from '../../src/changes/errors.ts';
import { InventoryItem } from '../../src/changes/inventory.ts';
import { closesListing, mayBeClosed, readInventory } from '../../src/changes/inventory-snapshot.ts';
import { inventoryRecord } from '../../src/changes/outcome.ts';
import { CallError } from '../../src/client/errors.ts';
import { hangUp, type Meddling, silence } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Shop, shopWith, toFirstChange } from './shop.ts';

type Leave = Pick<PerformOptions, 'onConflict' | 'mayClose'>;

const carefully: Leave = { onConflict: 'fail', mayClose: true };

/** Sets the inventory, expected to be 5, to another. */
const set = async (
  { client, id, settling }: Shop,
  to: number | ((current: number) => number),
  leave = carefully,
  from = 5,
) => {
  const item = new InventoryItem([], typeof to === 'number' ? () => to : to);
  const planned = item.plan({ id, inventory: from, isClosed: undefined });
  return inventoryRecord(await perform(planned, { client, settling, ...leave }));
};

const read = 'GET listing';
const sent = (from: number, to: number) =>
  `PUT inventory {"action":"SET_INVENTORY","oldInventory":${from},"newInventory":${to}}`;

describe('confirmed', () => {
  test('an expectation of what is wanted is held against the listing', async () => {
    const shop = await shopWith();
    const confirm = async (quantity: number) =>
      perform(
        new InventoryItem([], () => quantity, { expect: quantity }).plan(
          await readInventory(shop.client, shop.id),
        ),
        shop,
      );
    expect(await confirm(5)).toMatchObject({ outcome: 'unchanged', before: 5, after: 5 });
    await expect(confirm(4)).rejects.toMatchObject({ name: 'Conflict', expected: 4, actual: 5, wanted: 4 });
    expect(shop.relay.changes()).toBe(0);
  });

  test('fields that the service adds are kept', async () => {
    const shop = await shopWith((shop) => ({
      instead: json(200, { id: shop.id.toUpperCase(), availableInventory: 3, shelf: 'B7' }),
    }));
    expect(await set(shop, 3)).toMatchObject({ shelf: 'B7', outcome: 'applied' });
  });
});

describe('closing a listing', () => {
  test.each([
    [5, 0, undefined, true],
    [5, 1, undefined, false],
    [0, 0, undefined, false],
    [0, 5, undefined, false],
    [5, 0, false, true],
    [5, 0, true, false],
  ])('from %i to %i, being closed already %s: closes it %s', (from, to, isClosed, expected) => {
    expect(closesListing(from, to, isClosed)).toBe(expected);
  });

  test.each([
    [{ inventory: 0, isClosed: true }, { before: 0, after: 3 }, true],
    [{ inventory: 5, isClosed: true }, { before: 5, after: 3 }, true],
    [{ inventory: 5, isClosed: true }, { before: 5, after: 0 }, false],
    [{ inventory: 5, isClosed: false }, { before: 5, after: 3 }, false],
    [{ inventory: 0, isClosed: false }, { before: 0, after: 3 }, false],
    // It was sold out meanwhile.
    [{ inventory: 5, isClosed: false }, { before: 0, after: 3 }, true],
    // Nobody has read it.
    [{ inventory: 0 }, { before: 0, after: 3 }, true],
    [{ inventory: 5 }, { before: 5, after: 3 }, false],
    [{}, { before: 0, after: 3 }, true],
    [{}, { before: 1, after: 4 }, false],
  ])('%j, then %j: items are left in a listing that may be CLOSED: %s', (known, change, expected) => {
    expect(mayBeClosed(known, { outcome: 'applied', ...change })).toBe(expected);
  });

  test('is refused if nobody allowed it', async () => {
    const shop = await shopWith();
    await expect(set(shop, 0, { ...carefully, mayClose: false })).rejects.toThrow(WouldClose);
    expect(shop.relay.lines).toEqual([]);
  });

  test('is also refused if only a second try would close it', async () => {
    const shop = await shopWith();
    await shop.becomes(2);
    const less = (current: number) => current - 2;
    await expect(set(shop, less, { onConflict: 'retry', mayClose: false })).rejects.toMatchObject({
      name: 'WouldClose',
      actual: 2,
    });
    expect(await shop.inventory()).toBe(2);
  });
});

test('a change below nothing is not planned', () => {
  const take = (count: number) =>
    new InventoryItem([], (current) => current - count).plan({ id: 'x', inventory: 2, isClosed: false });
  expect(take(3)).toMatchObject({
    effect: 'fault',
    error: { message: 'the inventory of x is 2: a change by -3 would take it below 0' },
  });
  expect(take(2)).toMatchObject({ effect: 'close', before: 2, after: 0 });
});

test('somebody else is there first each time: retry: five times, then it is a conflict', async () => {
  let stock = 5;
  const shop = await shopWith((shop, method) =>
    method === 'PUT' ? { first: () => shop.becomes(++stock) } : undefined,
  );
  await expect(set(shop, 3, { ...carefully, onConflict: 'retry' })).rejects.toMatchObject({
    name: 'Conflict',
    expected: 9,
    actual: 10,
    wanted: 3,
  });
  expect(shop.relay.changes()).toBe(5);
  expect(await shop.inventory()).toBe(10);
});

describe('refused', () => {
  test('with 409 while the value is the expected one: a conflict that says so, and nothing is sent again', async () => {
    const shop = await shopWith(toFirstChange(() => ({ instead: json(409, { error: 'not today' }) })));
    await expect(set(shop, 3, { onConflict: 'retry' })).rejects.toMatchObject({
      message: expect.stringContaining(
        'as expected, but the service refused the change: not today; 3 was wanted',
      ),
      expected: 5,
      actual: 5,
      wanted: 3,
    });
    // A replica may lag behind what refused it, and the first delivery of a repeated request may still be under way.
    expect(shop.relay.lines).toEqual([sent(5, 3), read, read, read]);
  });

  test('and the listing can not be read, or comes from a cache: unknown', async () => {
    const answers = [
      json(500, { error: 'nor any day' }),
      json(200, { id: 'x', availableInventory: 4 }, { age: '9' }),
    ];
    for (const answer of answers) {
      const shop = await shopWith((_, method) => ({
        instead: method === 'PUT' ? json(409, { error: 'not today' }) : answer,
      }));
      await expect(set(shop, 3)).rejects.toMatchObject({
        name: 'UnknownOutcome',
        evidence: 'the service refused it (409: not today); the inventory could not be read afterwards',
      });
    }
  });

  test.each([403, 404, 410])('and so is the reading, with %i: the reason of the service', async (status) => {
    const shop = await shopWith(() => ({ instead: json(status, { error: 'not yours' }) }));
    await expect(set(shop, 3)).rejects.toMatchObject({ attempt: 'rejected', facts: { status } });
  });

  test.each([400, 409, 422])(
    'and so is the reading, with %i, which says nothing: unknown',
    async (status) => {
      const shop = await shopWith(() => ({ instead: json(status, { error: 'not today' }) }));
      await expect(set(shop, 3)).rejects.toMatchObject({ name: 'UnknownOutcome' });
    },
  );
});

test('a value that comes back after a refusal starts nothing again, and a rival is told from a repeated delivery', async () => {
  const shop = await shopWith(toFirstChange((shop) => ({ first: () => shop.becomes(4), twice: 409 })));
  const item = new InventoryItem([], (current) => current - 2, { delta: -2 });
  const planned = item.plan({ id: shop.id, inventory: 5, isClosed: false });
  expect(await perform(planned, { ...shop, onConflict: 'retry', mayClose: true })).toMatchObject({
    outcome: 'applied',
    before: 4,
    after: 2,
  });
});

describe('not confirmed: sent once, then looked at', () => {
  const lost = 'the connection was lost before the whole answer was there';

  test('the answer is about another value: the wanted one is there, so it has converged', async () => {
    const shop = await shopWith(
      toFirstChange((shop) => ({ afterwards: json(200, { id: shop.id, availableInventory: 4 }) })),
      { maxRetries: 2 },
    );
    expect(await set(shop, 3)).toEqual({
      id: shop.id,
      availableInventory: 3,
      outcome: 'converged',
      before: 5,
      after: 3,
    });
    expect(shop.relay.lines).toEqual([sent(5, 3), read, read]);
  });

  test('no answer in time', async () => {
    const shop = await shopWith(
      toFirstChange(() => ({ afterwards: silence })),
      { timeoutMs: 4_000 },
    );
    expect(await set(shop, 3)).toMatchObject({ outcome: 'converged' });
    expect(shop.relay.changes()).toBe(1);
  });

  test('the value is still the old one: unknown, since it may arrive yet', async () => {
    const shop = await shopWith(
      toFirstChange(() => ({ fault: 'reset' })),
      { maxRetries: 2 },
    );
    const failure = await unknown(set(shop, 3));
    expect(failure.message).toBe(
      `Setting the inventory of ${shop.id} from 5 to 3 was sent but not confirmed: ${lost}; the inventory is still 5`,
    );
    expect(shop.relay.lines).toEqual([sent(5, 3), read, read]);
  });

  test('it arrives late: the second look sees it', async () => {
    const shop = await shopWith((shop, method, before) => {
      if (method === 'PUT') return { instead: hangUp };
      return before === 1 ? { first: () => shop.becomes(3) } : undefined;
    });
    expect(await set(shop, 3)).toMatchObject({ outcome: 'converged' });
    expect(shop.relay.lines).toEqual([sent(5, 3), read, read, read]);
  });

  test('a value that does not come to rest is not known', async () => {
    let stock = 10;
    const shop = await shopWith((shop, method) =>
      method === 'PUT' ? { instead: hangUp } : { first: () => shop.becomes(++stock) },
    );
    expect((await unknown(set(shop, 3))).evidence).toBe(
      `${lost}; the inventory could not be read afterwards`,
    );
    expect(shop.relay.lines).toHaveLength(6);
  });

  test.each<[string, Meddling]>([
    ['the service fails', { instead: json(500, { error: 'sorry' }) }],
    ['it does not say the inventory', { instead: json(200, { id: 'x' }) }],
    [
      'it answers from a cache',
      { fault: 'slow', instead: json(200, { availableInventory: 3 }, { age: '7' }) },
    ],
    ['nobody answers', { instead: hangUp }],
  ])('it can not be read since %s: unknown', async (_, meddling) => {
    const shop = await shopWith((_, method) => (method === 'PUT' ? { fault: 'lost-answer' } : meddling));
    expect((await unknown(set(shop, 3))).evidence).toBe(
      `${lost}; the inventory could not be read afterwards`,
    );
    expect(shop.relay.changes()).toBe(1);
  });
});

describe('how long the tool waits before it checks an unconfirmed change', () => {
  test.each<[string, Meddling, number[]]>([
    ['the service itself said that it failed: it is done', { afterwards: json(500, { error: 'sorry' }) }, []],
    [
      'a gateway said so: the service may be at it still',
      { afterwards: json(502, { error: 'sorry' }) },
      [20],
    ],
    ['a page came', { afterwards: json(500, '<h1>Sorry</h1>') }, [20]],
    ['the answer was lost', { fault: 'lost-answer' }, [20]],
  ])('%s', async (_, meddling, expected) => {
    const rests: number[] = [];
    const shop = await shopWith(
      toFirstChange(() => meddling),
      { settleMs: 20, onSettle: (ms) => rests.push(ms) },
    );
    expect(await set(shop, 3)).toMatchObject({ outcome: 'converged' });
    expect(rests).toEqual(expected);
  });
});

/** The error with which a change ends whose outcome is not known. */
const unknown = async (change: Promise<unknown>): Promise<UnknownOutcome> => {
  const error = await change.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UnknownOutcome);
  expect((error as UnknownOutcome).cause).toBeInstanceOf(CallError);
  return error as UnknownOutcome;
};
