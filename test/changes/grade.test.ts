import { expect, test } from 'vitest';
import { perform } from '../../src/changes/engine.ts';
import { GradeItems } from '../../src/changes/grade.ts';
import type { Meddling } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { shopWith, toFirstChange } from './shop.ts';

const items = ['3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e21'].map((id) => ({
  id,
  condition: 'GOOD',
}));

test('one request for the whole shipment', async () => {
  const shop = await shopWith();
  expect(await perform(new GradeItems(items), shop)).toMatchObject({ outcome: 'applied', answer: { items } });
  expect(shop.relay.lines).toEqual([`POST items/grade ${JSON.stringify({ items })}`]);
});

test('an item that appears twice is not sent', async () => {
  const shop = await shopWith();
  await expect(perform(new GradeItems([...items, ...items.slice(1)]), shop)).rejects.toThrow(
    `items[2].id appears twice: ${items[1]?.id}`,
  );
  expect(shop.relay.lines).toEqual([]);
});

test('a refusal is the reason of the service', async () => {
  const shop = await shopWith(() => ({ instead: json(400, { error: 'no such item' }) }));
  await expect(perform(new GradeItems(items), shop)).rejects.toMatchObject({
    attempt: 'rejected',
    facts: { serviceMessage: 'no such item' },
  });
});

test.each<[string, Meddling, string]>([
  [
    'the answer is lost',
    { fault: 'lost-answer' },
    'the connection was lost before the whole answer was there',
  ],
  ['the service failed', { fault: '500' }, 'The service failed (a fault on purpose)'],
  [
    'the answer names no item',
    { afterwards: json(200, { items: [] }) },
    'the answer is not as documented: $.items must have at least 1 item',
  ],
])('not confirmed, since %s: unknown, sent once', async (_, meddling, detail) => {
  const shop = await shopWith(
    toFirstChange(() => meddling),
    { maxRetries: 2 },
  );
  await expect(perform(new GradeItems(items), shop)).rejects.toMatchObject({
    name: 'UnknownOutcome',
    of: { clause: 'Grading 2 items' },
    evidence: `${detail}; grades can't be read back from the service`,
  });
  expect(shop.relay.lines).toHaveLength(1);
});
