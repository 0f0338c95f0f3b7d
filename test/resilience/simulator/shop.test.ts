import { expect, it } from 'vitest';
import type { Arrival, Request } from './machine/network.ts';
import { Timeline } from './machine/timeline.ts';
import { idOf, Shop } from './shop.ts';
import type { Fault } from './weather.ts';

const id = idOf('a', 1);

const open = () => {
  const timeline = new Timeline();
  const listing = {
    id,
    state: 'OPEN',
    condition: 'GOOD',
    sku: 'SKU-1',
    externalIdentifier: 'BAG-1',
  } as const;
  const shop = new Shop(timeline, [{ ...listing, availableInventory: 5 }]);
  const send = async (method: string, path: string, body?: unknown): Promise<Arrival | undefined> => {
    let arrived: Arrival | undefined;
    const request = {
      by: {},
      method,
      path,
      body: body === undefined ? undefined : JSON.stringify(body),
    } as Request;
    shop.take(request, (arrival) => {
      arrived = arrival;
    });
    while (await timeline.advance());
    return arrived;
  };
  const set = (from: number, to: number) =>
    send('PUT', `/v1/listings/${id}/inventory`, {
      action: 'SET_INVENTORY',
      oldInventory: from,
      newInventory: to,
    });
  return { timeline, shop, send, set };
};

const said = (arrival: Arrival | undefined) =>
  arrival?.kind === 'answer' ? `${arrival.answer.status} ${arrival.answer.type}` : arrival?.kind;

const fault = (rest: Partial<Fault>): Fault => ({
  ...{ on: 'change', nth: 1, deliveries: [0], answer: { kind: 'last' } },
  ...rest,
});

it('takes a compare-and-set, and refuses one that does not fit', async () => {
  const { shop, set } = open();
  expect(said(await set(5, 7))).toBe('200 application/json');
  expect(said(await set(5, 9))).toBe('409 application/json');
  expect(shop.books.effects).toMatchObject([{ before: 5, after: 7, closes: false }]);
  expect(shop.books.requests.map(({ doubt }) => doubt)).toEqual([undefined, undefined]);
});

it('closes a listing whose inventory becomes 0, and leaves it closed', async () => {
  const { shop, set } = open();
  await set(5, 0);
  await set(0, 3);
  expect(shop.books.get(id)).toMatchObject({ availableInventory: 3, state: 'CLOSED' });
  expect(shop.books.effects.map(({ closes }) => closes)).toEqual([true, false]);
});

it('delivers a change twice: the first is applied, and the refusal of the second comes back', async () => {
  const { shop, set } = open();
  shop.expect(fault({ deliveries: [0, 200] }));
  expect(said(await set(5, 7))).toBe('409 application/json');
  expect(shop.books.effects).toHaveLength(1);
  expect(shop.books.requests).toMatchObject([
    { doubt: 'it was delivered twice', deliveries: [{ status: 200 }, { status: 409 }] },
  ]);
});

it.each([
  ['lost', 'reset', fault({ answer: { kind: 'lost' } }), 1],
  ['never delivered', 'reset', fault({ deliveries: [] }), 0],
  ['shown as a page', '404 text/html', fault({ answer: { kind: 'page', status: 404 } }), 1],
  ['late', 'reset', fault({ deliveries: [3_000], answer: { kind: 'lost' } }), 1],
])('lets an answer be %s', async (_, arrives, weather, effects) => {
  const { shop, set } = open();
  shop.expect(weather);
  expect(said(await set(5, 7))).toBe(arrives);
  expect(shop.books.effects).toHaveLength(effects);
  expect(shop.books.requests[0]?.doubt).toBeDefined();
});

it('strikes the request whose turn it is', async () => {
  const { shop, set } = open();
  shop.expect(fault({ nth: 2, answer: { kind: 'lost' } }));
  expect([said(await set(5, 6)), said(await set(6, 7)), said(await set(7, 8))]).toEqual([
    '200 application/json',
    'reset',
    '200 application/json',
  ]);
});

it('shows what was there a while ago, where reads come from a replica', async () => {
  const { shop, send, set, timeline } = open();
  shop.become({ readLag: 150 });
  await set(5, 7);
  const read = async () =>
    JSON.parse(((await send('GET', `/v1/listings/${id}`)) as { answer: { body: string } }).answer.body);
  expect(await read()).toMatchObject({ availableInventory: 5 });
  timeline.after(200, undefined, () => undefined);
  while (await timeline.advance());
  expect(await read()).toMatchObject({ availableInventory: 7 });
});

it.each([
  [429, []],
  [403, [403]],
])('refuses with %s what it has not begun, and nothing of it is in doubt', async (status, looked) => {
  const { shop, set } = open();
  shop.expect(fault({ deliveries: [], answer: { kind: 'words', status } }));
  expect(said(await set(5, 7))).toBe(`${status} application/json`);
  expect(shop.books.effects).toEqual([]);
  const [request] = shop.books.requests;
  expect(request?.doubt).toBeUndefined();
  expect(request?.deliveries.map((delivery) => delivery.status)).toEqual(looked);
});

it('answers with what does not confirm a change, and grades the first item alone', async () => {
  const { shop, send, set } = open();
  shop.expect(fault({ answer: { kind: 'other' } }));
  const answer = (await set(5, 7)) as { answer: { body: string } };
  expect(JSON.parse(answer.answer.body)).not.toMatchObject({ availableInventory: 7 });
  expect(shop.books.get(id)?.availableInventory).toBe(7);
  shop.expect(fault({ answer: { kind: 'other' } }));
  await send('POST', '/v1/items/grade', { items: [{ id: idOf('d', 1) }, { id: idOf('d', 2) }] });
  expect(shop.books.gradings.map(({ item }) => item)).toEqual([idOf('d', 1)]);
  expect(shop.books.requests.every(({ doubt }) => doubt?.includes('something else'))).toBe(true);
});
