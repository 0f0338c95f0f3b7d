import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { bucket } from '../client/limits.ts';
import { startRelay } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { type Report, warehouse } from '../support/warehouse.ts';

const count = 60;
const names = Array.from({ length: count }, (_, at) => `N${at + 1}`);
const stock = Object.fromEntries(names.map((name) => [name, 1]));
const rows = ['sku,quantity', ...names.map((name) => `${name},2`), ''].join('\n');
const allDone = Object.fromEntries(names.map((name) => [name, 2]));

/** A shop, and the seconds that a line takes there. */
const timed = async (shop: Awaited<ReturnType<typeof warehouse>>, line: string, env = {}) => {
  await shop.file('stock.csv', rows);
  const began = performance.now();
  const [exitCode] = await shop.reports(line, { env: { ...shop.env, ...env } });
  return { exitCode, seconds: (performance.now() - began) / 1000 };
};

describe('a run under a limit', () => {
  test('waits for what the limit allows, with few refusals, and loses no row', async () => {
    const shop = await warehouse(stock);
    const mayPass = bucket(100, 20, 1000);
    let refused = 0;
    const relay = await startRelay(shop.baseUrl, () => {
      if (!mayPass(performance.now())) return undefined;
      refused += 1;
      return { instead: json(429, { error: 'Too many.' }, { 'retry-after': '1' }) };
    });
    const line = 'inventory set --from stock.csv';
    const { exitCode, seconds } = await timed(shop, line, { RESALE_BASE_URL: relay.url });
    expect([exitCode, await shop.stock()]).toEqual([0, allDone]);
    expect(seconds).toBeGreaterThan((count - 20) / 100);
    // A few at the beginning, until the limit is known; how few is the simulation's matter, since a busy machine sends unevenly.
    expect(refused).toBeLessThan(count);
  });

  test.each([
    ['--rate 200', {}],
    ['', { RESALE_RATE: '12000/min' }],
  ])('sends no more than %s %j says', async (flag, env) => {
    const shop = await warehouse(stock);
    const { exitCode, seconds } = await timed(shop, `inventory set --from stock.csv ${flag}`, env);
    expect([exitCode, shop.changes().length]).toEqual([0, count]);
    expect(seconds).toBeGreaterThan((count - 2) / 200);
  });

  test('ends with what is left to do once everything is refused for too long', async () => {
    const shop = await warehouse(stock);
    await shop.file('stock.csv', rows);
    const relay = await startRelay(shop.baseUrl, (method, before) =>
      method === 'PUT' && before >= 50 ? { instead: json(429, { error: 'Enough.' }) } : undefined,
    );
    const env = { ...shop.env, RESALE_BASE_URL: relay.url };
    const line = 'inventory set --from stock.csv --max-wait 1';
    const { exitCode, stdout, stderr } = await shop.resale(line, { env });
    const outcomes = (JSON.parse(stdout) as Report[]).map(({ outcome }) => outcome);
    expect([exitCode, outcomes.filter((outcome) => outcome === 'unsent').length]).toEqual([7, count - 50]);
    expect(stderr).toContain('resale runs resume');
  });

  test('gives way to other rows while a refused one waits, even with one at a time', async () => {
    const shop = await warehouse({ A: 1, B: 1, C: 1 });
    await shop.file('stock.csv', 'sku,quantity\nA,2\nB,2\nC,2\n');
    const relay = await startRelay(shop.baseUrl, (method, before) =>
      method === 'PUT' && before === 0
        ? { instead: json(429, { error: 'Too many.' }, { 'retry-after': '1' }) }
        : undefined,
    );
    const line = 'inventory set --from stock.csv --concurrency 1 -o ndjson';
    // Real time: the other rows need some of it.
    const { stdout, stderr } = await shop.resale(line, {
      env: { ...shop.env, RESALE_BASE_URL: relay.url },
      clock: systemClock,
    });
    expect(stderr.match(/Trying again in/g)).toHaveLength(1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((record) => JSON.parse(record).line);
    expect(lines).toEqual([3, 4, 2]);
  });

  test('does not wait for the turn of the other rows once it is interrupted', async () => {
    const shop = await warehouse(stock);
    await shop.file('stock.csv', rows);
    const stop = new AbortController();
    const relay = await startRelay(shop.baseUrl, () => undefined);
    // One read, one change, and then nothing: the other rows would take another minute.
    const line = 'inventory set --from stock.csv --rate 60/min -o ndjson';
    const { exitCode, stdout, stderr } = await shop.resale(line, {
      env: { ...shop.env, RESALE_BASE_URL: relay.url },
      interruption: stop.signal,
      onStdout: () => stop.abort(new Interrupted('SIGINT')),
    });
    expect([exitCode, stdout.match(/"applied"/g)?.length]).toEqual([130, 1]);
    // Nothing is under way that could be waited for.
    expect(stderr).not.toContain('under way');
    expect(relay.changes()).toBe(1);
  });
});
