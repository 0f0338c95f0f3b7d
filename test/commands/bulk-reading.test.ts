import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstContents } from '../../src/sandbox/state/first-listings.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A shop of so many listings, and what a run of some of them, evenly spread, asks it for. */
const shopOf = async (size: number) => {
  const { env, requests } = await sandboxed({ listings: size });
  const cwd = temporaryFolder();
  const ids = firstContents(1, size)
    .listings.filter(({ state }) => state === 'OPEN')
    .map(({ id }) => id);
  const spread = (count: number) =>
    Array.from({ length: count }, (_, at) => ids[Math.floor((at * ids.length) / count)] ?? '');
  return {
    spread,
    requests,
    async run(chosen: readonly string[], line = '', command = 'set') {
      requests.length = 0;
      // What is added to is read again if the run takes a while: only what is set shows what the plan reads.
      const column = command === 'set' ? 'quantity' : 'delta';
      await writeFile(join(cwd, 'rows.csv'), `id,${column}\n${chosen.map((id) => `${id},77\n`).join('')}`);
      const screen = await resale(`inventory ${command} --from rows.csv --yes -o json ${line}`, {
        env: { ...env, RESALE_STATE_DIR: join(cwd, 'state') },
        cwd,
      });
      const count = (pattern: RegExp) => requests.filter((request) => pattern.test(request)).length;
      return {
        exitCode: screen.exitCode,
        pages: count(/^GET \/v1\/listings /),
        single: count(/^GET \/v1\/listings\//),
        changes: count(/^PUT/),
      };
    },
  };
};

test('few rows are read one by one, however large the shop is', async () => {
  const shop = await shopOf(1000);
  const asked = await shop.run(shop.spread(5));
  expect(asked).toMatchObject({ exitCode: 0, pages: 0, single: 5, changes: 5 });
});

test('many rows are read by pages, if these hold them', async () => {
  const shop = await shopOf(300);
  const chosen = shop.spread(150);
  expect(await shop.run(chosen)).toMatchObject({ exitCode: 0, pages: 2, single: 0, changes: 150 });
});

test('rows that are spread over a large shop are read one by one, once a few pages have shown that', async () => {
  const shop = await shopOf(12_000);
  const asked = await shop.run(shop.spread(150));
  expect(asked).toMatchObject({ exitCode: 0, changes: 150 });
  expect(asked.pages).toBeLessThan(5);
  expect(asked.pages + asked.single).toBeLessThan(156);
});

test('a part of a plan reads none of the listings of the others, once it was planned', async () => {
  const shop = await shopOf(200);
  const chosen = shop.spread(40);
  const first = await shop.run(chosen, '--run night --shard 1/4');
  const second = await shop.run(chosen, '--run night --shard 2/4');
  expect([first.exitCode, second]).toMatchObject([0, { exitCode: 0, pages: 0, single: second.changes }]);
  expect([first.changes > 0, second.changes > 0, first.changes + second.changes < 40]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a listing that several rows change is read once', async () => {
  const shop = await shopOf(100);
  const [one = '', other = ''] = shop.spread(2);
  const asked = await shop.run([one, other, one, one], '', 'adjust');
  expect(asked).toMatchObject({ exitCode: 0, single: 2, changes: 4 });
});
