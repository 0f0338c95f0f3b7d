import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

// What version 0.1.0 left, with the origin of the service taken out: a run that was stopped, and a plan.

const kept = (name: string) => readFile(new URL(`kept-run/${name}`, import.meta.url), 'utf8');
const stock = { A: 5, B: 2, C: 3, D: 4 };
const rows = 'sku,quantity,remark\nA,5,\nE,1,\nB,6,\nC,7,\nD,0,\n';

const manifestAt = (origin: string) => ({
  version: 1,
  tool: '0.1.0',
  operation: 'inventory set',
  rows: 5,
  options: {
    onConflict: 'skip',
    skipInvalid: true,
    ignoreExtra: true,
    concurrency: 1,
    maxClose: 5,
    maxChange: 100,
    mayClose: true,
  },
  origin,
  input: {
    sha256: '06a9ba85917853c18a7d111f41b889ee49d3116b6bbf07a9924a975bc0dfdaea',
    size: 45,
    format: 'csv',
  },
  createdAt: '2026-11-22T22:28:44.032Z',
});

const withKeptRun = async (): Promise<Warehouse> => {
  const shop = await warehouse(stock);
  const folder = join(shop.cwd, 'state', 'runs', 'night');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    'manifest.json': JSON.stringify(manifestAt(shop.baseUrl), undefined, 2),
    'journal.ndjson': await kept('journal.ndjson'),
    input: rows,
  };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  return shop;
};

test('a run that an earlier version was stopped in is shown, goes on by its name, is settled and undone', async () => {
  const shop = await withKeptRun();
  const night = async (flags = '') => {
    const [exitCode, reports] = await shop.reports(
      `inventory set --from - --yes --run night --skip-invalid --ignore-extra --max-close 5 --max-change 100 --on-conflict skip ${flags}`,
      { stdin: rows },
    );
    return [exitCode, reports.map(({ line, outcome }) => `${line} ${outcome}`)];
  };
  expect(JSON.parse((await shop.resale('runs show night')).stdout)).toMatchObject({
    state: 'unfinished',
    counts: { applied: 1, refused: 1, unknown: 1, unsent: 2 },
    options: manifestAt('').options,
  });
  expect(await night()).toEqual([8, ['2 applied', '3 refused', '4 unknown', '5 applied', '6 applied']]);
  await shop.resale('runs resolve night --all --as retry');
  expect(await night('--settle 3')).toEqual([
    6,
    ['2 applied', '3 refused', '4 applied', '5 applied', '6 applied'],
  ]);
  expect(await shop.stock()).toEqual({ A: 5, B: 6, C: 7, D: 0 });
  expect((await shop.resale('runs undo night --yes')).exitCode).toBe(0);
  expect(await shop.stock()).toEqual({ A: 1, B: 2, C: 3, D: 4 });
});

test('a plan that an earlier version wrote is carried out', async () => {
  const shop = await warehouse(stock);
  await shop.file('plan.ndjson', (await kept('plan.ndjson')).replace(/http:[^"]+/, shop.baseUrl));
  expect((await shop.resale('inventory set --from plan.ndjson --yes')).exitCode).toBe(0);
  expect(await shop.stock()).toEqual({ ...stock, C: 7, D: 8 });
});
