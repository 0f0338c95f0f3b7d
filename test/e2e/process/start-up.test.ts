import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from '../../../src/commands/tree.ts';
import { machine } from '../../support/built.ts';
import { commandPaths } from '../../support/commands.ts';
import { dist, heavyLibraries, librariesIn, loadedBy, loadedByEach } from '../../support/loaded.ts';
import { resale, sandboxed } from '../../support/resale.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const sale = '--source sku --product-id SKU --shop-id SHOP --condition good --image https://a.example/1.jpg';
const rows = 'inventory set --from rows.csv --yes';

/** The heavy libraries that commands load beside commander, and the commands that load them. A new command is to be added here. */
const commands: Readonly<Record<string, readonly string[]>> = {
  '': ['completion bash', 'completion zsh', 'completion fish', 'completion install bash'],
  zod: ['feed diff old.json new.json', 'runs list', 'runs show RUN', 'sandbox openapi'],
  'zod conf': ['profiles list', 'profiles show sandbox'],
  'zod conf proper-lockfile': [
    'profiles add live --base-url https://api.shop.example',
    'profiles use sandbox',
    'profiles set live --shop-id a',
    'profiles rename live old',
    'profiles remove old --yes',
  ],
  'zod conf @inquirer/prompts proper-lockfile chalk cli-table3': ['init sandbox'],
  'zod csv-parse': ['runs resume RUN'],
  'zod proper-lockfile': [
    'runs resolve RUN --lines 2 --as applied',
    'runs end RUN --yes',
    'runs prune --older-than 0 --yes',
  ],
  'undici zod': [
    `listings create ${sale}`,
    'listings list',
    `listings get ${id}`,
    `inventory set ${id} 7`,
    `inventory adjust ${id} 1`,
    `listings close ${id} --yes`,
    `grade ${id} --condition good`,
    'shops lookup DOMAIN',
    'profiles check',
    'feed fetch',
    'feed stats',
    'api GET /v1/listings',
  ],
  'zod @modelcontextprotocol/server': ['mcp'],
  'undici zod chalk cli-table3': ['listings list -o table', `listings get ${id} -o table`, 'doctor -o table'],
  'undici zod cli-table3': ['feed stats -o table', 'doctor'],
  'undici zod proper-lockfile csv-parse': [rows, 'runs undo RUN --yes'],
  'zod execa hono': ['sandbox exec -- true'],
};

/** These run until they are stopped, or run all the others. */
const endless = ['feed watch', 'sandbox start', 'sandbox demo'];

/** A machine with some files and a run, and a sandbox to call. */
const surroundings = async () => {
  const on = machine();
  const cwd = on.home;
  writeFileSync(join(cwd, 'rows.csv'), `id,quantity\n${id},7\n`);
  writeFileSync(join(cwd, 'old.json'), '[{"productID":"1","price":1}]');
  writeFileSync(join(cwd, 'new.json'), '[{"productID":"1","price":3}]');
  const sandbox = await sandboxed({ listings: 5, products: 4 });
  await resale(rows, { cwd, env: { ...sandbox.env, HOME: cwd } });
  return { sandbox, how: { on, cwd, env: sandbox.env, input: '' } };
};

const words = new Set([...tree.map(({ name }) => name), ...commandPaths]);

/** Help screens load commander, and nothing else that is heavy; as JSON, what describes the service, too. When Tab asks, nothing is. */
const others: Readonly<Record<string, readonly string[]>> = {
  commander: [
    '--help',
    'help',
    'listings list --jq . --fields id -o yaml --help',
    'help exit-codes',
    'help environment',
    ...[...words].map((word) => `${word} --help`),
  ],
  'commander zod': ['help --json'],
  '': ['__complete profile'],
};

test('lines load the heavy libraries that they need, and no other', async () => {
  const { sandbox, how } = await surroundings();
  const [run = ''] = readdirSync(join(how.on.home, '.local/state/resale/runs'));
  const typed = (line: string) =>
    line
      .replace('SHOP', sandbox.shopId)
      .replace('SKU', sandbox.sku)
      .replace('DOMAIN', sandbox.domain)
      .replace('RUN', run);
  const expected = [
    ...Object.entries(commands).map(([needed, lines]) => [`commander ${needed}`.trim(), lines] as const),
    ...Object.entries(others),
  ];
  const groups = expected.map(([, lines]) => {
    const home = temporaryFolder();
    cpSync(how.on.home, home, { recursive: true });
    return { lines: lines.map(typed), home };
  });
  const loaded = await loadedByEach(groups, how);
  expect(loaded.map(({ exitCode, heavy }, at) => [heavy.join(' '), exitCode, expected[at]?.[1]])).toEqual(
    // The run has no unknown row to settle.
    expected.map(([needed, lines]) => [needed, lines[0]?.startsWith('runs resolve') ? 2 : 0, lines]),
  );
});

test('each command is tried', () => {
  const tried = Object.values(commands).flat();
  const untried = commandPaths.filter((command) => !tried.some((line) => line.startsWith(command)));
  expect(untried).toEqual(endless);
});

test('one request opens a dozen chunks, not one for each module', async () => {
  const { how } = await surroundings();
  const { chunks } = await loadedBy(`listings get ${id}`, how);
  expect(chunks.length).toBeLessThanOrEqual(14);
});

test('neither a help screen nor a call makes a formatter of Intl, which takes a third of the start of Node', async () => {
  const { how } = await surroundings();
  const counter = join(how.on.home, 'intl.cjs');
  writeFileSync(
    counter,
    `for (const name of Object.getOwnPropertyNames(Intl).filter((name) => /^[A-Z]/.test(name) && Intl[name].supportedLocalesOf))
      Intl[name] = class { constructor() { throw new Error('a start makes ' + name); } };`,
  );
  const lines = ['--help', 'listings get --help', `listings get ${id}`, `inventory set ${id} 7`];
  const env = { ...how.env, NODE_OPTIONS: `--require "${counter}"` };
  expect(await loadedByEach([{ lines, home: how.on.home }], { ...how, env })).toMatchObject([
    { exitCode: 0 },
  ]);
});

test('--version loads nothing of the tool', async () => {
  const { exitCode, chunks, modules } = await loadedBy('--version');
  expect({ exitCode, chunks, modules }).toEqual({ exitCode: 0, chunks: [], modules: ['node:fs'] });
});

test('each heavy library is in the bundle, and known by its mark', () => {
  const chunks = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  expect(librariesIn(chunks)).toEqual(Object.keys(heavyLibraries));
});
