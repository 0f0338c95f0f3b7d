import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { directoryOf, undoOf } from '../../src/runs/folder/directory.ts';
import { lockRun } from '../../src/runs/journal/lock.ts';
import { behind, calm, killed, runsIn, started } from '../support/relayed.ts';
import { warehouse } from '../support/warehouse.ts';

it('what is left of a run that never began is pruned after a day, unless somebody is at work on it', async () => {
  const shop = await warehouse({ A: 1 });
  const path = join(shop.cwd, 'state', 'runs', 'night');
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeFile(join(path, 'journal.ndjson'), '', { mode: 0o600 });
  const lock = await lockRun(directoryOf(join(shop.cwd, 'state'), 'night'));
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const pruned = async () => {
    await utimes(path, yesterday, yesterday);
    const { stdout } = await shop.resale('runs prune --older-than 0 --yes');
    return JSON.parse(stdout).map(({ run }: { run: string }) => run);
  };
  expect(await pruned()).toEqual([]);
  await lock.release();
  expect([await pruned(), await runsIn(shop)]).toEqual([['night'], []]);
});

it('a run of another time that has the name by the end of the question is not pruned', async () => {
  const shop = await warehouse({ A: 1 });
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  await shop.resale('inventory set --from rows.csv --run night');
  const path = join(shop.cwd, 'state', 'runs', 'night', 'plan.ndjson');
  const beginsAnew = (text: string) => {
    if (text.includes('Continue?'))
      writeFileSync(path, readFileSync(path, 'utf8').replace(/(?<="createdAt":"20)../, '19'));
  };
  await shop.resale('runs prune --older-than 0', { terminal: 80, answers: ['y'], onStderr: beginsAnew });
  expect(await runsIn(shop)).toEqual(['night']);
  await shop.resale('runs prune --older-than 0', { terminal: 80, answers: ['y'] });
  expect(await runsIn(shop)).toEqual([]);
});

it('what is left of a run whose removal was stopped is no run, and goes with the next removal', async () => {
  const shop = await warehouse({ A: 1 });
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  await shop.resale('inventory set --from rows.csv --run night');
  const runs = join(shop.cwd, 'state', 'runs');
  await rename(join(runs, 'night'), join(runs, '.removed-night'));
  expect((await shop.resale('runs list --all')).stdout).toBe('[]\n');
  await shop.resale('runs prune -n');
  expect(await readdir(runs)).toEqual(['.removed-night']);
  await shop.resale('runs prune');
  expect(await readdir(runs)).toEqual([]);
});

it('a run stays with its undo while somebody is at work on that, and while that is damaged', async () => {
  const shop = await warehouse({ A: 1 });
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  for (const run of ['night', 'other']) await shop.resale(`inventory set --from rows.csv --run ${run}`);
  const left = async () => {
    const { exitCode } = await shop.resale('runs prune --older-than 0 --yes');
    return [exitCode, await runsIn(shop)];
  };
  const state = join(shop.cwd, 'state');
  const undo = undoOf(directoryOf(state, 'night'));
  await mkdir(undo.path, { mode: 0o700 });
  const lock = await lockRun(undo);
  expect(await left()).toEqual([0, ['night']]);
  await lock.release();
  await shop.resale('runs undo night --yes');
  await rm(undo.journal);
  await shop.resale('inventory set --from rows.csv --run other');
  expect(await left()).toEqual([0, ['night']]);
});

it('a run whose journal is lost is damaged, and not unknown', async () => {
  const shop = await behind({ A: 1 }, calm);
  await started(shop, 'sku,quantity\nA,5\n', 'inventory set', '--run night');
  await rm(join(shop.cwd, 'state', 'runs', 'night', 'journal.ndjson'));
  const { exitCode, stderr } = await shop.resale('runs show night');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("can't be used: it is missing")]);
});

it('a page of a run calls a listing by the name that the file has, and no row unknown whose request is under way', async () => {
  const shop = await behind({ A: 1, B: 2, C: 3 }, calm);
  const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\nC,7\n');
  await killed(shop, run, 2);
  const lock = await lockRun(directoryOf(join(shop.cwd, 'state'), run));
  const page = async () => (await shop.resale(`runs show ${run} --html -`)).stdout;
  const report = await page();
  expect(report).toContain('"A"');
  expect(report).toContain('1 applied, 2 not sent. The run was still in progress');
  expect(report).not.toContain('stopped before');
  // It has no next step while it is running.
  expect(report).not.toContain('class="next"');
  expect((await shop.resale(`runs show ${run}`, { terminal: 80 })).stderr).toBe('');
  await lock.release();
  const stopped = await page();
  expect(stopped).toContain('stopped before it had the answer');
  // Where no script runs in the browser, the rows are in the terminal.
  expect(stopped.replace(/<.?span>/g, '')).toContain(`resale runs show ${run} --rows`);
});
