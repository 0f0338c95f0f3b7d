import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { behind, calm } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { type Report, warehouse } from '../support/warehouse.ts';

const outcomes = (reports: Report[]) => reports.map(({ line, outcome }) => `${line} ${outcome}`);

test('notices a file that lost its last rows between planning and running', async () => {
  const shop = await behind({ A: 1, B: 1 }, calm);
  await shop.file('stock.csv', 'sku,quantity\nA,2\nB,2\n');
  // The list is read behind the first reading of the rows, and before the second.
  shop.weather.reads = () => ({ first: () => shop.file('stock.csv', 'sku,quantity\nA,2\n') });
  const screen = await shop.resale('inventory set --from stock.csv');
  expect([screen.exitCode, errorOf(screen)]).toEqual([2, expect.objectContaining({ code: 'invalid-input' })]);
  expect(await shop.stock()).toEqual({ A: 1, B: 1 });
});

test('what a run leaves on the disk is readable only by its owner, and contains no key', async () => {
  const shop = await warehouse({ A: 1 });
  await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nA,5\n' });
  const runs = join('state', 'runs');
  const [run = ''] = await readdir(join(shop.cwd, runs));
  const files = (await readdir(join(shop.cwd, runs, run))).sort();
  expect(files).toEqual(['holder.json', 'journal.ndjson', 'plan.ndjson']);
  const modeOf = async (path: string) => ((await stat(join(shop.cwd, path))).mode & 0o777).toString(8);
  expect(await Promise.all([runs, join(runs, run)].map(modeOf))).toEqual(['700', '700']);
  for (const file of files) {
    expect(await modeOf(join(runs, run, file))).toBe('600');
    const text = await shop.read(join(runs, run, file));
    expect(text).not.toContain(sandboxProfile.apiKey);
  }
});

test('changes a listing one row after the other, however its rows spell the id', async () => {
  let underWay = 0;
  let most = 0;
  const slowly = {
    async first() {
      most = Math.max(most, ++underWay);
      await setTimeout(50);
      underWay -= 1;
    },
  };
  const shop = await behind({ A: 1 }, () => slowly);
  const id = shop.ids.A ?? '';
  const stdin = `id,delta\n${id},1\n${id.toUpperCase()},1\n${id},1\n`;
  const [exitCode, reports] = await shop.reports('inventory adjust --direct --from -', { stdin });
  expect([exitCode, outcomes(reports), most, await shop.stock()]).toEqual([
    0,
    ['2 applied', '3 applied', '4 applied'],
    1,
    { A: 4 },
  ]);
});
