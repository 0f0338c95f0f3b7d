import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GradeItems, grade } from '../../../src/changes/grade-items.ts';
import { InventoryItem } from '../../../src/changes/inventory-item.ts';
import { inventoryAdjust, inventorySet } from '../../../src/changes/inventory-operations.ts';
import { ReplaceInventory } from '../../../src/changes/inventory-steps.ts';
import type { Operation } from '../../../src/changes/operation.ts';
import { OwnChanges } from '../../../src/changes/own-changes.ts';
import type { Step } from '../../../src/changes/step.ts';
import type { CallOptions, Client } from '../../../src/http/client.ts';
import { RateLimiter } from '../../../src/http/rate/rate-limiter.ts';
import type { HeldRun } from '../../../src/runs/held-run.ts';
import { nothingPlanned, RunState } from '../../../src/runs/journal/run-state.ts';
import { send } from '../../../src/runs/send/send-rows.ts';
import type { Grading } from '../../../src/service/grading.ts';
import { leapingClock } from '../../support/clock.ts';

/** Runs the steps of an operation, a row for each, and returns what was reported of them. */
const ran = async (
  operation: Operation,
  steps: readonly Step[],
  call: (name: string, request: never, options: CallOptions<unknown>) => Promise<unknown>,
  append: () => Promise<void> = async () => {},
  state = new RunState(nothingPlanned()),
  { limiter = new RateLimiter(), page = 0 } = {},
): Promise<unknown[]> => {
  const reported: unknown[] = [];
  const clock = leapingClock();
  const rows = async function* () {
    for (const [at, planned] of steps.entries())
      yield { row: { row: at + 1, line: at + 2, effect: planned.effect, id: planned.id }, planned };
  };
  const run = {
    state,
    journal: { append, enqueue: () => {} },
    lock: { check: () => {} },
    plan: { head: { options: { onConflict: 'fail' } } },
  };
  await send(rows(), {
    operation,
    client: { call } as unknown as Client,
    run: run as unknown as HeldRun,
    limiter,
    mostAtOnce: 4,
    found: { pageOf: () => page, pages: [], at: page > 0 ? Number.NEGATIVE_INFINITY : clock.ticks() },
    settling: { settleMs: 0, clock, signal: new AbortController().signal, own: new OwnChanges(clock) },
    stop: () => {},
    stopping: new AbortController().signal,
    created: () => {},
    untilCalm: async () => {},
    report: ({ line, id, outcome }) => reported.push([line, id, outcome]),
    redact: (text) => text,
    waitForReports: () => undefined,
  });
  return reported.sort();
};

const { groups: _, ...ungrouped } = grade;

test.each([
  ['one request', grade, 1],
  ['one request each, where their operation does not combine them', ungrouped, 2],
])('the rows of a group are sent in %s', async (_, operation, requests) => {
  const sent: unknown[] = [];
  const shipment = [1, 2].map(
    (number) => new GradeItems([{ id: `item-${number}`, condition: 'GOOD' }], 'shipment'),
  );
  const reported = await ran(operation, shipment, async (name, { body }: { body: Grading }) => {
    sent.push(name);
    return body;
  });
  expect(sent).toHaveLength(requests);
  expect(reported).toEqual([
    [2, 'item-1', 'applied'],
    [3, 'item-2', 'applied'],
  ]);
});

test.each([
  ['one listing: one after the other', ['a', 'a'], 1],
  ['two listings: at once', ['a', 'b'], 2],
])('a request leaves once its intent is written; those for %s', async (_, ids, atOnce) => {
  let written = 0;
  let sent = 0;
  let underWay = 0;
  let most = 0;
  await ran(
    inventorySet,
    ids.map((id, at) => new ReplaceInventory(id, at, at + 1, false)),
    async () => {
      sent += 1;
      expect(sent).toBeLessThanOrEqual(written);
      underWay += 1;
      most = Math.max(most, underWay);
      await setTimeout(20);
      underWay -= 1;
    },
    async () => {
      await setTimeout(5);
      written += 1;
    },
  );
  expect([sent, most]).toEqual([2, atOnce]);
});

test('a row that adds reads its listing again if an earlier row on it was only looked up', async () => {
  const state = new RunState(nothingPlanned());
  state.take({ kind: 'sent', row: 1, line: 2, id: 'a', from: 5, to: 4 });
  const item = new InventoryItem([], (current) => current - 1, { delta: -1 });
  const step = item.plan({ id: 'a', inventory: 5, isClosed: false }) as Step;
  const inventories = [5, 5, 3];
  const sent: unknown[] = [];
  const permits: boolean[] = [];
  const reported = await ran(
    inventoryAdjust,
    [step, step],
    async (name, { body }: { body: { newInventory: number } }, { permit }) => {
      permits.push(permit !== undefined);
      if (name === 'getListing') return { id: 'a', availableInventory: inventories.shift() };
      sent.push(body);
      return { id: 'a', availableInventory: body.newInventory };
    },
    undefined,
    state,
  );
  expect(sent).toEqual([{ action: 'SET_INVENTORY', oldInventory: 3, newInventory: 2 }]);
  // The look at the earlier row has none of its own. That of the later row pays for its reading, so none is lost, and another for it.
  expect(permits).toEqual([false, false, true, true]);
  expect(reported).toEqual([
    [2, 'a', 'unknown'],
    [3, 'a', 'applied'],
  ]);
});

test('who waits for the page that another row reads holds no permit, which that reading may need', async () => {
  const limiter = new RateLimiter();
  const item = new InventoryItem([], (current) => current + 1, { delta: 1 });
  const ids = ['a', 'b', 'c', 'd'];
  const steps = ids.map((id) => item.plan({ id, inventory: 5, isClosed: false }) as Step);
  const underWay: number[] = [];
  const reported = await ran(
    inventoryAdjust,
    steps,
    async (name, { body }: { body: { newInventory: number } }, { permit }) => {
      await setTimeout(5);
      if (name === 'listListings') underWay.push(limiter.underWay);
      permit?.taken();
      if (name === 'listListings') return { listings: ids.map((id) => ({ id, availableInventory: 7 })) };
      return { id: 'a', availableInventory: body?.newInventory ?? 7 };
    },
    undefined,
    undefined,
    { limiter, page: 1 },
  );
  // That reading, and the first row, which reads its listing alone.
  expect(underWay).toEqual([2]);
  expect(limiter.underWay).toBe(0);
  expect(reported).toHaveLength(ids.length);
});

test('a reading that fails before it is sent leaves no permit behind', async () => {
  const limiter = new RateLimiter();
  const item = new InventoryItem([], (current) => current + 1, { delta: 1 });
  const step = item.plan({ id: 'a', inventory: 5, isClosed: false }) as Step;
  const noKeys = async () => {
    throw new Error('no keys');
  };
  await expect(
    ran(inventoryAdjust, [step], noKeys, undefined, undefined, { limiter, page: 1 }),
  ).rejects.toThrow('no keys');
  expect(limiter.underWay).toBe(0);
});
