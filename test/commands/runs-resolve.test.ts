import { join } from 'node:path';
import { expect, it } from 'vitest';
import { behind, calm, neverCame, onlyList, runsIn, short, started, wrongKeys } from '../support/relayed.ts';

it('rows in doubt are named in one word if they are many', async () => {
  const names = Array.from({ length: 25 }, (_, number) => `N${number}`);
  const shop = await behind(Object.fromEntries(names.map((name) => [name, 1])), () => neverCame, onlyList);
  const { run, stderr } = await started(shop, `sku,quantity\n${names.map((name) => `${name},5\n`).join('')}`);
  shop.weather.reads = calm;
  expect(stderr).toContain('afterwards (lines 2, 3, 4 and 22 more)');
  expect((await shop.resale(`runs resolve ${run}`)).stderr).toMatch(
    new RegExp(`:\n  resale runs resolve ${short(run)} --all --as WHAT\n$`),
  );
  const { stdout: page } = await shop.resale(`runs show ${run} --html -`);
  expect(page.replace(/<.?span>/g, '')).toContain(`resale runs resolve ${run}`);
});

it('a resume without a name takes the newest run of this service', async () => {
  const shop = await behind({ A: 1 }, () => wrongKeys);
  const { run } = await started(shop, 'sku,quantity\nA,5\n');
  const other = await behind({ A: 1 }, () => wrongKeys);
  const env = { ...other.env, RESALE_STATE_DIR: join(shop.cwd, 'state') };
  await other.resale('inventory set --from - --yes', { env, stdin: 'sku,quantity\nA,6\n' });
  expect(await runsIn(shop)).toHaveLength(2);
  shop.weather.meddle = calm;
  const { exitCode, stderr } = await shop.resale('runs resume');
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringMatching(`^Continuing ${run.slice(-4)}: 1 row to send`),
  ]);
  expect([await shop.stock(), await other.stock()]).toEqual([{ A: 5 }, { A: 1 }]);
});
