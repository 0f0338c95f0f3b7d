import { expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { startRelay } from '../support/relay.ts';
import { warehouse } from '../support/warehouse.ts';

test('a run that is stopped still has all its rows worked through', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `N${at}`);
  const shop = await warehouse(Object.fromEntries(names.map((name) => [name, 1])));
  const stop = new AbortController();
  const relay = await startRelay(shop.baseUrl, (method, before) =>
    method === 'PUT' && before === 5 ? { first: () => stop.abort(new Interrupted('SIGINT')) } : undefined,
  );
  const line = "inventory set --from - --yes --concurrency 2 -q 'length, (map(.outcome) | unique)'";
  const screen = await shop.resale(line, {
    stdin: ['sku,quantity', ...names.map((name) => `${name},2`)].join('\n'),
    env: { ...shop.env, RESALE_BASE_URL: relay.url },
    interruption: stop.signal,
  });
  expect([screen.exitCode, screen.stdout]).toEqual([130, '20\n["applied","unsent"]\n']);
});
