import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { fc } from '../support/properties.ts';
import { hangUp, type Meddling, startRelay } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Report, type Warehouse, warehouse } from '../support/warehouse.ts';

/*
 * Somebody sets, adjusts and closes, alone and by the file; is stopped, is killed, resumes; answers are lost; others sell and
 * restock meanwhile. After each command the shop must hold what the model holds. Only of what was reported as unknown may
 * it hold either.
 */

const names = ['A', 'B', 'C'] as const;
type Name = (typeof names)[number];

/** What the reports, and nothing else, say that the shop holds. */
interface Model {
  stock: Record<Name, number>;
  /** Rows of the last run by their lines, with the last outcome that was told of each. */
  run: { id: string; rows: readonly Row[]; told: Map<number, string> } | undefined;
}

interface Row {
  name: Name;
  amount: number;
}

interface Real {
  shop: Warehouse;
  /** What meets the next changes, one after the other. */
  weather: (Meddling | undefined)[];
}

const weathers: Record<string, Meddling | undefined> = {
  calm: undefined,
  'lost answer': { afterwards: hangUp },
  'lost request': { instead: hangUp },
  'server error': { instead: json(500, { error: 'The service failed.' }) },
  'server error afterwards': { afterwards: json(500, { error: 'The service failed.' }) },
  'delivered twice': { twice: 409 },
  'too many requests': { instead: json(429, { error: 'Too many.' }, { 'retry-after': '0' }) },
};

const quick = '--yes --settle 0 --max-retries 1';

/** Holds the shop against the model; of listings in doubt, it may hold one of two values, and the model learns which. */
const compare = async (model: Model, { shop, weather }: Real, doubts: Map<Name, number[]> = new Map()) => {
  weather.length = 0;
  const stock = (await shop.stock()) as Record<Name, number>;
  for (const [name, possible] of doubts) {
    expect(possible, `${name}, of which it is unknown`).toContain(stock[name]);
    model.stock[name] = stock[name];
  }
  expect(stock).toEqual(model.stock);
};

type Change = (before: number) => number;

/** What the reports of a run say of the stock. */
const believe = (model: Model, reports: readonly Report[], change: (row: Row) => Change) => {
  const { run } = model;
  if (!run) throw new Error('there is no run');
  const doubts = new Map<Name, number[]>();
  for (const { line, outcome } of reports) {
    const row = run.rows[line - 2];
    if (!row) throw new Error(`there is no line ${line}`);
    const wasTold = run.told.get(line);
    expect(`${wasTold} → ${outcome}`, 'no row is applied twice').not.toBe('applied → applied');
    run.told.set(line, outcome);
    const possible = doubts.get(row.name) ?? [model.stock[row.name]];
    const next = possible.map(change(row));
    const isKnown = wasTold === 'applied' || wasTold === 'converged';
    if (outcome === 'unknown' && !isKnown) doubts.set(row.name, [...possible, ...next]);
    else if ((outcome === 'applied' || outcome === 'converged') && !isKnown) {
      if (doubts.has(row.name)) doubts.set(row.name, next);
      else [model.stock[row.name]] = next as [number];
    }
  }
  return doubts;
};

const single = (line: (id: string) => string, name: Name, after: Change, weather: string) => ({
  toString: () => `${line(name)} (${weather})`,
  check: () => true,
  async run(model: Model, real: Real) {
    real.weather.push(weathers[weather]);
    const { exitCode } = await real.shop.resale(`${line(real.shop.ids[name] ?? '')} ${quick}`);
    const before = model.stock[name];
    if (exitCode === 8) return compare(model, real, new Map([[name, [before, after(before)]]]));
    expect([0, 7]).toContain(exitCode);
    if (exitCode === 0) model.stock[name] = after(before);
    await compare(model, real);
  },
});

const changeOf =
  (command: string) =>
  ({ amount }: Row): Change =>
    command === 'inventory set' ? () => amount : (before) => before + amount;

/** A run of several rows that may be asked to stop at one of its changes. */
const many = (
  command: string,
  flags: string,
  rows: readonly Row[],
  weather: readonly string[],
  stopAt: number,
) => ({
  toString: () => `${command} ${flags} of ${JSON.stringify(rows)} (${weather}), stopped at change ${stopAt}`,
  check: () => true,
  async run(model: Model, real: Real) {
    const { shop } = real;
    const stop = new AbortController();
    real.weather.push(...weather.map((name) => weathers[name]));
    const stopping = { ...real.weather[stopAt], first: () => stop.abort(new Interrupted('SIGINT')) };
    if (stopAt < weather.length) real.weather[stopAt] = stopping;
    const column = command === 'inventory set' ? 'quantity' : 'delta';
    const stdin = `sku,${column}\n${rows.map(({ name, amount }) => `${name},${amount}\n`).join('')}`;
    const [exitCode, reports] = await shop.reports(`${command} --from - ${flags} ${quick}`, {
      stdin,
      interruption: stop.signal,
    });
    expect([0, 6, 8, 130]).toContain(exitCode);
    const runs: { run: string; createdAt: string }[] = JSON.parse((await shop.resale('runs list')).stdout);
    const [newest] = runs.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    model.run = { id: newest?.run ?? '', rows, told: new Map() };
    expect(reports.length).toBe(rows.length);
    await compare(model, real, believe(model, reports, changeOf(command)));
    lastCommand.set(model, command);
  },
});

/** What the last run of a model does to its rows. */
const lastCommand = new WeakMap<Model, string>();

/** As after a kill -9: all that came behind the last intent never reached the disk, and one record did only in part. */
const crash = {
  toString: () => 'crash',
  check: ({ run }: Model) => run !== undefined,
  async run({ run }: Model, { shop }: Real) {
    const path = join(shop.cwd, 'state', 'runs', run?.id ?? '', 'journal.ndjson');
    const records = (await readFile(path, 'utf8')).split('\n');
    const last = records.findLastIndex((record) => record.includes('"kind":"sent"'));
    if (last < 0) return;
    await writeFile(
      path,
      `${records.slice(0, last + 1).join('\n')}\n${(records[last + 1] ?? '').slice(0, 30)}`,
    );
  },
};

const resume = (weather: readonly string[]) => ({
  toString: () => `resume (${weather})`,
  check: ({ run }: Model) => run !== undefined,
  async run(model: Model, real: Real) {
    real.weather.push(...weather.map((name) => weathers[name]));
    const [exitCode, reports] = await real.shop.reports(
      `runs resume ${model.run?.id} --settle 0 --max-retries 1`,
    );
    expect([0, 6, 8]).toContain(exitCode);
    await compare(model, real, believe(model, reports, changeOf(lastCommand.get(model) ?? '')));
  },
});

const competitor = (name: Name, quantity: number) => ({
  toString: () => `somebody else makes it ${quantity} of ${name}`,
  check: () => true,
  async run(model: Model, real: Real) {
    await real.shop.sets(name, quantity);
    model.stock[name] = quantity;
    await compare(model, real);
  },
});

const list = {
  toString: () => 'list',
  check: () => true,
  async run(model: Model, { shop }: Real) {
    const [, listed] = await shop.reports('listings list --json');
    const stock = (listed as unknown as { externalIdentifier: string; availableInventory: number }[]).map(
      ({ externalIdentifier, availableInventory }) => [externalIdentifier, availableInventory],
    );
    expect(Object.fromEntries(stock)).toEqual(model.stock);
  },
};

const name = fc.constantFrom(...names);
const amount = fc.integer({ min: 1, max: 5 });
const weather = fc.oneof(
  { weight: 3, arbitrary: fc.constant('calm') },
  fc.constantFrom(...Object.keys(weathers)),
);
const row = fc.record({ name, amount });
const several = fc.array(weather, { minLength: 4, maxLength: 8 });

const commands = [
  fc.tuple(name, amount, weather).map(([of, to, sky]) =>
    single(
      (id) => `inventory set ${id} ${to}`,
      of,
      () => to,
      sky,
    ),
  ),
  fc.tuple(name, amount, weather).map(([of, by, sky]) =>
    single(
      (id) => `inventory adjust ${id} ${by}`,
      of,
      (before) => before + by,
      sky,
    ),
  ),
  fc.tuple(name, weather).map(([of, sky]) =>
    single(
      (id) => `listings close ${id}`,
      of,
      () => 0,
      sky,
    ),
  ),
  fc
    .tuple(
      fc.uniqueArray(row, { minLength: 1, maxLength: 3, selector: (one) => one.name }),
      several,
      fc.nat(9),
    )
    .map(([rows, sky, stopAt]) => many('inventory set', '', rows, sky, stopAt)),
  fc
    .tuple(fc.array(row, { minLength: 1, maxLength: 6 }), several, fc.nat(9), fc.boolean())
    .map(([rows, sky, stopAt, direct]) =>
      many('inventory adjust', direct ? '--direct' : '', rows, sky, stopAt),
    ),
  fc.constant(crash),
  several.map(resume),
  fc.tuple(name, amount).map(([of, to]) => competitor(of, to)),
  fc.constant(list),
];

it('the shop has what the reports say, whatever happens', async () => {
  const shop = await warehouse({ A: 1, B: 2, C: 3 });
  const sky: Real['weather'] = [];
  const relay = await startRelay(shop.baseUrl, (method) => (method === 'GET' ? undefined : sky.shift()));
  shop.env.RESALE_BASE_URL = relay.url;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12 }), async (chosen) => {
      await fc.asyncModelRun(async () => {
        for (const [index, one] of names.entries()) await shop.sets(one, index + 1);
        const model: Model = { stock: { A: 1, B: 2, C: 3 }, run: undefined };
        return { model, real: { shop, weather: sky } };
      }, chosen);
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 8), endOnFailure: false, interruptAfterTimeLimit: 90_000 },
  );
});
