import { expect, test } from 'vitest';
import { warehouse } from '../support/warehouse.ts';

/** A file of so many items, in shipments of so many. */
const shipments = (items: number, each: number) =>
  [
    'shipment,id,condition',
    ...Array.from({ length: items }, (_, index) => {
      const id = `7d0f5a32-8c1e-4b8e-9a57-${String(index).padStart(12, '0')}`;
      return `S${Math.floor(index / each)},${id},GOOD`;
    }),
    '',
  ].join('\n');

test.each([
  [999, 5],
  [200, 200],
])('%i items in shipments of %i are graded, a request for each shipment', async (items, each) => {
  const shop = await warehouse();
  const [exitCode] = await shop.reports('grade --from -', { stdin: shipments(items, each) });
  expect([exitCode, shop.requests.length]).toEqual([0, Math.ceil(items / each)]);
});

test('more than 200 items in one shipment are not sent without a yes', async () => {
  const shop = await warehouse();
  const stdin = shipments(201, 201);
  expect([(await shop.resale('grade --from -', { stdin })).exitCode, shop.requests]).toEqual([2, []]);
  const [exitCode] = await shop.reports('grade --from - --yes', { stdin });
  expect([exitCode, shop.requests.length]).toEqual([0, 1]);
});
