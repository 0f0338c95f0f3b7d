import { expect, test } from 'vitest';
import { fc } from '../support/properties.ts';
import { ask, creation, sandboxWith } from './running.ts';

const set = (oldInventory: number, newInventory: number) => ({
  action: 'SET_INVENTORY',
  oldInventory,
  newInventory,
});
const adjust = (inventoryAdjustment: number) => ({ action: 'ADJUST_INVENTORY', inventoryAdjustment });

/** A new listing, on which one update follows the other; resolves with their answers and the listing after them. */
const updated = async (...updates: object[]) => {
  const sandbox = await sandboxWith();
  const { id } = (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body;
  const answers: unknown[] = [];
  for (const update of updates) {
    const { status, body } = await ask(sandbox, `PUT /v1/listings/${id}/inventory`, update);
    answers.push(status === 200 ? body : [status, body.error]);
  }
  const { state, availableInventory } = (await ask(sandbox, `GET /v1/listings/${id}`)).body;
  return { id, answers, after: [state, availableInventory] };
};

test('an update answers the identifier and the inventory, nothing else', async () => {
  const { id, answers } = await updated(set(1, 7));
  expect(answers).toEqual([{ id, availableInventory: 7 }]);
});

// A new listing has 1.
test.each<[string, object[], [string, number]]>([
  ['set', [set(1, 7)], ['OPEN', 7]],
  ['add', [adjust(4)], ['OPEN', 5]],
  ['add nothing', [adjust(0)], ['OPEN', 1]],
  ['add, then take away', [adjust(4), adjust(-2)], ['OPEN', 3]],
  ['set to 0 closes', [set(1, 0)], ['CLOSED', 0]],
  ['taking all away closes', [adjust(-1)], ['CLOSED', 0]],
  ['a closed one takes updates and stays closed', [set(1, 0), set(0, 5), adjust(1)], ['CLOSED', 6]],
])('%s', async (_, updates, after) => {
  const result = await updated(...updates);
  expect(result.after).toEqual(after);
});

const most = Number.MAX_SAFE_INTEGER;
test.each<[string, object[], [number, string], number]>([
  ['another old value', [set(2, 3)], [409, 'The current inventory is 1, not 2.'], 1],
  [
    'below zero',
    [adjust(-2)],
    [400, 'The current inventory is 1; an adjustment must not take it below 0.'],
    1,
  ],
  [
    'over what a number holds',
    [set(1, most), adjust(1)],
    [400, `The current inventory is ${most}; an adjustment must not take it over 2^53-1.`],
    most,
  ],
  ['no action', [{}], [400, 'action must be one of SET_INVENTORY, ADJUST_INVENTORY.'], 1],
  ['a fraction', [adjust(0.5)], [400, 'inventoryAdjustment must be an integer.'], 1],
])('%s is refused and changes nothing', async (_, updates, refusal, inventory) => {
  const { answers, after } = await updated(...updates);
  expect(answers.at(-1)).toEqual(refusal);
  expect(after[1]).toBe(inventory);
});

test('of two that set from the same value, one wins', async () => {
  const sandbox = await sandboxWith();
  const { id } = (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body;
  const line = `PUT /v1/listings/${id}/inventory`;
  const both = await Promise.all([ask(sandbox, line, set(1, 8)), ask(sandbox, line, set(1, 9))]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('whatever is sent, the inventory is never below zero, and a closed listing stays closed', async () => {
  const sandbox = await sandboxWith();
  const update = fc.oneof(
    fc.record({ action: fc.constant('SET_INVENTORY'), oldInventory: fc.nat(3), newInventory: fc.nat(3) }),
    fc.record({
      action: fc.constant('ADJUST_INVENTORY'),
      inventoryAdjustment: fc.integer({ min: -3, max: 3 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 6 }), async (updates) => {
      const { id } = (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body;
      let [closed, inventory] = [false, 1];
      for (const body of updates) {
        const answer = await ask(sandbox, `PUT /v1/listings/${id}/inventory`, body);
        if (answer.status === 200) inventory = answer.body.availableInventory;
        closed ||= inventory === 0;
        const read = (await ask(sandbox, `GET /v1/listings/${id}`)).body;
        expect(inventory).toBeGreaterThanOrEqual(0);
        expect([read.state, read.availableInventory]).toEqual([closed ? 'CLOSED' : 'OPEN', inventory]);
      }
    }),
    { numRuns: 15 },
  );
});
