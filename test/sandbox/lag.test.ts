import { expect, test } from 'vitest';
import type { Listing } from '../../src/service/listing-schemas.ts';
import { fc } from '../support/properties.ts';
import { ask, clock, creation, sandboxWith } from './running.ts';

const started = async (lagMs: number | undefined, listings: readonly Partial<Listing>[]) => {
  const { now, turn } = clock('2026-03-01T10:00:00Z');
  const sandbox = await sandboxWith({ now, listings, ...(lagMs === undefined ? {} : { lagMs }) });
  const put = async (id: string, body: object) =>
    (await ask(sandbox, `PUT /v1/listings/${id}/inventory`, body)).status;
  return {
    sandbox,
    turn,
    add: (id: string, by: number) => put(id, { action: 'ADJUST_INVENTORY', inventoryAdjustment: by }),
    set: (id: string, from: number, to: number) =>
      put(id, { action: 'SET_INVENTORY', oldInventory: from, newInventory: to }),
    create: async (): Promise<string> =>
      (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body.id,
    get: async (id: string) => (await ask(sandbox, `GET /v1/listings/${id}`)).body,
    list: async (query = ''): Promise<Listing[]> =>
      (await ask(sandbox, `GET /v1/listings${query}`)).body.listings,
  };
};

test('an inventory, a closing and a new listing are read once the lag is over; changes act on the present', async () => {
  const { sandbox, turn, add, set, create, get, list } = await started(150, [{ availableInventory: 5 }]);
  const [{ id }] = sandbox.listings() as [Listing];
  expect(await set(id, 5, 3)).toBe(200);
  turn(100);
  // Of two changes that nobody sees yet, the first says what is seen.
  expect([await set(id, 5, 1), await add(id, -3)]).toEqual([409, 200]);
  const created = await create();
  turn(49);
  expect(await get(id)).toMatchObject({ availableInventory: 5, state: 'OPEN' });
  turn(1);
  expect(await get(id)).toMatchObject({ availableInventory: 3, state: 'OPEN' });
  expect(await get(created)).toEqual({ error: 'There is no listing with this identifier.' });
  expect((await list()).map((listing) => listing.id)).toEqual([id]);
  expect(await list('?state=CLOSED')).toEqual([]);
  expect(await add(created, 1)).toBe(200);
  turn(100);
  expect(await get(id)).toMatchObject({ availableInventory: 0, state: 'CLOSED' });
  expect((await list('?state=CLOSED')).map((listing) => listing.id)).toEqual([id]);
  expect(await get(created)).toMatchObject({ availableInventory: 1 });
  turn(50);
  expect(await get(created)).toMatchObject({ availableInventory: 2 });
  expect(await list()).toEqual(sandbox.listings());
});

test('pages of a list that is behind have the listings of then, and lead on to those created since', async () => {
  const { turn, create, sandbox } = await started(150, [{}, {}]);
  const page = async (after = '') =>
    (await ask(sandbox, `GET /v1/listings?limit=2${after && `&after=${after}`}`)).body;
  await create();
  const { pageInfo } = await page();
  expect(pageInfo.hasNextPage).toBe(false);
  turn(150);
  expect((await page()).pageInfo.hasNextPage).toBe(true);
  expect((await page(pageInfo.endCursor)).listings).toHaveLength(1);
});

test('whatever is done when, a reading is the shop as it was a lag ago', async () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 120 }),
    listing: fc.nat({ max: 2 }),
    by: fc.integer({ min: -3, max: 3 }),
    isCreation: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { sandbox, turn, add, create, list, get } = await started(150, [
        { availableInventory: 4 },
        { availableInventory: 2 },
        { availableInventory: 9 },
      ]);
      const [{ id: first }] = sandbox.listings() as [Listing];
      let time = 0;
      const history = [{ at: Number.NEGATIVE_INFINITY, shop: sandbox.listings() }];
      for (const { wait, listing, by, isCreation } of steps) {
        turn(wait);
        time += wait;
        await (isCreation ? create() : add(sandbox.listings()[listing]?.id ?? '', by));
        history.push({ at: time, shop: sandbox.listings() });
        const then = history.findLast(({ at }) => at <= time - 150)?.shop;
        expect(await list()).toEqual(then);
        expect(await get(first)).toEqual(then?.[0]);
      }
      await sandbox.close();
    }),
    { numRuns: 30 },
  );
});

test('without a lag, and once it is switched off, reads show the present', async () => {
  const now = async (lagMs?: number) => {
    const { sandbox, add, list } = await started(lagMs, [{ availableInventory: 5 }]);
    const [{ id }] = sandbox.listings() as [Listing];
    await add(id, 1);
    const { baseUrl } = sandbox;
    const before = await list();
    const form = { method: 'POST', headers: { origin: baseUrl }, body: new URLSearchParams({ off: '1' }) };
    await fetch(`${baseUrl}/operator/switches`, form);
    return [before, await list()].map(([listing]) => listing?.availableInventory);
  };
  expect(await now()).toEqual([6, 6]);
  expect(await now(150)).toEqual([5, 6]);
});
