import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { directoryOf } from '../../src/runs/directory.ts';
import { behind, calm, neverCame, onlyList, short, started, wrongKeys } from '../support/relayed.ts';

/** What a run wanted of a listing that had 3, and what the listing has when the row may be sent again. */
const againFrom: readonly [command: string, row: string, now: number, outcome: string, after: number][] = [
  ['inventory set', 'C,quantity,7', 3, 'applied', 7],
  ['inventory set', 'C,quantity,7', 9, 'unknown', 9],
  ['inventory set', 'C,quantity,7', 7, 'converged', 7],
  ['inventory adjust', 'C,delta,4', 3, 'applied', 7],
  ['inventory adjust', 'C,delta,4', 9, 'unknown', 9],
  ['inventory adjust', 'C,delta,4', 7, 'converged', 7],
  ['inventory adjust --direct', 'C,delta,4', 3, 'applied', 7],
  ['inventory adjust --direct', 'C,delta,4', 7, 'converged', 7],
  ['listings close', 'C', 9, 'applied', 0],
  ['listings close', 'C', 0, 'converged', 0],
  ['inventory set --on-conflict retry', 'C,quantity,7', 9, 'unknown', 9],
];
test.each(againFrom)(
  'retry of "%s" %s from %i: %s, since only the inventory before is what was decided on',
  async (command, row, now, outcome, after) => {
    const [name, column, value] = row.split(',');
    const rows = column ? `sku,${column}\n${name},${value}\n` : `sku\n${name}\n`;
    const shop = await behind({ C: 3 }, () => neverCame);
    const { run } = await started(shop, rows, command);
    Object.assign(shop.weather, { meddle: calm });
    await shop.resale(`runs resolve ${run} --all --as retry`);
    await shop.sets('C', now);
    const failed = join(shop.cwd, 'failed.csv');
    const resumed = await shop.resale(`runs resume ${run} --settle 0 --failed-out '${failed}'`);
    expect([JSON.parse(resumed.stdout), await shop.stock()]).toEqual([
      [expect.objectContaining({ line: 2, outcome })],
      { C: after },
    ]);
    // It may have been applied, so it must not be fed back.
    expect(await readFile(failed, 'utf8')).toBe(`${rows.split('\n')[0]}\n`);
    expect(resumed.exitCode).toBe(outcome === 'unknown' ? 8 : 0);
    const left = (await shop.reports(`runs resolve ${run} --dry-run`))[1];
    const shown = JSON.parse((await shop.resale(`runs show ${run} --unknown`)).stdout);
    expect([left, shown]).toMatchObject(outcome === 'unknown' ? [{}, [{ line: 2 }]] : [{}, []]);
  },
);

it('rows in doubt are named in one word if they are many', async () => {
  const names = Array.from({ length: 25 }, (_, number) => `N${number}`);
  const shop = await behind(Object.fromEntries(names.map((name) => [name, 1])), () => neverCame, onlyList);
  const { run, stderr } = await started(shop, `sku,quantity\n${names.map((name) => `${name},5\n`).join('')}`);
  shop.weather.reads = calm;
  expect(stderr).toContain('25 in doubt: rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 15 more');
  expect((await shop.resale(`runs resolve ${run}`)).stderr).toMatch(
    new RegExp(`:\n  resale runs resolve ${short(run)} --all --as WHAT\n$`),
  );
  const { stdout: page } = await shop.resale(`runs show ${run} --html -`);
  expect(page.replace(/<.?span>/g, '')).toContain(`resale runs resolve ${run}`);
});

it('a resume without a name takes the newest run of this service', async () => {
  const shop = await behind({ A: 1, B: 2 }, () => wrongKeys);
  const { run: older } = await started(shop, 'sku,quantity\nA,5\n');
  const { run: newer } = await started(shop, 'sku,quantity\nB,6\n');
  shop.weather.meddle = calm;
  const path = directoryOf(join(shop.cwd, 'state', 'runs'), newer).manifest;
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, origin: 'https://other.example' }));
  const { exitCode, stderr } = await shop.resale('runs resume');
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(`^Resuming run ${older} `)]);
  expect(await shop.stock()).toEqual({ A: 5, B: 2 });
});
