import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { served } from '../support/mcp.ts';
import { behind, neverCame, quick } from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { warehouse } from '../support/warehouse.ts';

const refused = { instead: json(401, { error: 'These keys are not known.' }) };
const night = `inventory set --from rows.csv --yes --run night ${quick}`;

/** A run `night` that applied a row, knows nothing of the second, and was stopped before the third; and one that has ended. */
const twoRuns = async () => {
  const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => [undefined, neverCame, refused][before]);
  await shop.file('rows.csv', 'sku,quantity\nA,5\nB,6\nC,7\n');
  await shop.file('same.csv', 'sku,quantity\nA,5\n');
  await shop.resale(night);
  await shop.resale('inventory set --from same.csv --yes --run over');
  const journal = () => readFile(join(shop.cwd, 'state', 'runs', 'night', 'journal.ndjson'), 'utf8');
  return { ...shop, journal, began: await journal() };
};

const others = {
  RESALE_BASE_URL: 'service',
  RESALE_PROFILE: 'profile',
  RESALE_CLIENT_ID: 'client',
} as const;

test.each(Object.entries(others))('%s: a run of another %s is left alone', async (variable, which) => {
  const shop = await twoRuns();
  const { baseUrl } = await warehouse({ A: 1 });
  const own = shop.env.RESALE_BASE_URL;
  const there = { service: baseUrl, profile: 'sandbox', client: 'shop-9' }[which];
  const env = { ...shop.env, [variable]: there };
  const asItWas = `Nothing was sent. Give it as it was: --base-url ${own}, with RESALE_CLIENT_ID and RESALE_API_KEY in the environment and no profile.`;
  const told = {
    service: { message: `The run is for ${own}, but this command is for ${baseUrl}.`, hint: asItWas },
    profile: {
      message: 'The run was started with credentials from the environment, not with the profile sandbox.',
      hint: asItWas,
    },
    client: {
      message: 'The run belongs to the client sandbox-client, and this command is for shop-9.',
      hint: 'Nothing was sent. Go on with the keys of that client in RESALE_CLIENT_ID and RESALE_API_KEY.',
    },
  }[which];
  shop.relay.lines.length = 0;
  for (const line of [
    'runs resume night',
    'runs resume night -n',
    'runs resume over',
    'runs undo night --yes',
    'runs undo night -n',
    'runs resolve night',
    'runs resolve night --all --as applied',
    'runs resolve night --all --as retry -n',
    night,
    `${night} -n`,
  ]) {
    const screen = await shop.resale(line, { env });
    expect([line, screen.exitCode, errorOf(screen)]).toEqual([
      line,
      2,
      { code: 'another-run', ...told, retryable: false },
    ]);
  }
  const { call } = await served('', env);
  expect((await call('undo_run', { run: 'night' })).said.error).toMatchObject(told);
  expect([shop.relay.lines, await shop.journal()]).toEqual([[], shop.began]);

  // To look at it is free to all.
  const listed = await shop.resale('runs list -o ndjson --jq .run', { env });
  expect(listed.stdout.split('\n').sort()).toEqual(['', 'night', 'over']);
  expect((await shop.resale('runs show night --rows', { env })).exitCode).toBe(0);
});

test('a new key of the same client changes nothing, and its run goes on', async () => {
  const shop = await twoRuns();
  const { stderr } = await shop.resale('runs resume night', { env: { ...shop.env, RESALE_API_KEY: 'new' } });
  expect(stderr).toContain('Resuming run night (inventory set)');
});

test('keys in the environment are not those of the profile that a run began with', async () => {
  const shop = await twoRuns();
  const { RESALE_CLIENT_ID: _, RESALE_API_KEY: __, ...keyless } = shop.env;
  const env = { ...keyless, RESALE_PROFILE: 'sandbox' };
  expect((await shop.resale('inventory set --from same.csv --yes --run own', { env })).exitCode).toBe(0);
  const others = { ...env, RESALE_CLIENT_ID: 'shop-9', RESALE_API_KEY: 'key-of-9' };
  const { stderr } = await shop.resale('runs undo own --yes', { env: others });
  expect(stderr).toContain(
    'Nothing was sent. Go on with the keys of that client, in the profile sandbox or in RESALE_CLIENT_ID and RESALE_API_KEY.',
  );
});
