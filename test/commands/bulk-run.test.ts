import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { errorOf } from '../support/resale.ts';
import { type Report, type Warehouse, warehouse } from '../support/warehouse.ts';

const outcomes = (reports: Report[]) => reports.map(({ line, outcome }) => `${line} ${outcome}`);

describe('inventory set --from', () => {
  it('reports the outcome of every row, and counts', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const stdin = 'sku,quantity,expect\nA,5,1\nB,2,2\nC,9,8\n';
    const { exitCode, stdout, stderr } = await shop.resale('inventory set --from - -o ndjson', { stdin });
    const reports: Report[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.sort((one, other) => one.line - other.line)).toEqual([
      { line: 2, id: shop.ids.A, outcome: 'applied', before: 1, after: 5, error: null },
      { line: 3, id: shop.ids.B, outcome: 'unchanged', before: 2, after: 2, error: null },
      {
        line: 4,
        id: shop.ids.C,
        outcome: 'refused',
        before: 3,
        after: 3,
        error: {
          code: 'conflict',
          message: expect.stringContaining('is 3, not 8 as expected; 9 was wanted'),
        },
      },
    ]);
    expect([exitCode, JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error]).toEqual([
      6,
      expect.objectContaining({
        code: 'rows-not-done',
        message: expect.stringContaining('1 applied, 1 unchanged, 1 refused'),
      }),
    ]);
  });

  it('sends one request a change and none for the rest, and reads 200 listings a request', async () => {
    const shop = await warehouse({}, { listings: 450 });
    const listings: { id: string; availableInventory: number }[] = JSON.parse(
      (await shop.resale('listings list')).stdout,
    );
    shop.requests.length = 0;
    const rows = listings.map(({ id, availableInventory }, at) => ({
      id,
      quantity: availableInventory + (at % 30 === 0 ? 1 : 0),
    }));
    await shop.file('stock.json', JSON.stringify(rows));
    const [exitCode, reports] = await shop.reports('inventory set --from stock.json');
    expect([exitCode, reports.length]).toEqual([0, 450]);
    expect(shop.changes().length).toBe(15);
    expect(shop.requests.filter((request) => request.startsWith('GET'))).toEqual([
      'GET /v1/listings 200',
      'GET /v1/listings 200',
      'GET /v1/listings 200',
    ]);
  });

  test.each([
    ['', 6, 'refused', 4],
    ['--on-conflict fail', 6, 'refused', 4],
    ['--on-conflict skip', 0, 'skipped', 4],
    ['--on-conflict retry', 0, 'applied', 9],
  ])(
    '%s: where somebody sells after the plan was made, exits %i, %s',
    async (flag, exitCode, outcome, left) => {
      const shop = await warehouse({ A: 5 });
      const env = await met(shop, 'PUT', { first: () => shop.sets('A', 4) });
      const [code, [report]] = await shop.reports(`inventory set --from - ${flag}`, {
        stdin: 'sku,quantity\nA,9\n',
        env,
      });
      expect([code, report?.outcome, await shop.stock()]).toEqual([exitCode, outcome, { A: left }]);
    },
  );

  it('does not retry a row that says what it expects', async () => {
    const shop = await warehouse({ A: 5 });
    const env = await met(shop, 'PUT', { first: () => shop.sets('A', 4) });
    const [exitCode, [report]] = await shop.reports('inventory set --from - --on-conflict retry', {
      stdin: 'sku,quantity,expect\nA,9,5\n',
      env,
    });
    expect([exitCode, report]).toEqual([
      6,
      expect.objectContaining({
        outcome: 'refused',
        before: 4,
        error: expect.objectContaining({ code: 'conflict' }),
      }),
    ]);
  });
});

/** Where the first request of a method meets something. */
const met = async (shop: Warehouse, wanted: string, meddling: Meddling) => {
  const { url } = await startRelay(shop.baseUrl, (method, before) =>
    method === wanted && before === 0 ? meddling : undefined,
  );
  return { ...shop.env, RESALE_BASE_URL: url };
};

it('notices a file that lost its last rows between planning and running', async () => {
  const shop = await warehouse({ A: 1, B: 1 });
  await shop.file('stock.csv', 'sku,quantity\nA,2\nB,2\n');
  // The list is read behind the first reading of the rows, and before the second.
  const env = await met(shop, 'GET', { first: () => shop.file('stock.csv', 'sku,quantity\nA,2\n') });
  const screen = await shop.resale('inventory set --from stock.csv', { env });
  expect([screen.exitCode, errorOf(screen)]).toEqual([2, expect.objectContaining({ code: 'input-changed' })]);
  expect(await shop.stock()).toEqual({ A: 1, B: 1 });
});

describe('inventory adjust --from', () => {
  it('continues from the current value if somebody sells meanwhile, unless that would close the listing', async () => {
    const shop = await warehouse({ A: 5, B: 5 });
    const env = await met(shop, 'PUT', { first: () => shop.sets('A', 4) });
    const adjusted = await shop.reports('inventory adjust --from -', { stdin: 'sku,delta\nA,-2\n', env });
    expect([adjusted[0], adjusted[1][0]]).toEqual([
      0,
      expect.objectContaining({ outcome: 'applied', before: 4, after: 2 }),
    ]);
    for (const flags of ['', '--no-close --yes']) {
      const closing = await met(shop, 'PUT', { first: () => shop.sets('B', 2) });
      const refused = await shop.reports(`inventory adjust --from - ${flags}`, {
        stdin: 'sku,delta\nB,-2\n',
        env: closing,
      });
      expect([refused[0], refused[1][0]?.error?.code]).toEqual([6, 'would-close']);
      await shop.sets('B', 5);
    }
  });

  it('replaces what it read, so that the outcome can be known', async () => {
    const shop = await warehouse({ A: 1, B: 5 });
    const [exitCode, reports] = await shop.reports('inventory adjust --from -', {
      stdin: 'sku,delta\nA,2\nB,-1\n',
    });
    expect([exitCode, outcomes(reports), await shop.stock()]).toEqual([
      0,
      ['2 applied', '3 applied'],
      { A: 3, B: 4 },
    ]);
  });

  it('keeps the order of the rows of one listing, each going on from the one before', async () => {
    const shop = await warehouse({ A: 1 });
    const stdin = 'sku,delta\nA,2\nA,-1\nA,7\n';
    const [exitCode, reports] = await shop.reports('inventory adjust --from -', { stdin });
    expect([exitCode, reports.map(({ line, before, after }) => [line, before, after])]).toEqual([
      0,
      [
        [2, 1, 3],
        [3, 3, 2],
        [4, 2, 9],
      ],
    ]);
  });

  it('--direct adds to whatever is there', async () => {
    const shop = await warehouse({ A: 1, B: 5 });
    const [exitCode, reports] = await shop.reports('inventory adjust --direct --from -', {
      stdin: 'sku,delta\nA,2\nB,0\n',
    });
    expect([exitCode, outcomes(reports), await shop.stock()]).toEqual([
      0,
      ['2 applied', '3 unchanged'],
      { A: 3, B: 5 },
    ]);
  });
});

describe('listings close --from', () => {
  it('closes what is open, and leaves what is closed', async () => {
    const shop = await warehouse({ A: 1, B: 0, C: 3 });
    const [exitCode, reports] = await shop.reports('listings close --from - --yes', { stdin: 'sku\nA\nB\n' });
    expect([exitCode, outcomes(reports), await shop.stock()]).toEqual([
      0,
      ['2 applied', '3 unchanged'],
      { A: 0, B: 0, C: 3 },
    ]);
  });
});

describe('on a terminal', () => {
  // Rows in conflict: only rows that somebody has to look at are shown there.
  const file = 'sku,quantity,expect\nA,5,9\nB,6,9\n';
  const line = 'inventory set --from stock.csv --yes --concurrency 1';

  test.each([
    [100, /^LINE +ID +NAME +OUTCOME +BEFORE +AFTER\n/],
    [80, /^LINE +NAME +OUTCOME +BEFORE +AFTER\n/],
  ])('of %i columns, rows have the names that the file uses', async (terminal, head) => {
    const shop = await warehouse({ A: 1, B: 2 });
    await shop.file('stock.csv', file);
    const { stdout } = await shop.resale(line, { terminal });
    expect(stdout).toMatch(head);
    expect(stdout).toMatch(/^ +3 .* B /m);
  });

  it('a file that names listings by their ids needs no second name', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.csv', `id,sku,quantity,expect\n${shop.ids.A},A,5,9\n`);
    expect((await shop.resale(line, { terminal: 100 })).stdout).toMatch(/^LINE +ID +OUTCOME/);
  });
});

describe('--failed-out', () => {
  it('has the rows that were certainly not applied, in their own format, ready to run again', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const stdin = '\uFEFFsku;quantity;expect\r\nA;5;\r\n"B";6;9\r\nZ;1;\r\n';
    const line = 'inventory set --skip-invalid --from';
    const first = await shop.resale(`${line} - --failed-out failed.csv`, { stdin });
    expect([first.exitCode, await shop.read('failed.csv')]).toEqual([
      6,
      expect.stringMatching(/^\uFEFFsku;quantity;expect\r\n"B";6;9\r\nZ;1;\r\n$/),
    ]);
    await shop.sets('B', 9);
    const again = await shop.reports(`${line} failed.csv --failed-out again.csv`);
    expect([again[0], outcomes(again[1]), await shop.read('again.csv')]).toEqual([
      6,
      ['2 applied', '3 refused'],
      expect.stringMatching(/^\uFEFFsku;quantity;expect\r\nZ;1;\r\n$/),
    ]);
  });

  it('never has an unknown row', async () => {
    const shop = await warehouse({ A: 1, B: 2 });
    const env = await met(shop, 'PUT', { instead: hangUp });
    const { exitCode } = await shop.resale(
      'inventory set --from - --settle 0 --max-retries 0 --failed-out failed.csv',
      { stdin: 'sku,quantity,expect\nA,5,\nB,6,9\n', env },
    );
    expect([exitCode, await shop.read('failed.csv')]).toEqual([8, 'sku,quantity,expect\nB,6,9\n']);
    const [run = ''] = await readdir(join(shop.cwd, 'state/runs'));
    expect(await shop.read(join('state/runs', run, 'journal.ndjson'))).toMatch(/"end","exitCode":8,.*\n$/);
  });
});

test('the reason why rows with lost answers wait is given once', async () => {
  const shop = await warehouse({ A: 1, B: 2 });
  const relay = await startRelay(shop.baseUrl, (method) =>
    method === 'PUT' ? { instead: hangUp } : undefined,
  );
  const { exitCode, stderr } = await shop.resale('inventory set --from - --settle 0.01', {
    stdin: 'sku,quantity\nA,5\nB,6\n',
    env: { ...shop.env, RESALE_BASE_URL: relay.url },
  });
  expect([
    exitCode,
    relay.changes(),
    stderr.match(/An answer was lost. Its row is checked after 0.01 s/g),
  ]).toEqual([8, 2, [expect.any(String)]]);
});

describe('what a run leaves on the disk', () => {
  it('is readable only by its owner, and contains no key', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nA,5\n' });
    const runs = join('state', 'runs');
    const [run = ''] = await readdir(join(shop.cwd, runs));
    const files = (await readdir(join(shop.cwd, runs, run))).sort();
    expect(files).toEqual(['holder.json', 'input', 'journal.ndjson', 'manifest.json']);
    const modeOf = async (path: string) => ((await stat(join(shop.cwd, path))).mode & 0o777).toString(8);
    expect(await Promise.all([runs, join(runs, run)].map(modeOf))).toEqual(['700', '700']);
    for (const file of files) {
      expect(await modeOf(join(runs, run, file))).toBe('600');
      const text = await shop.read(join(runs, run, file));
      expect(text).not.toContain(sandboxProfile.apiKey);
    }
  });

  it('shows no key if the service repeats it', async () => {
    const shop = await warehouse({ A: 1 });
    const screen = await shop.resale('inventory set --from -', {
      stdin: 'sku,quantity\nA,5\n',
      env: { ...shop.env, RESALE_API_KEY: 'canary-key-0815' },
    });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, expect.any(String)]);
    expect(screen.stderr).not.toContain('canary-key-0815');
  });
});

it('changes a listing one row after the other, however its rows spell the id', async () => {
  const shop = await warehouse({ A: 1 });
  const id = shop.ids.A ?? '';
  let underWay = 0;
  let most = 0;
  const relay = await startRelay(shop.baseUrl, (method) =>
    method === 'PUT'
      ? {
          async first() {
            most = Math.max(most, ++underWay);
            await setTimeout(50);
            underWay -= 1;
          },
        }
      : undefined,
  );
  const stdin = `id,delta\n${id},1\n${id.toUpperCase()},1\n${id},1\n`;
  const [exitCode, reports] = await shop.reports('inventory adjust --direct --from -', {
    stdin,
    env: { ...shop.env, RESALE_BASE_URL: relay.url },
  });
  expect([exitCode, outcomes(reports), most, await shop.stock()]).toEqual([
    0,
    ['2 applied', '3 applied', '4 applied'],
    1,
    { A: 4 },
  ]);
});
