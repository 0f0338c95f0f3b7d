import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { directoryOf } from '../../src/bulk/journal/directory.ts';
import { lockRun } from '../../src/bulk/journal/lock.ts';
import { behind, calm, neverCame, runsIn, wrongKeys } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import type { Report } from '../support/warehouse.ts';

const stock = { A: 10, B: 20, C: 30, D: 40 };
const rows = 'sku,delta\nA,1\nB,2\nC,0\nD,-99\n';
const allDone = ['2 applied', '3 applied', '4 unchanged', '5 refused'];
const command = 'inventory adjust --from rows.csv --yes --skip-invalid --settle 0 --concurrency 1';

const shopWith = async (text = rows, meddle: Parameters<typeof behind>[1] = calm) => {
  const shop = await behind(stock, meddle);
  await shop.file('rows.csv', text);
  return shop;
};

const outcomes = (reports: readonly Report[]) => reports.map(({ line, outcome }) => `${line} ${outcome}`);

describe('a run of a name', () => {
  it('that has ended is told again, with every row and the same exit code, and nothing is requested', async () => {
    const shop = await shopWith();
    const first = await shop.reports(`${command} --run night --failed-out failed.csv`);
    expect(outcomes(first[1])).toEqual(allDone);
    const failed = await shop.read('failed.csv');
    shop.requests.length = 0;
    const again = await shop.reports(`${command} --run night --failed-out again.csv`);
    expect(again).toEqual(first);
    expect(again[0]).toBe(6);
    expect(await shop.read('again.csv')).toBe(failed);
    expect(shop.requests).toEqual([]);
    expect(await shop.stock()).toEqual({ A: 11, B: 22, C: 30, D: 40 });
    expect(await runsIn(shop)).toEqual(['night']);
  });

  it('that was undone meanwhile says so, and does nothing again', async () => {
    const shop = await shopWith();
    await shop.reports(`${command} --run night`);
    await shop.reports('runs undo night --yes');
    const { exitCode, stderr } = await shop.resale(`${command} --run night`);
    const [{ run: undo } = { run: '' }] = JSON.parse((await shop.resale('runs list')).stdout);
    expect(stderr).toContain(`Run night was undone by ${undo}, and nothing was sent.`);
    expect([exitCode, await shop.stock()]).toEqual([6, stock]);
  });

  it('that was stopped goes on: no row is done twice, and the report has all of them', async () => {
    const shop = await shopWith(rows, (before) => (before === 1 ? wrongKeys : undefined));
    const stopped = await shop.reports(`${command} --run night`);
    expect([stopped[0], outcomes(stopped[1])]).toEqual([
      4,
      ['2 applied', '3 unsent', '4 unchanged', '5 refused'],
    ]);
    shop.weather.meddle = calm;
    const [exitCode, reports] = await shop.reports(`${command} --run night`);
    expect([exitCode, outcomes(reports)]).toEqual([6, allDone]);
    expect(await shop.stock()).toEqual({ A: 11, B: 22, C: 30, D: 40 });
  });

  it('whose rows are unknown says so again, until a person has settled them', async () => {
    const shop = await shopWith('sku,delta\nA,1\n', () => neverCame);
    const first = await shop.reports(`${command} --run night`);
    expect([first[0], outcomes(first[1])]).toEqual([8, ['2 unknown']]);
    expect(await shop.reports(`${command} --run night`)).toEqual(first);
    await shop.resale('runs resolve night --rows 1 --as refused');
    const settled = await shop.reports(`${command} --run night`);
    expect([settled[0], outcomes(settled[1])]).toEqual([6, ['2 refused']]);
  });

  it('is a run as any other: it is listed, shown, resumed and undone by its name', async () => {
    const shop = await shopWith();
    await shop.resale(`${command} --run night`);
    expect(JSON.parse((await shop.resale('runs list')).stdout)).toMatchObject([{ run: 'night', rows: 4 }]);
    const shown = await shop.resale('runs show night --rows');
    expect(outcomes(JSON.parse(shown.stdout))).toHaveLength(4);
    expect((await shop.resale('runs resume night')).exitCode).toBe(6);
    expect((await shop.resale('runs undo night --yes')).exitCode).toBe(0);
    expect(await shop.stock()).toEqual(stock);
  });

  it('is listed with its whole name, however long those of newer runs are', async () => {
    const shop = await shopWith();
    const name = 'a-restock-of-all-the-shelves-in-the-north';
    for (const run of [name, 'b']) await shop.resale(`${command} --run ${run}`);
    expect((await shop.resale('runs list -o table')).stdout).toMatch(new RegExp(` ${name}\n`));
  });

  it('takes each part of a file for a run of its own', async () => {
    const shop = await shopWith('sku,delta\nA,1\nB,2\nC,3\nD,4\n');
    for (let round = 0; round < 2; round++)
      for (const part of ['1/3', '2/3', '3/3'])
        expect((await shop.resale(`${command} --run night --shard ${part}`)).exitCode).toBe(0);
    expect((await runsIn(shop)).sort()).toEqual(['night-1-of-3', 'night-2-of-3', 'night-3-of-3']);
    expect(await shop.stock()).toEqual({ A: 11, B: 22, C: 33, D: 44 });
    // The parts of another division overlap with these.
    for (const other of ['--shard 1/2', '']) {
      const screen = await shop.resale(`${command} --run night ${other}`);
      expect([screen.exitCode, errorOf(screen).message]).toEqual([
        2,
        'The run night was begun with a --shard of 3 parts.',
      ]);
    }
  });

  it('takes rows from a pipe, and knows them again', async () => {
    const shop = await shopWith();
    const piped = command.replace('rows.csv', '-');
    const first = await shop.reports(`${piped} --run night`, { stdin: rows });
    expect(await shop.reports(`${piped} --run night`, { stdin: rows })).toEqual(first);
    expect(await shop.reports(`${command} --run night`)).toEqual(first);
    const others = await shop.resale(`${piped} --run night`, { stdin: rows.replace('A,1', 'A,2') });
    expect([others.exitCode, errorOf(others).message]).toEqual([
      2,
      'The run night was begun with other rows.',
    ]);
    expect(await shop.stock()).toEqual({ A: 11, B: 22, C: 30, D: 40 });
  });

  it('leaves nothing where nothing was sent, so that a better file can have the name', async () => {
    const shop = await shopWith('sku,delta\nA,many\n');
    const strict = command.replace('--skip-invalid ', '');
    expect((await shop.resale(`${strict} --run night`)).exitCode).toBe(2);
    expect(await runsIn(shop)).toEqual([]);
    await shop.file('rows.csv', 'sku,delta\nA,1\n');
    expect((await shop.resale(`${strict} --run night --dry-run`)).exitCode).toBe(0);
    expect(await runsIn(shop)).toEqual([]);
    expect((await shop.resale(`${strict} --run night`)).exitCode).toBe(0);
    expect((await shop.resale(`${strict} --run night --dry-run`)).stdout).toBe('[]\n');
  });
});

describe('a name that means another run: exit 2, and nothing is sent', () => {
  const others: [flags: string, said: string][] = [
    ['--direct', 'The run night was begun with no --direct.'],
    ['--max-close 5', 'The run night was begun with no --max-close.'],
    ['--ignore-extra --max-change 90', 'The run night was begun with no --ignore-extra and no --max-change.'],
    ['--no-close', 'The run night was begun with no --max-close.'],
  ];
  test.each(others)('%s', async (flags, said) => {
    const shop = await shopWith();
    await shop.resale(`${command} --run night`);
    shop.requests.length = 0;
    const screen = await shop.resale(`${command} --run night ${flags}`);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, said]);
    expect(shop.requests).toEqual([]);
  });

  test('another command, another file', async () => {
    const shop = await shopWith();
    await shop.resale(`${command} --run night`);
    shop.requests.length = 0;
    const set = await shop.resale('inventory set --from rows.csv --ignore-extra --yes --run night');
    expect([set.exitCode, errorOf(set).message]).toEqual([
      2,
      'The run night was begun with inventory adjust.',
    ]);
    await shop.file('rows.csv', `${rows}A,5\n`);
    const other = await shop.resale(`${command} --run night`);
    expect([other.exitCode, errorOf(other).message]).toEqual([2, 'The run night was begun with other rows.']);
    expect(shop.requests).toEqual([]);
  });

  test('how many rows are sent at once may differ', async () => {
    const shop = await shopWith();
    await shop.resale(`${command} --run night`);
    const fewer = command.replace('--concurrency 1', '--concurrency 7');
    expect((await shop.resale(`${fewer} --run night`)).exitCode).toBe(6);
  });
});

test('the same name while it is running: exit 7, and nothing is sent', async () => {
  const shop = await shopWith(rows, () => wrongKeys);
  await shop.resale(`${command} --run night`);
  const { release } = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), 'night'));
  shop.requests.length = 0;
  const screen = await shop.resale(`${command} --run night`);
  expect([screen.exitCode, errorOf(screen)]).toEqual([
    7,
    expect.objectContaining({ code: 'run-locked', retryable: true }),
  ]);
  expect(shop.requests).toEqual([]);
  await release();
});

test.each([
  '../night',
  '.',
  '..',
  'a/b',
  '-night',
  'night.',
  'a b',
  '20261121-120501-4f2a',
  'n'.repeat(61),
  'ñ',
])('%j is no name for a run', async (name) => {
  const shop = await shopWith();
  const screen = await shop.resale([...command.split(' '), '--run', name]);
  expect([screen.exitCode, errorOf(screen).message]).toEqual([
    2,
    expect.stringMatching(/^--run must be a name such as restock-2026-11-21, /),
  ]);
  expect(shop.requests).toEqual([]);
});
