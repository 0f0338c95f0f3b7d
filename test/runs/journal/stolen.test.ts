import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behind } from '../../support/relayed.ts';

test('a run whose journal cannot be closed ends with an error, although its row was applied', async () => {
  const shop = await behind({ A: 1 }, () => ({
    first: () => appendFile(join(shop.cwd, 'state', 'runs', 'night', 'journal.ndjson'), '\n'),
  }));
  await shop.file('stock.csv', 'sku,quantity\nA,2\n');
  const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv --run night --yes');
  expect([exitCode, await shop.stock()]).toEqual([1, { A: 2 }]);
  expect(stderr).toContain('another process has changed it');
});
