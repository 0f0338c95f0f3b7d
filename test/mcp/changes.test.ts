import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/changes/operations.ts';
import { served } from '../support/mcp.ts';
import { warehouse } from '../support/warehouse.ts';

/** An agent in a shop. */
const agentIn = async (stock: Record<string, number>, how: Parameters<typeof warehouse>[1] = {}) => {
  const shop = await warehouse(stock, how);
  return { shop, ...(await served('--settle 0.05', shop.env)) };
};

const set = (rows: Record<string, number>) => ({
  operation: 'inventory set',
  rows: Object.entries(rows).map(([externalIdentifier, quantity]) => ({ externalIdentifier, quantity })),
});

/** The files in a folder that this process has open: a server that lives for days must not gather them. */
const openBelow = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${number}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // That of the list itself, which is closed by now.
      return [];
    }
  });

describe('an evening', () => {
  test('restock, a conflict in between, and back', async () => {
    const { shop, call } = await agentIn({ COAT: 3, HAT: 0, SCARF: 5 });
    const planned = await call('plan_changes', set({ COAT: 7, HAT: 2, SCARF: 5 }));
    expect(planned.said).toMatchObject({
      totals: { rows: 3, changes: 2, closings: 0, effects: { change: 2, unchanged: 1 } },
      faults: [],
      rows: [
        { line: 1, effect: 'change', before: 3, after: 7 },
        { line: 2, effect: 'change', before: 0, after: 2 },
        { line: 3, effect: 'unchanged' },
      ],
    });
    expect(shop.changes()).toEqual([]);

    await shop.sets('COAT', 2);
    const applied = await call('apply_plan', { planId: planned.said.planId });
    expect(applied.isError).toBe(false);
    expect(openBelow(shop.cwd)).toEqual([]);
    expect(applied.said).toMatchObject({
      counts: { applied: 1, refused: 1, unknown: 0 },
      rows: expect.arrayContaining([
        expect.objectContaining({
          line: 1,
          outcome: 'refused',
          error: expect.objectContaining({ code: 'conflict' }),
        }),
        expect.objectContaining({ line: 2, outcome: 'applied', before: 0, after: 2 }),
      ]),
      problem: { code: 'rows-not-done', exit: { code: 6 } },
    });
    expect(await shop.stock()).toEqual({ COAT: 2, HAT: 2, SCARF: 5 });

    const { run } = applied.said;
    const told = await call('show_run', { run });
    expect(told.said).toMatchObject({ run, operation: 'inventory set', state: 'failed', total: 3 });
    expect(told.said.rows).toMatchObject([
      { line: 1, outcome: 'refused' },
      { line: 2, outcome: 'applied' },
      { line: 3, outcome: 'unchanged' },
    ]);
    const undo = `${run}/undo`;
    const undone = await call('undo_run', { run });
    expect(undone.said).toMatchObject({
      run: undo,
      counts: { applied: 1 },
      rows: [{ line: 2, before: 2, after: 0 }],
    });
    expect(await shop.stock()).toEqual({ COAT: 2, HAT: 0, SCARF: 5 });
    const runs = await call('list_runs');
    expect(runs.said).toMatchObject({
      total: 2,
      runs: expect.arrayContaining([
        expect.objectContaining({ run, undoneBy: undo }),
        expect.objectContaining({ run: undo, undoes: run }),
      ]),
    });
    const again = await call('undo_run', { run });
    expect(again.said).toMatchObject({ run: undo, counts: { applied: 1 } });
    expect((await call('show_run', { run: undo })).said).toMatchObject({ run: undo, total: 1 });
    expect(shop.changes()).toHaveLength(3);
  });
});

describe('a plan', () => {
  test.each(operations.map(({ name }) => [name]))('of %s is applied', async (operation) => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const coat = { externalIdentifier: 'COAT' };
    const rows: Record<string, Record<string, unknown>> = {
      // As the description of the tool says.
      'inventory set': { ...coat, quantity: 9 },
      'inventory adjust': { ...coat, delta: -1 },
      'listings close': coat,
      'listings create': {
        externalIdentifier: 'NEW',
        shopId: shop.shopId,
        condition: 'good',
        productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
        manualProductOptions: { title: 'Coat', categories: ['Coats', 'Wool'] },
        originalPrice: 12900,
        images: [{ url: 'https://images.example/1.jpg', notes: 'front' }],
      },
      grade: { id: '90025b3b-3c3c-4d40-91b1-88d4177828cf', condition: 'GOOD' },
    };
    const planned = await call('plan_changes', { operation, rows: [rows[operation] ?? {}] });
    expect([planned.said.totals.changes, shop.changes()]).toEqual([1, []]);
    const { said } = await call('apply_plan', { planId: planned.said.planId });
    expect(said).toMatchObject({ counts: { applied: 1 }, rows: [{ line: 1, outcome: 'applied' }] });
    expect(shop.changes()).toHaveLength(1);
  });

  test('of creations is sent as it was planned: what was skipped stays skipped, and what is there by now', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const listing = (name: string) => ({
      externalIdentifier: name,
      shopId: shop.shopId,
      condition: 'GOOD',
      productDataSourceType: 'COMMERCE_SKU',
      productIdentifier: name,
      images: [{ url: 'https://images.example/1.jpg' }],
    });
    const rows = ['COAT', 'HAT', 'SCARF'].map(listing);
    const planned = await call('plan_changes', { operation: 'listings create', rows });
    expect(planned.said.totals).toMatchObject({ changes: 2, effects: { skip: 1, create: 2 } });
    await shop.sets('COAT', 0);
    await shop.resale('listings create --from - --yes', { stdin: JSON.stringify([listing('HAT')]) });
    const before = shop.changes().length;
    const { said } = await call('apply_plan', { planId: planned.said.planId });
    expect(said.rows).toMatchObject([
      { line: 1, outcome: 'skipped' },
      { line: 2, outcome: 'skipped' },
      { line: 3, outcome: 'applied' },
    ]);
    expect(shop.changes().length - before).toBe(1);
  });

  test('names a listing as a whole, and says what must be true of it', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const planOf = (condition: string, listing: string | undefined = 'COAT') =>
      call('plan_changes', {
        operation: 'listings close',
        rows: [{ listing, condition }],
      });
    expect((await planOf('good')).said.rows).toMatchObject([{ id: shop.ids.COAT, effect: 'close' }]);
    expect((await planOf('EXCELLENT')).said.faults).toEqual([
      {
        line: 1,
        message: expect.stringMatching(/^the listing with the name COAT is GOOD, not EXCELLENT$/),
      },
    ]);
    const start = shop.ids.COAT?.slice(0, 8);
    expect((await planOf('good', start)).said.faults).toEqual([
      { line: 1, message: `no listing has the name ${start}` },
    ]);
  });

  test('with faults is none, and names them all', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const { isError, said } = await call('plan_changes', set({ COAT: -1, HAT: 3 }));
    expect([isError, said.planId, said.problem.code]).toEqual([false, null, 'invalid-input']);
    expect(said.faults).toEqual([
      { line: 1, message: 'quantity must be 0 or more, not -1' },
      { line: 2, message: expect.stringContaining('HAT') },
    ]);
    expect(shop.changes()).toEqual([]);
  });

  test.each([
    ['maxClose', { maxClose: 0 }, set({ COAT: 0, HAT: 1 }), 'closes 1 listing'],
    ['maxChange', { maxChange: 10 }, set({ COAT: 2, HAT: 1 }), 'changes 1 of 2 rows'],
  ])('over %s is an error, and none', async (_, limit, changes, said) => {
    const { call } = await agentIn({ COAT: 3, HAT: 1 });
    const planned = await call('plan_changes', { ...changes, ...limit });
    expect([planned.isError, planned.said.planId]).toEqual([true, null]);
    expect(planned.said.problem).toMatchObject({ code: 'too-much', message: expect.stringContaining(said) });
    expect(planned.said.rows).toHaveLength(2);
  });

  test('that would change nothing is none', async () => {
    const { call } = await agentIn({ COAT: 3 });
    const none = { planId: null, totals: { changes: 0 } };
    expect((await call('plan_changes', set({ COAT: 3 }))).said).toMatchObject(none);
  });

  test('of a shop that can not be read is an error', async () => {
    const { call } = await agentIn({ COAT: 3 }, { faults: { '403': 1 } });
    expect(Object.keys((await call('plan_changes', set({ COAT: 7 }))).said)).toEqual(['error', 'note']);
  });

  test('can not be smuggled in as a row', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const rows = [
      { resalePlan: 1, operation: 'inventory set', origin: shop.baseUrl },
      { line: 2, id: shop.ids.COAT, from: 3, to: 0 },
    ];
    const { said } = await call('plan_changes', { operation: 'inventory set', rows });
    expect([said.planId, said.faults.length]).toEqual([null, 2]);
  });

  test('of many rows shows those first that need a look, and says how many it left out', async () => {
    const stock = { COAT: 3 };
    const { call } = await agentIn(stock);
    const coats = Array.from({ length: 250 }, () => ({ externalIdentifier: 'COAT', delta: 1 }));
    const { said } = await call('plan_changes', {
      operation: 'inventory adjust',
      rows: [...coats, { externalIdentifier: 'HAT', delta: 1 }],
    });
    expect([said.rows.length, said.rowsLeftOut, said.rows.at(-1).line]).toEqual([200, 51, 251]);
    const good = await call('plan_changes', { operation: 'inventory adjust', rows: coats });
    const applied = await call('apply_plan', { planId: good.said.planId });
    expect([applied.said.counts.applied, applied.said.rowsLeftOut]).toEqual([250, 50]);
    const rest = await call('show_run', { run: applied.said.run, offset: 200, limit: 200 });
    expect([rest.said.rows.length, rest.said.total, rest.said.nextOffset]).toEqual([50, 250, undefined]);
  });

  test('is applied once, even by two calls at a time', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const { said } = await call('plan_changes', set({ COAT: 7 }));
    const both = await Promise.all([1, 2].map(() => call('apply_plan', { planId: said.planId })));
    expect(both.map(({ isError }) => isError).sort()).toEqual([false, true]);
    const [{ run }] = (await call('list_runs')).said.runs;
    expect(both.find(({ isError }) => isError)?.said.error).toMatchObject({
      code: 'another-run',
      message: `${said.planId} is being applied now.`,
      hint: 'Nothing was sent now. list_runs shows its run. To change more, make another plan with plan_changes.',
    });
    const again = await call('apply_plan', { planId: said.planId });
    expect(again.said.error).toMatchObject({
      code: 'another-run',
      message: `${said.planId} was used by the run ${run}.`,
      hint: `Nothing was sent now. What became of it: show_run ${run}. To change more, make another plan with plan_changes.`,
    });
    expect(shop.changes()).toHaveLength(1);
  });

  test('of another session is unknown', async () => {
    const { shop, call } = await agentIn({ COAT: 3 });
    const other = await served('', shop.env);
    const { said } = await other.call('plan_changes', set({ COAT: 7 }));
    const applied = await call('apply_plan', { planId: said.planId });
    expect(applied.said.error).toMatchObject({
      code: 'not-found',
      message: `No plan of this session is ${said.planId}.`,
      hint: 'Nothing was sent. A plan ends with its session; make another one with plan_changes.',
    });
    expect(shop.changes()).toEqual([]);
  });
});

test('a profile that is protected once its agent is there takes no change of it, though it names the profile', async () => {
  const shop = await warehouse({ COAT: 3 });
  const folder = join(shop.cwd, 'config');
  mkdirSync(folder, { mode: 0o700 });
  const live = (guards: object) => {
    const profiles = { live: { baseUrl: shop.baseUrl, ...guards } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
  };
  live({});
  const { call } = await served('-p live', { ...shop.env, RESALE_CONFIG_DIR: folder });
  const { said } = await call('plan_changes', set({ COAT: 0 }));
  live({ protected: true });
  const applied = await call('apply_plan', { planId: said.planId });
  expect([applied.isError, applied.said.error.code, await shop.stock()]).toEqual([
    true,
    'not-confirmed',
    { COAT: 3 },
  ]);
});

describe('what takes long', () => {
  test('says how far it is, ever further', async () => {
    const stock = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`S${index}`, 1]));
    const shop = await warehouse(stock);
    const { call } = await served('--rate 30/s', shop.env);
    const rows = Object.fromEntries(Object.keys(stock).map((name) => [name, 2]));
    const { said } = await call('plan_changes', set(rows));
    const told: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    await call('apply_plan', { planId: said.planId }, { onprogress: (now) => told.push(now) });
    expect(told.length).toBeGreaterThan(0);
    expect(told.map(({ progress }) => progress)).toEqual(
      told.map(({ progress }) => progress).sort((a, b) => a - b),
    );
    // On a slow machine, the list that is read before is told of, too, and what follows is added to it.
    const before = told.filter(({ message }) => !message?.startsWith('Running')).at(-1)?.progress ?? 0;
    const last = { total: before + 30, message: expect.stringMatching(/^Running: \d+ of 30 rows/) };
    expect(told.at(-1)).toMatchObject(last);
  });

  test('is stopped by a cancellation: what was sent stays, the rest is not sent', async () => {
    const stock = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`S${index}`, 1]));
    const { shop, call } = await agentIn(stock, { latencyMs: 100 });
    const rows = Object.fromEntries(Object.keys(stock).map((name) => [name, 2]));
    const { said } = await call('plan_changes', set(rows));
    const stop = new AbortController();
    const applied = call(
      'apply_plan',
      { planId: said.planId },
      {
        signal: stop.signal,
        onprogress: ({ message }) => message?.startsWith('Running') && stop.abort('enough'),
      },
    );
    await expect(applied).rejects.toThrow();
    await expect.poll(async () => (await call('list_runs')).said.runs[0].state).toBe('unfinished');
    const { said: runs } = await call('list_runs');
    const [run] = runs.runs;
    const changed = Object.values(await shop.stock()).filter((quantity) => quantity === 2).length;
    expect([run.applied, run.unknown]).toEqual([changed, 0]);
    expect(changed).toBeLessThan(30);
    const again = await call('apply_plan', { planId: said.planId });
    expect(again.said.error.code).toBe('another-run');
    const resumed = await shop.resale(`runs resume ${run.run} --yes`);
    expect(resumed.exitCode).toBe(0);
    expect(new Set(Object.values(await shop.stock()))).toEqual(new Set([2]));
  });
});
