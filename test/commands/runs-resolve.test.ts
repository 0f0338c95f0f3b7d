import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { directoryOf } from '../../src/bulk/journal/directory.ts';
import { lockRun } from '../../src/bulk/journal/lock.ts';
import {
  behind,
  calm,
  killed,
  neverCame,
  onlyList,
  runsIn,
  short,
  started,
  wrongKeys,
} from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

interface Waiting {
  row: number;
  looks: string;
}

const rows = 'sku,quantity\nA,5\nB,6\nC,7\nD,8\n';

/** A run of which A was applied, and nothing came of B, C and D. */
const threeUnknown = async (stdin = rows, command = 'inventory set', flags = '') => {
  const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);
  const shop = await behind({ A: 1, B: 2, C: 3, D: 4 }, onlyFirst, onlyList);
  const { run, stderr } = await started(shop, stdin, command, flags);
  Object.assign(shop.weather, { meddle: calm, reads: calm });
  const journal = join(shop.cwd, 'state', 'runs', run, 'journal.ndjson');
  const looks = async (flags = '') =>
    JSON.parse((await shop.resale(`runs resolve ${run} ${flags}`)).stdout) as Waiting[];
  return { ...shop, run, stderr, journal: () => readFile(journal, 'utf8'), looks };
};

describe('what waits', () => {
  it('is shown with what each listing was, what was wanted, and what it is now', async () => {
    const shop = await threeUnknown();
    await shop.sets('B', 6);
    await shop.sets('D', 1);
    const asked = shop.relay.lines.length;
    const { exitCode, stdout, stderr } = await shop.resale(`runs resolve ${shop.run}`);
    const { B, C, D } = shop.ids;
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      [
        { row: 2, line: 3, name: 'B', id: B, before: 2, delta: 4, wanted: 6, now: 6, looks: 'wanted' },
        { row: 3, line: 4, name: 'C', id: C, before: 3, delta: 4, wanted: 7, now: 3, looks: 'before' },
        { row: 4, line: 5, name: 'D', id: D, before: 4, delta: 4, wanted: 8, now: 1, looks: 'neither' },
      ],
    ]);
    expect(stderr).toMatch(new RegExp(`: resale runs resolve ${short(shop.run)} --rows 2,3,4 --as WHAT\n$`));
    expect(shop.relay.lines.slice(asked)).toEqual(Array(3).fill('GET listing'));
  });

  it('of adjustments with one request, too', async () => {
    const shop = await threeUnknown('sku,delta\nA,1\nB,2\nC,-1\nD,3\n', 'inventory adjust', '--direct');
    await shop.sets('C', 2);
    expect(await shop.looks()).toEqual([
      expect.objectContaining({ name: 'B', before: 2, delta: 2, wanted: 4, now: 2, looks: 'before' }),
      expect.objectContaining({ name: 'C', before: 3, delta: -1, wanted: 2, now: 2, looks: 'wanted' }),
      expect.objectContaining({ name: 'D', before: 4, delta: 3, wanted: 7, now: 4, looks: 'before' }),
    ]);
  });

  it('has no names if the file is not as it was, and says why', async () => {
    const shop = await behind({ A: 1, B: 2 }, () => neverCame);
    await shop.file('stock.csv', 'sku,quantity\nA,5\nB,6\n');
    await shop.resale('inventory set --from stock.csv --yes --settle 0');
    await shop.file('stock.csv', 'sku,quantity\nB,5\nA,6\n');
    const [run = ''] = await runsIn(shop);
    const { stdout, stderr } = await shop.resale(`runs resolve ${run}`);
    expect(JSON.parse(stdout).map(({ name }: { name: unknown }) => name)).toEqual([null, null]);
    expect(stderr).toContain('stock.csv has changed since the run began');
  });

  const columns = 'externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images';
  const coat = ({ shopId }: Warehouse) =>
    `${columns}\nCOAT-1,${shopId},GOOD,COMMERCE_SKU,COAT,https://images.example/1.jpg\n`;

  test.each([
    ['was created: the listing with its external identifier', {}, undefined, 'wanted'],
    ['was not: none', {}, wrongKeys, 'before'],
    ['was created after another one was sold: the new one', { 'COAT-1': 0 }, undefined, 'wanted'],
    ['was not created after another one was sold: none', { 'COAT-1': 0 }, wrongKeys, 'before'],
  ])('of a listing that %s', async (_, sold, meddling, looks) => {
    const shop = await behind(sold, () => meddling);
    const { run } = await started(shop, coat(shop), 'listings create');
    await killed(shop, run);
    const open = JSON.parse((await shop.resale('listings list --state open')).stdout);
    const { stdout } = await shop.resale(`runs resolve ${run}`);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ line: 2, name: 'COAT-1', id: open[0]?.id ?? null, now: null, looks }),
    ]);
  });

  it('is nothing to a new listing that was created, sold, and sent again: it is there', async () => {
    const shop = await behind({}, calm);
    const { run } = await started(shop, coat(shop), 'listings create');
    await killed(shop, run);
    const [{ id }] = JSON.parse((await shop.resale('listings list')).stdout);
    await shop.resale(`listings close ${id} --yes`);
    await shop.resale(`runs resolve ${run} --all --as retry`);
    const changes = shop.relay.changes();
    const [exitCode, reports] = await shop.reports(`runs resume ${run}`);
    expect([exitCode, reports, shop.relay.changes()]).toMatchObject([
      0,
      [{ outcome: 'skipped', id }],
      changes,
    ]);
  });

  it('of grades is only that they are unreadable', async () => {
    const shop = await behind({}, () => neverCame);
    const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
    const { run } = await started(shop, `{"id":"${id}","condition":"GOOD"}`, 'grade');
    const asked = shop.relay.lines.length;
    const { stdout } = await shop.resale(`runs resolve ${run}`);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ row: 1, id, looks: 'unreadable' })]);
    expect(shop.relay.lines.length).toBe(asked);
  });

  it('is nothing in a run without unknown rows', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    expect(await shop.resale(`runs resolve ${run}`)).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('--as', () => {
  test.each([
    ['applied', 0, 4, 0],
    ['refused', 6, 1, 3],
  ])('%s of all: the run ends with exit code %i', async (as, exitCode, applied, refused) => {
    const shop = await threeUnknown();
    const changes = shop.relay.changes();
    const { stdout } = await shop.resale(`runs resolve ${shop.run} --all --as ${as}`);
    expect(JSON.parse(stdout)).toMatchObject({
      state: refused ? 'failed' : 'finished',
      applied,
      refused,
      unknown: 0,
    });
    expect((await shop.resale(`runs resume ${shop.run}`)).exitCode).toBe(exitCode);
    const shown = JSON.parse((await shop.resale(`runs show ${shop.run}`)).stdout);
    expect(shown).toMatchObject({ unknownLines: [], counts: { applied, refused } });
    expect(shop.relay.changes()).toBe(changes);
  });

  test.each(['--rows 2,4', '--rows 4,2,4'])('%s settles these, and says which are left', async (flags) => {
    const shop = await threeUnknown();
    const { stdout, stderr } = await shop.resale(`runs resolve ${shop.run} ${flags} --as applied`);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'unresolved', applied: 3, unknownLines: [4] });
    expect(stderr).toBe(
      `Rows 2 and 4 are as before now, and may not have been applied.\n1 in doubt: row 3. To settle it: resale runs resolve ${short(shop.run)}\n`,
    );
    expect((await shop.looks()).map(({ row }) => row)).toEqual([3]);
  });

  it('applied makes a row one that can be undone', async () => {
    const shop = await threeUnknown('sku,delta\nA,1\nB,2\nC,3\nD,4\n', 'inventory adjust', '--direct');
    await shop.sets('B', 4);
    await shop.resale(`runs resolve ${shop.run} --rows 2,3 --as applied`);
    const reports = JSON.parse((await shop.resale(`runs show ${shop.run} --rows`)).stdout);
    expect(reports.map(({ outcome, after }: Record<string, unknown>) => [outcome, after])).toEqual([
      ['applied', 2],
      ['applied', 4],
      ['applied', 6],
      ['unknown', null],
    ]);
    await shop.resale(`runs undo ${shop.run} --yes`);
    // C never was what the run wanted, so there is nothing to take back.
    expect(await shop.stock()).toEqual({ A: 1, B: 2, C: 3, D: 4 });
  });

  it('retry has the next resume send these rows, and nothing else', async () => {
    const shop = await behind({ A: 5, B: 2, C: 3 }, () => neverCame);
    const { run } = await started(shop, 'sku,quantity,expect\nA,5,\nB,6,9\nC,7,\n');
    shop.weather.meddle = calm;
    const { stdout, stderr } = await shop.resale(`runs resolve ${run} --all --as retry`);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'unfinished', refused: 1, unknown: 0 });
    expect(stderr).toBe(`To go on: resale runs resume ${short(run)}\n`);
    const shown = JSON.parse((await shop.resale(`runs show ${run}`)).stdout);
    expect(shown.counts).toMatchObject({ unchanged: 1, refused: 1, unsent: 1 });
    // One of A was sold, and B has what its row expects: both rows were decided all the same.
    await shop.sets('A', 4);
    await shop.sets('B', 9);
    const resumed = await shop.resale('runs resume');
    expect(resumed.stderr).toContain(': 1 of 3 rows left.\n');
    expect(JSON.parse(resumed.stdout)).toEqual([expect.objectContaining({ line: 4, outcome: 'applied' })]);
    expect([resumed.exitCode, await shop.stock()]).toEqual([6, { A: 4, B: 9, C: 7 }]);
    const ended = JSON.parse((await shop.resale(`runs show ${run}`)).stdout);
    expect(ended.counts).toMatchObject({ unchanged: 1, refused: 1, applied: 1, unsent: 0 });
  });

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

  it('retry while the row is sent: a value that comes in between is not overwritten either', async () => {
    const shop = await behind({ C: 3 }, () => neverCame);
    const { run } = await started(shop, 'sku,quantity\nC,7\n', 'inventory set', '--on-conflict retry');
    await shop.resale(`runs resolve ${run} --all --as retry`);
    shop.weather.meddle = (before) => (before === 1 ? { first: () => shop.sets('C', 9) } : undefined);
    const { exitCode } = await shop.resale('runs resume --settle 0');
    expect([exitCode, await shop.stock()]).toEqual([8, { C: 9 }]);
  });

  it('of rows whose listings speak against it is taken, and said', async () => {
    const shop = await threeUnknown();
    await shop.sets('B', 6);
    await shop.sets('D', 1);
    const says = async (rows: string, as: string) =>
      (await shop.resale(`runs resolve ${shop.run} --rows ${rows} --as ${as} -n`)).stderr.split('\n')[0];
    const nothing = 'This is a dry run: nothing was settled. The run would be as shown.';
    expect(await says('2,3', 'applied')).toBe('Row 3 is as before now, and may not have been applied.');
    expect(await says('2,3', 'refused')).toBe('Row 2 is as wanted now, and may have been applied.');
    expect(await says('2,3', 'retry')).toBe('Row 2 is as wanted now, and may have been applied.');
    expect(await says('4', 'retry')).toBe(
      'Row 4 is neither as before nor as wanted now: a resume sends a change again only from the inventory before it.',
    );
    expect([await says('4', 'applied'), await says('3', 'retry')]).toEqual([nothing, nothing]);
  });

  it('is taken unseen if the service cannot be reached', async () => {
    const shop = await threeUnknown();
    shop.weather.reads = () => neverCame;
    const { exitCode, stderr } = await shop.resale(
      `runs resolve ${shop.run} --all --as applied --max-retries 0`,
    );
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/^The listings were not looked at: .+\.\n$/),
    ]);
  });

  it('may be said again of a row that is named, as long as it was not sent again', async () => {
    const shop = await threeUnknown();
    const say = (flags: string) => shop.resale(`runs resolve ${shop.run} ${flags}`);
    const counts = async () => {
      const { state, counts } = JSON.parse((await shop.resale(`runs show ${shop.run}`)).stdout);
      const { applied, refused, unsent, unknown } = counts;
      return [state, { applied, refused, unsent, unknown }];
    };
    await say('--all --as applied');
    expect(await counts()).toEqual(['finished', { applied: 4, refused: 0, unsent: 0, unknown: 0 }]);
    await say('--rows 3 --as refused');
    await say('--rows 4 --as retry');
    expect(await counts()).toEqual(['unfinished', { applied: 2, refused: 1, unsent: 1, unknown: 0 }]);
    await say('--rows 4 --as refused');
    await say('--rows 3 --as retry');
    expect(await counts()).toEqual(['unfinished', { applied: 2, refused: 1, unsent: 1, unknown: 0 }]);
    await shop.resale(`runs resume ${shop.run}`);
    expect([await counts(), await shop.stock()]).toEqual([
      ['failed', { applied: 3, refused: 1, unsent: 0, unknown: 0 }],
      { A: 5, B: 2, C: 7, D: 4 },
    ]);
    const rows = JSON.parse((await shop.resale(`runs show ${shop.run} --rows`)).stdout);
    // Every refused row says why, and so does the end of the run on a screen.
    expect(rows.find(({ outcome }: { outcome: string }) => outcome === 'refused').error).toEqual({
      code: 'settled',
      message: 'settled as not applied',
    });
    const { stderr } = await shop.resale(`runs resume ${shop.run}`, { terminal: 80 });
    expect(stderr).toContain('\n  1  refused: settled as not applied (line 5)\n');
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'applied',
      'applied',
      'applied',
      'refused',
    ]);
    expect((await say('--rows 3 --as applied')).stderr).toContain('The run has no unknown row 3');
  });

  it('--dry-run shows what the run would be then, says so, and writes nothing', async () => {
    const shop = await threeUnknown();
    const before = await shop.journal();
    const { stdout, stderr } = await shop.resale(`runs resolve ${shop.run} --all --as applied --dry-run`);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'finished', applied: 4, unknown: 0 });
    expect(stderr).toMatch(/^This is a dry run: nothing was settled\. The run would be as shown\.$/m);
    expect(await shop.journal()).toBe(before);
  });

  test.each([
    ['--line 3 --as applied', 'Did you mean --rows?'],
    ['--rows 2,1 --as applied', 'The run has no unknown row 1'],
    ['--rows 2', '--as is missing'],
    ['--all', '--as is missing'],
    ['--as applied', '--rows is missing: name the rows, or use --all'],
    ['--all --rows 2 --as applied', '--rows does not go with --all'],
    ['--rows 2,x --as applied', "--rows must be a whole number, not 'x'"],
    ['--rows 2 --as perhaps', '--as must be one of applied, refused, retry'],
  ])('%s is refused, and nothing is settled', async (flags, words) => {
    const shop = await threeUnknown();
    const screen = await shop.resale(`runs resolve ${shop.run} ${flags}`);
    expect([screen.exitCode, screen.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(await shop.looks()).toHaveLength(3);
  });

  it('of a run that a process is working on is refused, and so is a look', async () => {
    const shop = await threeUnknown();
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), shop.run));
    for (const flags of ['', '--all --as applied', '--all --as applied -n']) {
      const screen = await shop.resale(`runs resolve ${shop.run} ${flags}`);
      expect([screen.exitCode, errorOf(screen).code]).toEqual([7, 'run-locked']);
    }
    await lock.release();
  });
});

describe('unknown rows are named, with the line to type', () => {
  const doubts = '3 in doubt: rows 2, 3 and 4';

  it('at the end of the run, and by a resume', async () => {
    const shop = await threeUnknown();
    const said = { details: [doubts], hint: `To settle them: resale runs resolve ${short(shop.run)}` };
    expect(errorOf({ ...shop, exitCode: 8, stdout: '' })).toMatchObject(said);
    const resumed = await shop.resale(`runs resume ${shop.run}`);
    expect([resumed.exitCode, errorOf(resumed)]).toMatchObject([8, said]);
    const dry = await shop.resale(`runs resume ${shop.run} --dry-run`);
    expect([dry.exitCode, dry.stdout, dry.stderr]).toEqual([0, '[]\n', `${doubts}. ${said.hint}\n`]);
    const nothing = await shop.resale('runs resume');
    expect(errorOf(nothing).hint).toContain(`resale runs resolve ${short(shop.run)}`);
  });

  it('of the same profile', async () => {
    const shop = await threeUnknown();
    const url = `--base-url ${shop.relay.url}`;
    const resumed = await shop.resale(`runs resume ${shop.run} ${url}`);
    expect(resumed.stderr).toContain(`To settle them: resale runs resolve ${short(shop.run)} ${url}`);
    const looked = await shop.resale(`runs resolve ${shop.run} ${url}`);
    expect(looked.stderr).toMatch(
      new RegExp(`: resale runs resolve ${short(shop.run)} ${url} --rows 2,3,4 --as WHAT\n$`),
    );
    const settled = await shop.resale(`runs resolve ${shop.run} --rows 2 --as retry ${url}`);
    expect(settled.stderr).toContain(`To settle them: resale runs resolve ${short(shop.run)} ${url}\n`);
  });

  it('all of them in one word, if they are many', async () => {
    const names = Array.from({ length: 25 }, (_, number) => `N${number}`);
    const shop = await behind(Object.fromEntries(names.map((name) => [name, 1])), () => neverCame, onlyList);
    const { run, stderr } = await started(
      shop,
      `sku,quantity\n${names.map((name) => `${name},5\n`).join('')}`,
    );
    shop.weather.reads = calm;
    expect(stderr).toContain('25 in doubt: rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 15 more');
    expect((await shop.resale(`runs resolve ${run}`)).stderr).toMatch(
      new RegExp(`: resale runs resolve ${short(run)} --all --as WHAT\n$`),
    );
  });

  it('but not one that a resume finds done', async () => {
    const shop = await behind({ A: 1, B: 2 }, calm);
    const { run } = await started(shop, 'sku,quantity,expect\nB,6,9\nA,5,1\n');
    await killed(shop, run);
    const { exitCode, stderr } = await shop.resale('runs resume --settle 0');
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('1 converged, 1 refused')]);
    expect(stderr).not.toContain('unknown');
  });
});

describe('a run whose process was killed, or is still there', () => {
  const stateOf = async (shop: Warehouse) => JSON.parse((await shop.resale('runs list')).stdout)[0];

  it('is running as long as the process lives, and a row whose answer it awaits is not unknown', async () => {
    const shop = await behind({ A: 1, B: 2 }, calm);
    const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\n');
    await killed(shop, run);
    expect(await stateOf(shop)).toMatchObject({ state: 'unfinished', unknown: 1, unknownLines: [3] });
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), run));
    expect(await stateOf(shop)).toMatchObject({ state: 'running', unknown: 0, unknownLines: [] });
    await lock.release();
  });
});

describe('runs resume without a name', () => {
  /** Two unfinished runs, the older one first. */
  const twoUnfinished = async () => {
    const shop = await behind({ A: 1, B: 2 }, () => wrongKeys);
    const { run: older } = await started(shop, 'sku,quantity\nA,5\n');
    const { run: newer } = await started(shop, 'sku,quantity\nB,6\n');
    shop.weather.meddle = calm;
    return { shop, older, newer };
  };

  it('takes the newest, and names the others', async () => {
    const { shop, older, newer } = await twoUnfinished();
    const { stderr } = await shop.resale('runs resume');
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      `There are 2 unfinished runs; this is the newest. To resume another, name it: ${short(older)}`,
      `Resuming run ${newer} (inventory set): 1 of 1 row left.`,
    ]);
    expect(await shop.stock()).toEqual({ A: 1, B: 6 });
  });

  it('takes the newest of this service, profile and client', async () => {
    const { shop, older, newer } = await twoUnfinished();
    const path = directoryOf(join(shop.cwd, 'state', 'runs'), newer).manifest;
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, origin: 'https://other.example' }));
    const { exitCode, stderr } = await shop.resale('runs resume');
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(`^Resuming run ${older} `)]);
    expect(await shop.stock()).toEqual({ A: 5, B: 2 });
  });

  it('takes one whose process was killed a moment ago, once it is certain of that', async () => {
    const { shop, older, newer } = await twoUnfinished();
    await mkdir(directoryOf(join(shop.cwd, 'state', 'runs'), newer).lock);
    const { exitCode, stderr } = await shop.resale('runs resume');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`name it: ${short(older)}\n`)]);
    expect(stderr).toContain('Unless it shows within 5 s that it is alive, this one goes on.');
    expect(await shop.stock()).toEqual({ A: 1, B: 6 });
  });

  it('takes none that a process is working on, which the list shows as running', async () => {
    const { shop, older, newer } = await twoUnfinished();
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), newer));
    const listed = JSON.parse((await shop.resale('runs list')).stdout);
    expect(Object.fromEntries(listed.map(({ run, state }: Record<string, string>) => [run, state]))).toEqual({
      [newer]: 'running',
      [older]: 'unfinished',
    });
    const { stderr } = await shop.resale('runs resume');
    expect(stderr.split('\n')[0]).toBe(`Resuming run ${older} (inventory set): 1 of 1 row left.`);
    expect((await shop.resale('runs resume')).exitCode).toBe(3);
    expect((await shop.resale('runs list', { terminal: 100 })).stdout).toContain('> running');
    await lock.release();
  });
});
