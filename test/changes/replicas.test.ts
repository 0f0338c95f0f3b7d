import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { UnknownOutcome } from '../../src/changes/change-errors.ts';
import { CreationSent } from '../../src/changes/create-listing.ts';
import { InventoryItem, planFromReading } from '../../src/changes/inventory-item.ts';
import { agreedInventory } from '../../src/changes/inventory-snapshot.ts';
import { ReplaceInventory } from '../../src/changes/inventory-steps.ts';
import { OwnChanges } from '../../src/changes/own-changes.ts';
import { recover } from '../../src/changes/perform.ts';
import { isStep } from '../../src/changes/step.ts';
import { noteCreated } from '../../src/runs/plan/created-listings.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import { clientFor } from '../http/calling.ts';
import { leapingClock } from '../support/clock.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const listing = {
  id: '90025b3b-3c3c-4d40-91b1-88d4177828cf',
  state: 'OPEN',
  condition: 'GOOD',
  sku: 'A',
  availableInventory: 5,
  externalIdentifier: 'A',
};

/** A shop whose reads come from a replica that is so far behind, by the clock of those who read. */
const shopBehind = async (lagMs: number, inventory: number, more: Partial<SandboxOptions> = {}) => {
  const clock = leapingClock();
  const shop = await sandboxed({
    lagMs,
    now: () => new Date(clock.now()),
    listings: [{ availableInventory: inventory, sku: 'A', externalIdentifier: 'A' }],
    ...more,
  });
  const home = temporaryFolder();
  const env = { ...shop.env, RESALE_STATE_DIR: `${home}/state` };
  const [{ id }] = shop.listings() as [{ id: string }];
  return {
    id,
    inventory: () => shop.listings()[0]?.availableInventory,
    created: () => shop.listings().length - 1,
    /** As if this machine had created a listing in a shop that has forgotten it. */
    note: (externalIdentifier: string) =>
      noteCreated(env.RESALE_STATE_DIR, [
        {
          at: clock.now(),
          origin: new URL(shop.baseUrl).origin,
          clientId: shop.env.RESALE_CLIENT_ID,
          externalIdentifier,
          id: randomUUID(),
        },
      ]),
    later: (ms: number) => clock.sleep(ms, new AbortController().signal),
    async type(line: string, stdin = '') {
      const { exitCode, stdout } = await resale(`${line} -o ndjson --yes`, { env, clock, cwd: home, stdin });
      const records = stdout.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text)]));
      return { exitCode, outcomes: records.map(({ outcome }) => outcome) };
    },
  };
};

describe.each([150, 1_500, 5_000])('reads are %i ms behind', (lagMs) => {
  test('two rows that add to one listing, each delivered twice: each is applied once, and none is called refused', async () => {
    const { type, inventory, later } = await shopBehind(lagMs, 54, { faults: { repeated: 1 } });
    await later(10_000);
    const { exitCode, outcomes } = await type('inventory adjust --from -', 'sku,delta\nA,6\nA,8\n');
    expect([exitCode, outcomes, inventory()]).toEqual([8, ['unknown', 'unknown'], 68]);
  });

  test('a set that is delivered twice has converged, though the readings show the old value first', async () => {
    const { type, inventory, later } = await shopBehind(lagMs, 5, { faults: { repeated: 1 } });
    await later(10_000);
    const { exitCode, outcomes } = await type('inventory set --from -', 'sku,quantity\nA,9\n');
    expect([exitCode, outcomes, inventory()]).toEqual([0, ['converged'], 9]);
  });

  test('an adjustment right after a sale, delivered twice, is applied once', async () => {
    const { id, type, inventory, later } = await shopBehind(lagMs, 54);
    await later(10_000);
    await type(`inventory adjust ${id} -1 --direct`);
    const { outcomes } = await type(`inventory adjust ${id} 8 --exact`);
    expect([outcomes, inventory()]).toEqual([['applied'], 61]);
  });

  test('rows that were created a moment ago are skipped, though the list does not show them', async () => {
    const { type, created } = await shopBehind(lagMs, 5);
    const rows = 'externalIdentifier\nN-1\nN-2\n';
    const first = await type(creating, rows);
    const second = await type(creating, rows);
    expect([first.outcomes, second.outcomes, created()]).toEqual([
      ['applied', 'applied'],
      ['skipped', 'skipped'],
      2,
    ]);
  });

  test('an undo right after its run restores what the run changed', async () => {
    const { type, inventory, later } = await shopBehind(lagMs, 5);
    await later(10_000);
    await type('inventory set --from - --run night', 'sku,quantity\nA,3\n');
    const { exitCode, outcomes } = await type('runs undo night');
    expect([exitCode, outcomes, inventory()]).toEqual([0, ['applied'], 5]);
  });
});

const creating =
  'listings create --from - --shop-id shop-second-meadow --condition good --source sku --product-id COAT --image https://images.example/1.jpg';

test.each([
  ['a moment ago', 1_000, 'skipped', 0],
  ['a while ago', 60_000, 'applied', 1],
])(
  'what this machine created %s, and neither the list nor the service has',
  async (_, ms, outcome, count) => {
    const { type, created, later, note } = await shopBehind(0, 5);
    await note('N-1');
    await later(ms);
    const { outcomes } = await type(creating, 'externalIdentifier\nN-1\n');
    expect([outcomes, created()]).toEqual([[outcome], count]);
  },
);

test('two equal readings do not count that show a value from before an own change', async () => {
  const shown = [54, 54, 54, 68, 68];
  const { url } = await startService({
    [`/v1/listings/${listing.id}`]: (response, request) =>
      json(200, { ...listing, availableInventory: shown.shift() })(response, request),
  });
  const clock = leapingClock();
  const own = new OwnChanges(clock);
  own.confirmed(listing.id, 54, 60);
  const settling = { settleMs: 0, clock, signal: new AbortController().signal, own };
  expect(await agreedInventory(clientFor(url), listing.id, settling)).toMatchObject({ inventory: 68 });
});

/** What this process plans for a listing that was read so, after the service confirmed its change of it from 5 to 3. */
const plannedAfterOwn = (inventory: number, item: InventoryItem, laterMs = 0) => {
  let now = 0;
  const own = new OwnChanges({ ticks: () => now });
  own.confirmed('A', 5, 3);
  now += laterMs;
  const planned = planFromReading(item, { id: 'a', inventory, isClosed: false }, own);
  return isStep(planned) ? `${planned.before} → ${planned.after}` : planned.effect;
};
const set = (quantity: number) => new InventoryItem([], () => quantity);

test.each([
  ['what was written is there', 3, set(4), '3 → 4'],
  ['the value from before: it may be an old one', 5, set(4), '3 → 4'],
  ['the value from before, which is wanted: the service decides', 5, set(5), '3 → 5'],
  ['the value from before, and what was written is wanted: the service decides', 5, set(3), '5 → 3'],
  ['the value from before, to add to', 5, new InventoryItem([], (now) => now + 2, { delta: 2 }), '3 → 5'],
  ['a third value is newer', 9, set(4), '9 → 4'],
])('a reading after an own change: %s', (_, inventory, item, expected) => {
  expect(plannedAfterOwn(inventory, item)).toBe(expected);
});

test('a minute later a reading counts, whatever it shows', () => {
  expect(plannedAfterOwn(5, set(5), 60_001)).toBe('unchanged');
});

test.each([
  [59_000, 'converged'],
  [61_000, 'unknown'],
])(
  'an adjustment that is looked at more than a minute after its sending is in doubt: %i ms, %s',
  async (sentAgoMs, expected) => {
    const { url } = await startService({
      [`/v1/listings/${listing.id}`]: json(200, { ...listing, availableInventory: 3 }),
    });
    const clock = leapingClock();
    const settling = { settleMs: 0, clock, signal: new AbortController().signal, own: new OwnChanges(clock) };
    const sent = new ReplaceInventory(listing.id, 5, 3, false, true);
    const seen = recover(sent, clientFor(url), settling, sentAgoMs, 'the answer was lost');
    const outcome = await seen.then(
      (done) => done.outcome,
      (error: UnknownOutcome) => error.code,
    );
    expect(outcome).toBe(expected);
  },
);

test.each([
  ['another SKU', { sku: 'B' }],
  ['another condition', { condition: 'NEW_WITH_TAGS' }],
])('a lost creation is not found in a listing with %s', async (difference, other) => {
  const { url } = await startService({
    '/v1/listings': json(200, { listings: [{ ...listing, ...other }], pageInfo: { hasNextPage: false } }),
  });
  const clock = leapingClock();
  const settling = { settleMs: 0, clock, signal: new AbortController().signal, own: new OwnChanges(clock) };
  const sent = new CreationSent({ externalIdentifier: 'A', sku: 'A', condition: 'GOOD' }, []);
  const seen = await sent.probe(clientFor(url), settling);
  expect(seen).toMatchObject({ found: [listing.id], evidence: expect.stringContaining(difference) });
});
