import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examples } from '../support/commands.ts';
import { behind, calm, neverCame, started, wrongKeys } from '../support/relayed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The files that examples name, which a user would have. */
const files = {
  'shipment.txt': '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20\n',
  'restock.csv': 'externalIdentifier,quantity\nRETURN-000001,7\n',
  'sold.csv': 'externalIdentifier,delta\nRETURN-000001,-1\n',
  'gone.csv': 'externalIdentifier\nRETURN-000001\n',
  'new.csv':
    'shopId,condition,productDataSourceType,productIdentifier,images\nshop-second-meadow,GOOD,sku,SKU-1,https://img.example/1.jpg\n',
  'feed.json': '[]',
  'old.json': '[]',
  'new.json': '[]',
  'listing.json': JSON.stringify({
    shopId: 'shop-second-meadow',
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: 'SKU-1',
    images: [{ url: 'https://images.example/1.jpg' }],
  }),
  'profiles.json': JSON.stringify({
    version: 1,
    profiles: { live: { baseUrl: 'https://api.shop.example' } },
  }),
};

/** The part of a pipeline, or of what a shell reads from a command, that is ours. */
const ownPart = (line: string): string =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^'"|()<])+/g)]
    .map(([part]) => part.trim())
    .find((part) => part.startsWith('resale ')) ?? '';

type Where = Parameters<typeof resale>[1] & object;

/** Types an example as it stands: into a pipe if it reads one, and else at a terminal, where every question gets a yes. */
const type = (line: string, where: Where) =>
  resale(
    ownPart(line).slice('resale '.length),
    / \| resale /.test(line)
      ? {
          ...where,
          stdin: line.includes('import') ? files['profiles.json'] : 'a-key-of-the-password-manager\n',
        }
      : { ...where, terminal: 100, typed: 'y\n' },
  );

/** What a restock wants, and who comes between it and the shop. */
const rows = 'externalIdentifier,quantity\nA,5\nB,6\nC,7\n';
const stops = (before: number) => (before === 1 ? wrongKeys : undefined);
const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);

/** A machine on which the run `restock` was carried out: to its end, until the keys were refused, or with rows of which nothing came. */
const afterRun = async (path: string): Promise<Where> => {
  const [changes, reads] =
    path === 'runs resolve' ? [onlyFirst, onlyFirst] : [path === 'runs resume' ? stops : calm, calm];
  const shop = await behind({ A: 1, B: 2, C: 3 }, changes, reads);
  await started(shop, rows, 'inventory set', '--run restock');
  Object.assign(shop.weather, { meddle: calm, reads: calm });
  return shop;
};

it('every example works as it stands: in one sandbox, one after the other', async () => {
  let time = Date.now();
  const { env: sandbox } = await sandboxed({ now: () => new Date(time) });
  const profiles = temporaryFolder();
  for (const name of ['live', 'old'])
    await resale(`profiles add ${name} --base-url ${sandbox.RESALE_BASE_URL}`, {
      env: { ...sandbox, RESALE_CONFIG_DIR: join(profiles, 'config') },
    });
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  const cache = { RESALE_CACHE_DIR: join(cwd, 'cache') };
  for (const _ of ['an hour ago', 'now']) {
    await resale('feed stats --refresh', { env: { ...sandbox, ...cache } });
    time += 3_600_000;
  }
  const onMachine = async (line: string): Promise<Where> => {
    const home = temporaryFolder();
    const isNew = /resale profiles (?:add|import)/.test(ownPart(line)) && !line.includes('--replace');
    if (!isNew) await cp(join(profiles, 'config'), join(home, 'config'), { recursive: true });
    const env = {
      RESALE_CONFIG_DIR: join(home, 'config'),
      ...cache,
      HOME: home,
      SHELL: '/bin/bash',
    };
    return { env: { ...sandbox, ...env }, cwd };
  };
  const failed: unknown[] = [];
  for (const [line, path] of examples.filter((example) => !isElsewhere(example))) {
    const where = path.startsWith('runs ') ? await afterRun(path) : await onMachine(line);
    const screen = await type(line, where);
    const asksMore = line === 'resale runs resolve restock' && screen.stderr.includes('What became of them?');
    if (screen.exitCode !== 0 && !asksMore) failed.push([line, screen]);
  }
  expect(failed).toEqual([]);
});

/** What starts servers and programs, runs until it is stopped, or asks a person or a keyring for more than a yes. */
const isElsewhere = ([line, path]: readonly [string, string]): boolean =>
  /^(?:sandbox (?:start|exec|demo)|feed watch)$/.test(path) ||
  /profiles add live$|^resale init(?: outlet)?$|--store keyring$/.test(line);

it.each(examples.filter(isElsewhere))('%s is understood', async (line, path) => {
  const isServer = path.startsWith('sandbox ');
  const typed = ownPart(line).replace(
    `resale ${path}`,
    isServer || path === 'feed watch' ? `${path} --dry-run` : path,
  );
  const { env } = await sandboxed({ listings: 0 });
  const screen = await resale(typed, {
    env: { ...env, RESALE_CONFIG_DIR: temporaryFolder(), RESALE_CACHE_DIR: temporaryFolder() },
  });
  const message = screen.exitCode === 0 ? '' : `${errorOf(screen).message}`;
  expect(message).toMatch(
    isServer
      ? /^--dry-run does not go with this command, which sends no request\.$/
      : /^(?:|--base-url is missing.*|this asks questions, .*|There is no profile live\.)$/i,
  );
});
