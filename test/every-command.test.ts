import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { answerFields } from '../src/cli/answer-fields.ts';
import { commands } from './support/commands.ts';
import { resale, sandboxed } from './support/resale.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** A listing of the sandbox, a product of its feed, and a shop's domain. */
const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const other = 'ad1b6cd3-b9d9-45ec-83da-400e620e15ff';

interface Line {
  line: string;
  /** Lines that were typed before, on the same machine. */
  before?: readonly string[];
  /** The exit code, where it is not 0. */
  exitCode?: number;
  /** With -o ndjson it prints a row a number, and not the same as one record. */
  isOtherwiseByLine?: true;
}

const rows = `inventory set --from rows.csv --yes`;
const profile = 'profiles add live --base-url https://api.shop.example';

/** What every command that prints data is tried with. A new command is to be added here. */
const lines: Readonly<Record<string, readonly (string | Line)[]>> = {
  'listings create': [
    '--shop-id SHOP --condition good --source sku --product-id SKU --image https://images.example/1.jpg',
    '--shop-id SHOP --condition good --source sku --product-id SKU --image https://images.example/1.jpg -n',
    '--from new.ndjson --yes',
    '--from new.ndjson -n',
  ],
  'listings list': ['', '--state closed --limit 3', '-n'],
  'listings get': [id, `${id} ${other}`, '--external-id RETURN-000001', `${id} ${other} -n`],
  'listings close': [`${id} --yes`, `${id} ${other} --yes`, `${id} -n`, '--from ids.csv -n'],
  'inventory set': [`${id} 7`, `${id} 7 -n`, '--from rows.csv --yes', '--from rows.csv -n'],
  'inventory adjust': [`${id} 1`, `${id} 1 -n`, '--from deltas.csv --yes', '--from deltas.csv -n'],
  grade: [`${id} --condition good`, `${id} --condition good -n`, '--from grades.csv --yes'],
  'shops lookup': ['DOMAIN', 'DOMAIN -n', { line: 'nowhere.example', exitCode: 3 }],
  'feed fetch': ['', '--check', '-n'],
  'feed diff': ['old.json new.json'],
  'feed stats': [
    { line: '', isOtherwiseByLine: true },
    { line: 'new.json', isOtherwiseByLine: true },
  ],
  'runs list': ['', { line: '', before: [rows] }],
  'runs show': [
    { line: 'RUN', before: [rows] },
    { line: 'RUN --rows', before: [rows] },
  ],
  'runs resume': [{ line: 'RUN', before: [rows] }],
  'runs resolve': [{ line: 'RUN --row 9 --as applied', before: [rows], exitCode: 2 }],
  'runs undo': [
    { line: 'RUN --yes', before: [rows] },
    { line: 'RUN -n', before: [rows] },
  ],
  'runs prune': [{ line: '--older-than 0 --yes', before: [rows] }],
  init: ['sandbox'],
  'profiles add': ['live --base-url https://api.shop.example'],
  'profiles list': ['', { line: '', before: [profile] }],
  'profiles show': ['sandbox', ''],
  'profiles use': ['sandbox'],
  'profiles set': [{ line: 'live shopId=SHOP', before: [profile] }],
  'profiles rename': [{ line: 'live old', before: [profile] }],
  'profiles check': [''],
  'profiles import': ['profiles.json'],
  'completion install': ['bash'],
  'profiles remove': [{ line: 'live --yes', before: [profile] }],
  'sandbox openapi': [''],
  doctor: ['', '-n'],
  api: [
    'GET /v1/listings',
    `PUT /v1/listings/${id}/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`,
  ],
};

/** It goes on until it is stopped: tried in a test of its own. */
const endless = ['feed watch'];

const files = {
  'rows.csv': `id,quantity\n${id},7\n${other},9\n`,
  'profiles.json': '{"version":1,"profiles":{"live":{"baseUrl":"https://api.shop.example"}}}',
  'ids.csv': `id\n${id}\n`,
  'deltas.csv': `id,delta\n${id},1\n`,
  'grades.csv': `id,condition\n${id},GOOD\n${other},DAMAGED\n`,
  'old.json': '[{"productID":"1","price":1},{"productID":"2","price":2}]',
  'new.json': '[{"productID":"1","price":3},{"productID":"3","price":2,"brand":"B"}]',
};

/** They leave everything as it is, so that they can be typed again on the same machine. */
const reading =
  /^(?:listings (?:list|get)|shops|feed (?:diff|stats)|runs (?:list|show)|profiles (?:list|show)|sandbox|api GET)/;

/** Gives what runs a line with some flags, on a machine and a sandbox where nothing happened yet but what was typed before. */
const typing = (line: Line, path: string) => {
  let on: Promise<Place> | undefined;
  return async (flags: string) => {
    if (on === undefined || !reading.test(`${path} ${line.line}`)) on = somewhere(line, path);
    const { said, circumstances } = await on;
    const screen = await resale(`${said} ${flags}`, circumstances);
    return { ...screen, stdout: alike(screen.stdout) };
  };
};

/** A machine, and a line as it is typed there. */
type Place = Awaited<ReturnType<typeof somewhere>>;

const somewhere = async ({ line, before = [] }: Line, path: string) => {
  const { env, shopId, sku, domain } = await sandboxed({ listings: 5, products: 4 });
  const cwd = temporaryFolder();
  const creation = {
    shopId,
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: sku,
    externalIdentifier: 'NEW-1',
    images: [{ url: 'https://images.example/1.jpg' }],
  };
  for (const [name, text] of Object.entries({ ...files, 'new.ndjson': JSON.stringify(creation) }))
    await writeFile(join(cwd, name), text);
  const circumstances = {
    cwd,
    env: {
      ...env,
      HOME: cwd,
      RESALE_STATE_DIR: join(cwd, 'state'),
      RESALE_CONFIG_DIR: join(cwd, 'config'),
      RESALE_CACHE_DIR: join(cwd, 'cache'),
    },
  };
  for (const earlier of before) await resale(earlier, circumstances);
  const [run = 'none'] = await readdir(join(cwd, 'state', 'runs')).catch(() => []);
  const said = `${path} ${line}`
    .replace('SHOP', shopId)
    .replace('SKU', sku)
    .replace('DOMAIN', domain)
    .replace('RUN', run);
  return { said, circumstances };
};

/** What differs from one machine to the next: ports, times, the names of runs, the names of what is made. */
const alike = (text: string): string =>
  text
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/(milliseconds"?: ?)\d+/g, '$10')
    .replace(/port \d+/g, 'PORT')
    .replace(/[\d.]+ m?s\b/g, 'WHILE')
    .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, 'RUN')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(tmpdir(), 'TMP')
    .replace(/resale-test-\w+/g, 'FOLDER');

const ndjson = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const pick = (value: unknown, field: string): unknown => {
  if (Array.isArray(value)) return value.map((element) => pick(element, field));
  const record = value as Record<string, unknown>;
  return Object.hasOwn(record, field) ? { [field]: record[field] } : {};
};

test('every command that prints data is tried', async () => {
  const printing = [];
  for (const [path, leaf] of commands) {
    const { columns, fields } = await leaf.load();
    if (columns !== undefined || fields !== undefined) printing.push(path);
  }
  expect(Object.keys(lines).concat(endless).sort()).toEqual(printing.sort());
});

describe.each(commands.filter(([path]) => path in lines))('%s', (path, leaf) => {
  test.each((lines[path] ?? []).map((line): Line => (typeof line === 'string' ? { line } : line)))(
    '$line prints the same data as YAML, through jq, by line, and field by field',
    async (line) => {
      const { exitCode = 0, isOtherwiseByLine } = line;
      const typed = typing(line, path);
      const json = await typed('-o json');
      expect(json).toMatchObject({ exitCode });
      if (exitCode === 2) return;
      const value: unknown = JSON.parse(json.stdout);
      const records = Array.isArray(value) ? value : [value];

      const yaml = await typed('-o yaml');
      expect([yaml.exitCode, parseYaml(yaml.stdout)]).toEqual([exitCode, value]);

      const jq = await typed('--jq .');
      expect([jq.exitCode, JSON.parse(jq.stdout)]).toEqual([exitCode, value]);

      const field =
        Object.keys(records[0] ?? {})[0] ?? answerFields(await leaf.load(), {}, 'json')[0] ?? 'id';
      if (!/^api (?!GET)/.test(`${path} ${line.line}`)) {
        const chosen = await typed(`-o json --fields ${field}`);
        expect([chosen.exitCode, JSON.parse(chosen.stdout)]).toEqual([exitCode, pick(value, field)]);
      }
      if (isOtherwiseByLine || path === 'api' || path === 'sandbox openapi') return;
      const byLine = await typed('-o ndjson');
      expect([byLine.exitCode, ndjson(byLine.stdout)]).toEqual([exitCode, records]);
      const jqByLine = await typed('-o ndjson --jq .');
      expect([jqByLine.exitCode, ndjson(jqByLine.stdout)]).toEqual([exitCode, records]);
      const header = (await typed(`-o csv --fields ${field}`)).stdout.split('\n')[0];
      expect(header).toBe(field);
    },
  );
});

describe('commands that print no data', () => {
  test.each(['sandbox start', 'sandbox exec', 'sandbox demo'])(
    '%s refuses --jq and --fields',
    async (path) => {
      const command = path === 'sandbox exec' ? ' -- true' : '';
      for (const flags of ['--jq .', '--fields id']) {
        const { exitCode, stdout, stderr } = await resale(`${path} ${flags}${command}`);
        expect([exitCode, stdout]).toEqual([2, '']);
        expect(stderr).toContain('does not go with this command, which shows no data.');
      }
    },
  );
});
