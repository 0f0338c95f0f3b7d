import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { behind, calm, neverCame, quick, runsIn, wrongKeys } from '../support/relayed.ts';
import { errorOf, type Screen } from '../support/resale.ts';
import { json } from '../support/service.ts';
import type { Warehouse } from '../support/warehouse.ts';

/** A plan is agreed to, and then it is what is sent: whatever has become of the process, the input and the shop by then. */

const line = `inventory set --from rows.csv --run night ${quick} -o json`;
const adjusting = `inventory adjust --from rows.csv --run night ${quick} -o json`;

const fileIn = ({ cwd }: Warehouse, name: string) => join(cwd, 'state', 'runs', 'night', name);

/** A shop whose service refused the keys at the first row of a run, which so has sent nothing. */
const stopped = async (stock: Record<string, number>, rows: string, command = line) => {
  const shop = await behind(stock, () => wrongKeys);
  await shop.file('rows.csv', rows);
  const { exitCode } = await shop.resale(command);
  expect([exitCode, await shop.stock()]).toEqual([4, stock]);
  shop.weather.meddle = calm;
  return shop;
};

const said = (screen: Screen) => [screen.exitCode, errorOf(screen).code];

it('while one process plans a run, another one that begins it is sent away, and sends nothing', async () => {
  const shop = await behind({ A: 1 }, calm);
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  let second: Screen | undefined;
  shop.weather.reads = () => ({
    first: async () => {
      second ??= await shop.resale(line);
    },
  });
  const first = await shop.resale(line);
  expect([second && said(second), first.exitCode]).toEqual([[7, 'locked'], 0]);
  expect([shop.changes().length, await shop.stock()]).toEqual([1, { A: 5 }]);
});

it.each([
  ['another row', 'sku,quantity\nB,5\n'],
  ["a row that it can't use", 'sku,quantity\nA,five\n'],
])('a file that changes while it is planned is refused: %s', async (_, changed) => {
  const shop = await behind({ A: 1, B: 1 }, calm);
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  shop.weather.reads = () => ({ first: () => shop.file('rows.csv', changed) });
  const screen = await shop.resale(line);
  expect([screen.exitCode, errorOf(screen).message]).toEqual([
    2,
    'rows.csv was changed while it was being read.',
  ]);
  expect([shop.changes(), await shop.stock()]).toEqual([[], { A: 1, B: 1 }]);
  expect((await shop.resale('runs list -o json')).stdout).toBe('[]\n');
});

describe('killed between the plan and the first record of its journal, the run is simply continued', () => {
  test.each(['runs resume night', line])('by %s', async (again) => {
    const shop = await stopped({ A: 1 }, 'sku,quantity\nA,5\n');
    await writeFile(fileIn(shop, 'journal.ndjson'), '');
    expect((await shop.resale(again)).exitCode).toBe(0);
    expect([shop.changes().length, await shop.stock()]).toEqual([1, { A: 5 }]);
  });
});

it('shows the row in doubt of a run that was ended, though a power failure has brought its lock back', async () => {
  const shop = await behind({ A: 1 }, calm);
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  await shop.resale(line);
  const journal = fileIn(shop, 'journal.ndjson');
  const records = (await readFile(journal, 'utf8')).split('\n');
  const sent = records.findIndex((record) => record.includes('"kind":"sent"'));
  await writeFile(journal, `${records.slice(0, sent + 1).join('\n')}\n`);
  await shop.resale('runs end night --yes');
  await mkdir(fileIn(shop, 'lock'));
  const shown = async (what: string) => JSON.parse((await shop.resale(`${what} -o json`)).stdout);
  expect(await shown('runs list')).toMatchObject([{ state: 'unresolved', unknown: 1 }]);
  expect(await shown('runs show night --rows')).toMatchObject([{ line: 2, outcome: 'unknown' }]);
});

it('of a run that has lost its plan, nothing is sent, by any verb, and its folder stays as it is', async () => {
  const shop = await stopped({ A: 1 }, 'sku,quantity\nA,5\n');
  await rm(fileIn(shop, 'plan.ndjson'));
  for (const verb of [
    'runs resume night',
    line,
    'runs show night',
    'runs undo night --yes',
    'runs end night --yes',
  ])
    expect([verb, ...said(await shop.resale(`${verb} -o json`.replace('json -o json', 'json')))]).toEqual([
      verb,
      2,
      'file-failed',
    ]);
  expect(JSON.parse((await shop.resale('runs list -o json')).stdout)).toMatchObject([{ state: 'damaged' }]);
  expect([existsSync(fileIn(shop, 'journal.ndjson')), await shop.stock()]).toEqual([true, { A: 1 }]);
});

it('a folder that nobody agreed to is listed only if that is asked for, and whoever comes next plans in it anew', async () => {
  const shop = await behind({ A: 1 }, calm);
  await shop.file('rows.csv', 'sku,quantity\nNOBODY,5\n');
  expect((await shop.resale(line)).exitCode).toBe(2);
  expect(await runsIn(shop)).toEqual(['night']);
  const listed = async (flag: string) => JSON.parse((await shop.resale(`runs list ${flag} -o json`)).stdout);
  expect(await listed('')).toEqual([]);
  expect(await listed('--all')).toMatchObject([{ run: 'night', state: 'planned' }]);
  expect(said(await shop.resale('runs resume night -o json'))).toEqual([2, 'not-found']);
  await shop.file('rows.csv', 'sku,quantity\nA,5\n');
  expect([(await shop.resale(line)).exitCode, await shop.stock()]).toEqual([0, { A: 5 }]);
});

describe('the same rows, while another run of them has not ended', () => {
  const again = (command: string) => command.replace('--run night', '--run again');

  it('are not added twice; the run that has them is named, and may be given up', async () => {
    const shop = await stopped({ A: 5 }, 'sku,delta\nA,1\n', adjusting);
    const refused = await shop.resale(again(adjusting));
    expect(said(refused)).toEqual([2, 'another-run']);
    expect(errorOf(refused).hint).toContain('resale runs resume night');
    expect(await shop.stock()).toEqual({ A: 5 });
    await shop.resale('runs end night --yes');
    expect([(await shop.resale(again(adjusting))).exitCode, await shop.stock()]).toEqual([0, { A: 6 }]);
  });

  it('may be set twice: the second time there is nothing to do', async () => {
    const shop = await stopped({ A: 5 }, 'sku,quantity\nA,7\n');
    expect([(await shop.resale(again(line))).exitCode, await shop.stock()]).toEqual([0, { A: 7 }]);
    expect((await shop.resale('runs resume night')).exitCode).toBe(0);
    expect(shop.changes()).toHaveLength(1);
  });
});

describe('a saved plan', () => {
  const saved = async () => {
    const shop = await behind({ A: 5 }, calm);
    await shop.file('rows.csv', 'sku,quantity\nA,7\n');
    await shop.resale('inventory set --from rows.csv --plan plan.ndjson');
    return shop;
  };
  const apply = 'inventory set --from plan.ndjson --yes -o json';

  it('is sent from the inventories that it has', async () => {
    const shop = await saved();
    await shop.sets('A', 6);
    const [exitCode, reports] = await shop.reports(apply);
    expect([exitCode, reports, await shop.stock()]).toMatchObject([
      6,
      [{ outcome: 'refused', error: { code: 'conflict' } }],
      { A: 6 },
    ]);
    await shop.sets('A', 5);
    expect([(await shop.resale(apply)).exitCode, await shop.stock()]).toEqual([0, { A: 7 }]);
  });

  it('of adjustments is sent once: the run that it became is named, and once that is undone it may be sent again', async () => {
    const shop = await behind({ A: 5 }, calm);
    await shop.file('rows.csv', 'sku,delta\nA,-1\n');
    await shop.resale('inventory adjust --from rows.csv --plan plan.ndjson');
    const adjust = 'inventory adjust --from plan.ndjson --yes -o json';
    expect([(await shop.resale(adjust)).exitCode, await shop.stock()]).toEqual([0, { A: 4 }]);
    const refused = await shop.resale(adjust);
    const [run = ''] = await runsIn(shop);
    expect(said(refused)).toEqual([2, 'another-run']);
    expect(errorOf(refused).message).toBe(`This plan was sent before, as the run ${run}.`);
    expect(errorOf(refused).hint).toContain(`resale runs show ${run} --rows`);
    expect(shop.changes()).toHaveLength(1);
    await shop.resale(`runs undo ${run} --yes`);
    expect([(await shop.resale(adjust)).exitCode, await shop.stock()]).toEqual([0, { A: 4 }]);
  });

  it.each<[string, (shop: Awaited<ReturnType<typeof saved>>) => Promise<string>, object, string]>([
    [
      'made for another client',
      async () => apply,
      { RESALE_CLIENT_ID: 'another-client' },
      'The plan was made for the client',
    ],
    [
      'of another service',
      async () => apply,
      { RESALE_BASE_URL: 'http://127.0.0.1:1' },
      'The plan was made for http://',
    ],
    ['for another command', async () => apply.replace('set', 'adjust'), {}, 'The plan is for inventory set'],
    [
      'that somebody edited',
      async (shop) => {
        await shop.file('plan.ndjson', (await shop.read('plan.ndjson')).replace('"to":7', '"to":8'));
        return apply;
      },
      {},
      'it was changed since it was made',
    ],
  ])('%s is refused, and nothing is sent', async (_, prepare, env, message) => {
    const shop = await saved();
    const screen = await shop.resale(await prepare(shop), { env: { ...shop.env, ...env } });
    expect([said(screen), errorOf(screen).message]).toEqual([[2, 'usage'], expect.stringContaining(message)]);
    expect([shop.changes(), await shop.stock()]).toEqual([[], { A: 5 }]);
  });
});

describe('a row that the service did not begin, and whose run was stopped then', () => {
  const returned = async () => {
    const stop = new AbortController();
    const busy = { instead: json(429, { error: 'Busy.' }, { 'retry-after': '50' }) };
    const shop = await behind({ A: 5 }, () => busy);
    await shop.file('rows.csv', 'sku,delta\nA,-1\n');
    const { exitCode } = await shop.resale(adjusting, {
      interruption: stop.signal,
      onStderr: (text) => {
        if (text.includes('Trying again in')) stop.abort(new Interrupted('SIGINT'));
      },
    });
    expect(exitCode).toBe(130);
    expect(await shop.read(join('state', 'runs', 'night', 'journal.ndjson'))).toContain('"kind":"returned"');
    shop.weather.meddle = calm;
    return shop;
  };

  it('is sent again', async () => {
    const shop = await returned();
    const [exitCode, reports] = await shop.reports('runs resume night -o json');
    expect([exitCode, reports, await shop.stock()]).toMatchObject([
      0,
      [{ outcome: 'applied', before: 5 }],
      { A: 4 },
    ]);
  });

  it('from the same inventory: a sale meanwhile is a conflict, and nothing is taken away twice', async () => {
    const shop = await returned();
    // It may have been this row, if the service lied.
    await shop.sets('A', 4);
    const [, reports] = await shop.reports('runs resume night --settle 0 -o json');
    expect([reports[0]?.outcome, await shop.stock()]).toEqual([
      expect.not.stringMatching('applied'),
      { A: 4 },
    ]);
  });
});

describe('a row that would close its listing now, and was not planned to', () => {
  const refused = [6, 'refused', 'would-close', { A: 2, B: 6 }];
  it.each([
    ['is refused', adjusting, refused],
    [
      'is sent if whatever comes was agreed to',
      `${adjusting} --yes`,
      [0, 'applied', undefined, { A: 0, B: 6 }],
    ],
    ['is refused if that was limited', `${adjusting} --yes --max-close 0`, refused],
  ])('%s', async (_, command, expected) => {
    // The keys are refused at the first row, so the second one was never sent.
    const shop = await stopped({ A: 5, B: 5 }, 'sku,delta\nB,1\nA,-2\n', command);
    await shop.sets('A', 2);
    const [exitCode, reports] = await shop.reports('runs resume night -o json');
    const { outcome, error } = reports.find(({ line }) => line === 3) ?? {};
    expect([exitCode, outcome, error?.code, await shop.stock()]).toEqual(expected);
  });
});

it('the rows that are not done are written at the end of the run, and those of yesterday are gone from its beginning', async () => {
  const shop = await behind({ A: 1, B: 1 }, () => wrongKeys);
  await shop.file('rows.csv', 'sku,quantity\nA,5\nB,5\n');
  await shop.file('failed.csv', 'sku,quantity\nYESTERDAY,1\n');
  await shop.resale(`${line} --failed-out failed.csv`);
  expect(await shop.read('failed.csv')).toBe('sku,quantity\n');
  shop.weather.meddle = (before) =>
    before === 1 ? undefined : { instead: json(422, { error: 'Not now.' }) };
  expect((await shop.resale('runs resume night --concurrency 1')).exitCode).toBe(6);
  expect(await shop.read('failed.csv')).toMatch(/^sku,quantity\n[AB],5\n$/);
});

it('a row in doubt is not among them until somebody has settled it as not applied', async () => {
  const shop = await behind({ A: 1, B: 1 }, (before) => (before === 0 ? neverCame : undefined));
  await shop.file('rows.csv', 'sku,quantity\nA,5\nB,5\n');
  expect((await shop.resale(`${line} --failed-out failed.csv`)).exitCode).toBe(8);
  expect(await shop.read('failed.csv')).toBe('sku,quantity\n');
  await shop.resale('runs resolve night --all --as not-applied --failed-out again.csv');
  expect(await shop.read('again.csv')).toBe('sku,quantity\nA,5\n');
});

it.skipIf(process.platform !== 'linux')('a run that was resumed leaves its plan closed', async () => {
  const shop = await stopped({ A: 1 }, 'sku,quantity\nA,5\n');
  expect((await shop.resale('runs resume night')).exitCode).toBe(0);
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(join('/proc/self/fd', fd))];
    } catch {
      return [];
    }
  });
  expect(open.filter((path) => path.startsWith(shop.cwd))).toEqual([]);
});
