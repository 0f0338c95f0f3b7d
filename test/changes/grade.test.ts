import { expect, test } from 'vitest';
import { perform } from '../../src/changes/engine.ts';
import { GradeItems } from '../../src/changes/grade.ts';
import { shopWith } from './shop.ts';

const items = ['3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e21'].map((id) => ({
  id,
  condition: 'GOOD',
}));

test('an item that appears twice is not sent', async () => {
  const shop = await shopWith();
  await expect(perform(new GradeItems([...items, ...items.slice(1)]), shop)).rejects.toThrow(
    `items[2].id appears twice: ${items[1]?.id}`,
  );
  expect(shop.relay.lines).toEqual([]);
});
