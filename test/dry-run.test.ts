import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandPaths } from './support/commands.ts';
import { resale, sandboxed } from './support/resale.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** Two listings of the sandbox. */
const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const other = 'ad1b6cd3-b9d9-45ec-83da-400e620e15ff';

const refused = 2;

/** For every command a line that would do something, and how it ends with --dry-run. A new command is to be added here. */
const lines: readonly (readonly [line: string, exitCode?: number])[] = [
  [
    'listings create --shop-id SHOP --condition good --source sku --product-id SKU --image https://images.example/1.jpg',
  ],
  ['listings create --from new.ndjson --derive-external-id --yes'],
  ['listings list'],
  [`listings get ${id}`],
  [`listings close ${id} --yes`],
  ['listings close --from - --yes'],
  [`inventory set ${id} 7`],
  ['inventory set --from rows.csv --yes'],
  [`inventory adjust ${id} 1`],
  ['inventory adjust --from deltas.csv --yes'],
  [`grade ${id} --condition good`],
  ['grade --from grades.csv --yes'],
  ['shops lookup DOMAIN'],
  ['feed fetch'],
  ['feed diff', refused],
  ['feed watch'],
  ['feed stats'],
  ['runs list'],
  ['runs show UNFINISHED'],
  ['runs resume UNFINISHED'],
  ['runs resume FINISHED'],
  ['runs resolve UNFINISHED --rows 1 --as retry'],
  ['runs undo FINISHED --yes'],
  ['runs prune --older-than 0 --yes'],
  ['profiles add live --base-url https://api.shop.example', refused],
  ['profiles list'],
  ['profiles show'],
  ['profiles use sandbox', refused],
  ['profiles set live --shop-id 1', refused],
  ['profiles rename live old', refused],
  ['profiles remove live --yes', refused],
  ['profiles check'],
  ['profiles export', refused],
  ['profiles import profiles.json', refused],
  ['sandbox start', refused],
  ['sandbox exec -- true', refused],
  ['sandbox demo', refused],
  ['sandbox openapi'],
  ['completion bash', refused],
  ['completion zsh', refused],
  ['completion fish', refused],
  ['completion powershell', refused],
  ['completion install bash'],
  [`api PUT /v1/listings/${id}/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`],
  ['mcp', refused],
  ['doctor'],
  ['init sandbox', refused],
];

const files = {
  'rows.csv': `id,quantity\n${id},7\n${other},9\n`,
  'deltas.csv': `id,delta\n${id},1\n`,
  'grades.csv': `id,condition\n${id},GOOD\n`,
  'new.ndjson':
    '{"shopId":"SHOP","condition":"GOOD","productDataSourceType":"COMMERCE_SKU","productIdentifier":"SKU","images":[{"url":"https://images.example/1.jpg"}]}',
  'profiles.json': '{"version":1,"profiles":{"far":{"baseUrl":"https://api.shop.example"}}}',
};

/** Every file below a folder, with its content. */
const filesBelow = async (folder: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path] = entry.isFile() ? await readFile(path, 'utf8') : 'a folder';
  }
  return found;
};

/** A machine with a profile, a finished run, and one that was killed before it had its first answer. */
const machine = async () => {
  const sandbox = await sandboxed({ listings: 5, products: 4 });
  const cwd = temporaryFolder();
  const filled = (text: string) =>
    text.replace('SHOP', sandbox.shopId).replace('"SKU"', `"${sandbox.sku}"`).replace(/SKU$/, sandbox.sku);
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), filled(text));
  const env = {
    ...sandbox.env,
    HOME: cwd,
    RESALE_STATE_DIR: join(cwd, 'state'),
    RESALE_CONFIG_DIR: sandbox.env.RESALE_CONFIG_DIR ?? join(cwd, 'config'),
    RESALE_CACHE_DIR: join(cwd, 'cache'),
  };
  await resale('profiles add live --base-url https://api.shop.example', { cwd, env });
  const runs = join(cwd, 'state', 'runs');
  await resale('inventory set --from rows.csv --yes', { cwd, env });
  const [finished = ''] = await readdir(runs);
  await resale('inventory set --from rows.csv --yes', { cwd, env });
  const unfinished = (await readdir(runs)).find((run) => run !== finished) ?? '';
  const journal = await readFile(join(runs, finished, 'journal.ndjson'), 'utf8');
  const [epoch, intent] = journal.split('\n');
  await writeFile(join(runs, unfinished, 'journal.ndjson'), `${epoch}\n${intent}\n`);
  sandbox.requests.length = 0;
  return { sandbox, cwd, env, finished, unfinished };
};

test('every command is tried', () => {
  const tried = (leaf: string) => lines.some(([line]) => `${line} `.startsWith(`${leaf} `));
  expect(commandPaths.filter((leaf) => !tried(leaf))).toEqual([]);
});

test.each(lines.map(([line, exitCode = 0]) => [line, exitCode] as const))(
  '%s --dry-run changes nothing',
  async (line, expected) => {
    const { sandbox, cwd, env, finished, unfinished } = await machine();
    const [said, ...rest] = line
      .replace('UNFINISHED', unfinished)
      .replace('FINISHED', finished)
      .replace('SHOP', sandbox.shopId)
      .replace(' SKU', ` ${sandbox.sku}`)
      .replace('DOMAIN', sandbox.domain)
      .split(' -- ');
    const before = await filesBelow(cwd);
    const dry = [`${said} --dry-run`, ...rest].join(' -- ');
    const { exitCode, stdout, stderr } = await resale(dry, { cwd, env, stdin: `id\n${id}\n` });
    expect([exitCode, stderr]).toEqual([
      expected,
      expected === refused ? expect.stringContaining('--dry-run') : expect.anything(),
    ]);
    if (expected === refused) expect(stdout).toBe('');
    expect(sandbox.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(await filesBelow(cwd)).toEqual(before);
  },
);

test('on a table there is no room for a request: it is JSON all the same', async () => {
  const { env } = await sandboxed();
  const json = await resale('shops lookup a.example --dry-run', { env });
  expect(JSON.parse(json.stdout)).toMatchObject({ method: 'GET' });
  expect((await resale('shops lookup a.example --dry-run -o table', { env })).stdout).toBe(json.stdout);
});
