import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { bucket } from '../http/limits.ts';
import { startRelay } from '../support/relay.ts';
import { json } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

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
