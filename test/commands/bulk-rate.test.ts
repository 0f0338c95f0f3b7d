import { describe, expect, test } from 'vitest';
import { warehouse } from '../support/warehouse.ts';

const count = 180;
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
  test('ends soon after the limit allows it, with few refusals, and loses no row', async () => {
    const limit = { perSecond: 100, burst: count + 20 };
    const shop = await warehouse(stock, { limit, latencyMs: 5 });
    // The listings were made within the burst, which is now used up.
    const { exitCode, seconds } = await timed(shop, 'inventory set --from stock.csv');
    const arrived = shop.changes().length;
    expect([exitCode, await shop.stock()]).toEqual([0, allDone]);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(4);
    expect(arrived - count).toBeLessThan(count / 4);
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
    const shop = await warehouse(stock, { limit: { perSecond: 0.001, burst: count + 10 } });
    await shop.file('stock.csv', rows);
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv --max-wait 2');
    expect(exitCode).toBe(7);
    expect(stderr).toContain('resale runs resume');
  });
});
