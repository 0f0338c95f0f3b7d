import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { topics } from '../../src/help/topics.ts';
import { commandPaths, commands, examples } from '../support/commands.ts';
import { behind, calm, neverCame, started, wrongKeys } from '../support/relayed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

/** What stands for something else in a line, and a case of it. */
const cases: Readonly<Record<string, string>> = {
  COMMAND: 'inventory set',
  ID: id,
  QUANTITY: '4',
  RUN: 'restock',
  NAME: 'live',
  SHOP: 'shop-second-meadow',
  FILE: 'profiles.json',
  'store.example': 'second-meadow.example',
};

const inPages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/```(?:sh|yaml)\n([\s\S]*?)```/g)])
  .flatMap(([, block = '']) => block.split('\n'))
  .flatMap((line) => /(?:^|[|'] ?|-j 8 )resale (.+?)(?: +# .*| \| .*| ::: .*|'\])?$/.exec(line)?.[1] ?? []);
const inTopics = await Promise.all(
  topics.map(async ({ name }) => {
    const { stdout } = await resale(`help ${name}`, { terminal: 4000 });
    const told = stdout.matchAll(/(?:^ {2}(?:.* \| )?(?:[A-Z_]+=\S+ )*|`)resale ([a-z][^`|>\n]*)/gm);
    return [...told].map(([, line = '']) => line.replace(/ {2}.*/, '').trim());
  }),
);
const comesNext = await Promise.all(
  commands.map(async ([, leaf]) => (await leaf.load()).next?.slice('resale '.length) ?? []),
);
/** The part of a pipeline, or of what a shell reads from a command, that is ours. */
const ownPart = (line: string): string =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^'"|()<])+/g)]
    .map(([part]) => part.trim())
    .find((part) => part.startsWith('resale ')) ?? '';

/** What is written down for somebody to type: in pages, topics and examples, and what comes next by a help screen. */
const lines = [
  ...examples.map(([line]) => ownPart(line).slice('resale '.length)),
  ...[...inPages, ...inTopics.flat(), ...comesNext.flat()].map((line) =>
    line
      .replace(/(?:\{\}|\$\(\(.*?\)\))\/8/, '1/8')
      .replace(/[A-Z]+(?![\w.=-])|store\.example/g, (word) => cases[word] ?? word),
  ),
].filter((line, at, all) => all.indexOf(line) === at);

it('finds them', () => {
  expect([inPages, inTopics.flat(), comesNext.flat()].map(({ length }) => length > 15)).toEqual([
    true,
    true,
    true,
  ]);
});

/** What starts servers and programs, runs until it is stopped, or asks a person or a keyring for more than a yes. */
const isElsewhere = (line: string): boolean =>
  /^(?:sandbox (?:start|exec|demo)|feed watch)\b|^profiles add (?!.*--(?:key-command|api-key-stdin|store)\b)|^init(?: outlet)?$|--store keyring$/.test(
    line,
  );

const creation = {
  shopId: 'shop-second-meadow',
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'SKU-1',
  images: [{ url: 'https://images.example/1.jpg' }],
};
/** The files that lines name, which a user would have. */
const files = {
  'shipment.txt': '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20\n',
  'stock.csv': 'externalIdentifier,quantity\nRETURN-000001,7\n',
  'restock.csv': 'externalIdentifier,quantity\nRETURN-000001,7\n',
  'sold.csv': 'externalIdentifier,delta\nRETURN-000002,-1\n',
  'gone.csv': 'externalIdentifier\nRETURN-000001\n',
  'new.csv': `productDataSourceType,productIdentifier,images,shopId,condition\nsku,SKU-1,https://img.example/1.jpg,${creation.shopId},GOOD\n`,
  'feed.json': '[]',
  'old.json': '[]',
  'new.json': '[]',
  'listing.json': JSON.stringify(creation),
  'profiles.json': JSON.stringify({
    version: 1,
    profiles: { live: { baseUrl: 'https://api.shop.example' } },
  }),
};

/** What is piped into a line, if it reads anything. */
const inputOf = (line: string): string | undefined => {
  if (line.includes('-stdin')) return 'a-key-of-the-password-manager\n';
  if (line.startsWith('mcp')) return '';
  if (line.includes('--from - ')) return line.startsWith('grade') ? files['shipment.txt'] : files['sold.csv'];
  return undefined;
};

type Where = Parameters<typeof resale>[1] & object;

/** What a restock wants, and who comes between it and the shop. */
const rows = 'externalIdentifier,quantity\nA,5\nB,6\nC,7\n';
const stops = (before: number) => (before === 1 ? wrongKeys : undefined);
const none = () => neverCame;
const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);

/** A machine on which the run `restock` was carried out: to its end, until the keys were refused, or with rows of which nothing came. */
const afterRun = async (path: string | undefined): Promise<Where> => {
  const [changes, reads] =
    path === 'runs resolve' ? [none, onlyFirst] : [path === 'runs resume' ? stops : calm, calm];
  const shop = await behind({ A: 1, B: 2, C: 3 }, changes, reads);
  await started(shop, rows, 'inventory set', '--run restock');
  Object.assign(shop.weather, { meddle: calm, reads: calm });
  return shop;
};

/** What `runs resolve` says where more than a yes is wanted, or where a run is to be resumed first. */
const asksMore = /What became of them\?|There are no runs to resolve\./;

it('every line works as it stands: in one sandbox, one after the other', async () => {
  let time = Date.now();
  const { env: sandbox } = await sandboxed({ now: () => new Date(time) });
  const profile = { baseUrl: sandbox.RESALE_BASE_URL };
  const config = JSON.stringify({ version: 1, profiles: { live: profile, old: profile } });
  const cwd = temporaryFolder();
  const cache = { RESALE_CACHE_DIR: join(cwd, 'cache') };
  for (const _ of ['an hour ago', 'now']) {
    await resale('feed stats --refresh', { env: { ...sandbox, ...cache } });
    time += 3_600_000;
  }
  const onMachine = async (line: string): Promise<Where> => {
    // A line before may have written one.
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    const home = temporaryFolder();
    const places = {
      RESALE_CONFIG_DIR: join(home, 'config'),
      RESALE_STATE_DIR: join(home, 'state'),
      HOME: home,
    };
    await mkdir(places.RESALE_CONFIG_DIR, { mode: 0o700 });
    const isNew = /^profiles add/.test(line) && !line.includes('--replace');
    if (!isNew) await writeFile(join(home, 'config/config.json'), config, { mode: 0o600 });
    return { env: { ...sandbox, ...cache, ...places, SHELL: '/bin/bash' }, cwd };
  };
  const failed: unknown[] = [];
  for (const line of lines.filter((line) => !isElsewhere(line))) {
    const where = line.startsWith('runs ')
      ? await afterRun(commandPaths.find((path) => line.startsWith(path)))
      : await onMachine(line);
    const stdin = inputOf(line);
    const screen = await resale(line, {
      ...where,
      // Every question gets a yes.
      ...(stdin === undefined ? { terminal: 100, answers: ['y', 'y', 'y'] } : { stdin }),
    });
    const mayEnd = line.startsWith('runs resolve') && asksMore.test(screen.stderr);
    if (screen.exitCode !== 0 && !mayEnd) failed.push([line, screen]);
  }
  expect(failed).toEqual([]);
});

it.each(lines.filter(isElsewhere))('resale %s is understood', async (line) => {
  const { env } = await sandboxed({ listings: 0 });
  const screen = await resale(line.replace(/^(sandbox \w+|feed watch)/, '$1 --dry-run'), {
    env: { ...env, RESALE_CONFIG_DIR: temporaryFolder(), RESALE_CACHE_DIR: temporaryFolder() },
  });
  expect(screen.exitCode === 0 ? '' : errorOf(screen).message).toMatch(
    line.startsWith('sandbox ')
      ? /^--dry-run does not go with this command, which sends no request\.$/
      : /^(?:|--base-url is missing.*|this asks questions, .*|There is no profile live\.)$/i,
  );
});
