import { expect, test } from 'vitest';
import { hangUp } from '../support/relay.ts';
import { behind, killed, started } from '../support/relayed.ts';

test('closed listings of the same names explain a lost answer all the same, after a kill, too: by what is new', async () => {
  const shop = await behind({ A: 0, B: 0 }, () => ({ afterwards: hangUp }));
  const row = (name: string) =>
    `${name},${shop.shopId},GOOD,COMMERCE_SKU,COAT,https://images.example/1.jpg\n`;
  const head = 'externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images\n';
  const file = head + row('A') + row('B');
  const { run, stdout } = await started(shop, file, 'listings create --derive-external-id');
  await killed(shop, run);
  const [, [, resumed]] = await shop.reports(`runs show ${run} --rows`);
  expect(resumed?.outcome).toBe('unknown');
  // Whatever it looks at, a dry run leaves the run as it is.
  await shop.resale(`runs resume ${run} --dry-run`);
  await shop.resale(`runs resume ${run} --settle 0`);
  const [, rows] = await shop.reports(`runs show ${run} --rows`);
  const open: { id: string; externalIdentifier: string }[] = JSON.parse(
    (await shop.resale('listings list --state open')).stdout,
  );
  const created = ['A', 'B'].map((name) => ({
    id: open.find(({ externalIdentifier }) => externalIdentifier === name)?.id,
    outcome: 'converged',
  }));
  expect(JSON.parse(stdout)).toMatchObject(created);
  expect([rows, open.length, shop.relay.changes()]).toMatchObject([created, 2, 2]);
});
