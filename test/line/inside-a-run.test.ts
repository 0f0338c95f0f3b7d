import { expect, test } from 'vitest';
import { warehouse } from '../support/warehouse.ts';

test('a run has its parts and its undo in it, and they have nothing', async () => {
  const shop = await warehouse({ COAT: 3 });
  const stdin = 'externalIdentifier,quantity\nCOAT,5\n';
  const lines = ['inventory set --from - --run night --shard 1/1 --yes', 'runs undo night --yes'];
  for (const line of lines) expect((await shop.resale(line, { stdin })).exitCode).toBe(0);
  const shown = async (run: string) => (await shop.resale(`runs show ${run}`)).exitCode;
  expect(await Promise.all(['night/1-of-1', 'night/undo'].map(shown))).toEqual([0, 0]);
  const nothing = ['night/1-of-1/undo', 'night/undo/undo', 'night/', 'night/2-of-2'];
  expect(await Promise.all(nothing.map(shown))).toEqual([2, 2, 2, 2]);
});
