import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { tree } from '../src/commands/tree.ts';
import { Interrupted } from '../src/failure/failure.ts';
import { describe as describeTool } from '../src/help/describe.ts';
import type { Schema } from '../src/json/schema.ts';
import type { Flags } from '../src/line/flags/values.ts';
import { globalFlags } from '../src/line/global-flags.ts';
import { flagName } from '../src/words/resale-line.ts';
import { commands } from './support/commands.ts';
import { resale, sandboxed } from './support/resale.ts';
import { broken, splitNamed } from './support/schemas.ts';
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
  /** What is different on this machine, or at this service. */
  env?: Record<string, string>;
  faults?: { 'lost-answer': number };
  /** It is there to change what is kept on the machine. */
  writes?: true;
}

const rows = `inventory set --from rows.csv --yes`;
/** Where its answers are lost, nobody can tell afterwards what it did. */
const lost = 'grade --from grades.csv --yes --settle 0';
const profile = 'profiles add live --base-url https://api.shop.example';

/** What every command that prints data is tried with, and what makes it another answer. A new command is to be added here. */
const lines: Readonly<Record<string, readonly (string | Line)[]>> = {
  'listings create': [
    '--shop-id SHOP --condition good --source sku --product-id SKU --image https://images.example/1.jpg',
    '--from new.ndjson --yes',
    '--from new.ndjson -n',
  ],
  'listings list': ['', '--before', '--count'],
  'listings get': [id, `${id} ${other}`, `${id} ${other} -n`],
  'listings close': [`${id} --yes`, '--from ids.csv -n'],
  'inventory set': [`${id} 7`, '--from rows.csv --yes', '--from rows.csv -n'],
  'inventory adjust': [`${id} 1`, '--from deltas.csv --yes', '--from deltas.csv -n'],
  grade: [`${id} --condition good`, '--from grades.csv --yes', '--from grades.csv -n'],
  'shops lookup': ['DOMAIN', { line: 'nowhere.example', exitCode: 3 }],
  'feed fetch': ['', '--check', '--link'],
  'feed diff': ['old.json new.json'],
  'feed stats': ['', 'new.json'],
  'runs list': [{ line: '', before: [rows] }],
  'runs show': [
    { line: 'RUN', before: [rows] },
    { line: 'RUN --rows', before: [rows] },
  ],
  'runs resume': [
    { line: 'RUN', before: [rows] },
    { line: 'RUN -n', before: [rows] },
  ],
  'runs resolve': [{ line: 'RUN --lines 2 --as applied', before: [lost], faults: { 'lost-answer': 1 } }],
  'runs undo': [
    { line: 'RUN --yes', before: [rows] },
    { line: 'RUN -n', before: [rows] },
  ],
  'runs end': [{ line: 'RUN --yes', before: [rows] }],
  'runs prune': [
    { line: '--older-than 0 --yes', before: [rows] },
    { line: '--older-than 0 -n', before: [rows] },
  ],
  init: ['sandbox'],
  'profiles add': ['live --base-url https://api.shop.example'],
  'profiles list': [{ line: '', before: [profile] }],
  'profiles show': ['sandbox', ''],
  'profiles use': ['sandbox'],
  'profiles set': [{ line: 'live --shop-id SHOP', before: [profile] }],
  'profiles rename': [{ line: 'live old', before: [profile] }],
  'profiles check': [''],
  'completion install': ['bash'],
  'profiles remove': [{ line: 'live --yes', before: [profile] }],
  'sandbox openapi': [''],
  doctor: [''],
  api: [
    'GET /v1/listings',
    `PUT /v1/listings/${id}/inventory --field action=ADJUST_INVENTORY --field inventoryAdjustment:=1`,
  ],
};

/** It goes on until it is stopped: tried in test/commands/feed-watch.test.ts. */
const endless = ['feed watch'];

const files = {
  'rows.csv': `id,quantity\n${id},7\n${other},9\n`,
  'stale.csv': `id,quantity,expect\n${id},7,99\n`,
  'ids.csv': `id\n${id}\n`,
  'deltas.csv': `id,delta\n${id},1\n`,
  'grades.csv': `id,condition\n${id},GOOD\n${other},EXCELLENT\n`,
  'old.json': '[{"productID":"1","price":1},{"productID":"2","price":2}]',
  'new.json': '[{"productID":"1","price":3},{"productID":"3","price":2,"brand":"B"}]',
};

/** They leave everything as it is, so that they can be typed again on the same machine. */
const reading =
  /^(?:listings (?:list|get)|shops|feed|runs (?:list|show)|profiles (?:list|show|check)|sandbox|doctor|api GET)| -n$/;

/** A list in pages, a record, the report of a run, a file as it is, a document: what the formats and jq are tried with. */
const typical: readonly (readonly [path: string, line: string])[] = [
  ['listings list', ''],
  ['listings get', id],
  ['inventory set', '--from rows.csv --yes'],
  ['feed fetch', ''],
  ['sandbox openapi', ''],
];

/** Gives what runs a line with some flags, on a machine and a sandbox where nothing happened yet but what was typed before. */
const typing = (line: Line, path: string) => {
  let on: Promise<Place> | undefined;
  return async (flags: string) => {
    if (on === undefined || !reading.test(`${path} ${line.line}`)) on = somewhere(line, path);
    const { said, circumstances, requests } = await on;
    const earlier = requests.length;
    const before = keptIn(circumstances.cwd, `${said} ${flags}`);
    const screen = await resale(`${said} ${flags}`, circumstances);
    return {
      ...screen,
      stdout: alike(screen.stdout),
      requests: requests.slice(earlier),
      wrote: keptIn(circumstances.cwd, `${said} ${flags}`) !== before,
    };
  };
};

/** What the tool keeps there: settings and runs; with --dry-run any file. The feed's cache is nobody's otherwise. */
const keptIn = (cwd: string, line: string): string =>
  (/(^| )(-n|--dry-run)\b/.test(line) ? ['.'] : ['config', 'state'])
    .flatMap((name) =>
      existsSync(join(cwd, name))
        ? readdirSync(join(cwd, name), { recursive: true, withFileTypes: true })
        : [],
    )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name))}`)
    .join();

/** A machine, and a line as it is typed there. */
type Place = Awaited<ReturnType<typeof somewhere>>;

const somewhere = async ({ line, before = [], env: own, faults }: Line, path: string) => {
  const contents = { listings: 5, products: 4, ...(faults && { faults }) };
  const { env, baseUrl, shopId, sku, domain, requests } = await sandboxed(contents);
  const cwd = temporaryFolder();
  const creation = {
    shopId,
    condition: 'GOOD',
    productDataSourceType: 'COMMERCE_SKU',
    productIdentifier: sku,
    externalIdentifier: 'NEW-1',
    images: [{ url: 'https://images.example/1.jpg' }],
  };
  const typed = [line, ...before].join();
  for (const [name, text] of Object.entries({ ...files, 'new.ndjson': JSON.stringify(creation) }))
    if (typed.includes(name)) writeFileSync(join(cwd, name), text);
  const circumstances = {
    cwd,
    env: {
      ...env,
      ...own,
      HOME: cwd,
      RESALE_STATE_DIR: join(cwd, 'state'),
      RESALE_CONFIG_DIR: join(cwd, 'config'),
      RESALE_CACHE_DIR: join(cwd, 'cache'),
    },
  };
  for (const earlier of before) await resale(earlier.replace('BASE', baseUrl), circumstances);
  const [run = 'none'] = await readdir(join(cwd, 'state', 'runs')).catch(() => []);
  const said = `${path} ${line}`
    .replace('SHOP', shopId)
    .replace('SKU', sku)
    .replace('DOMAIN', domain)
    .replace('RUN', run);
  return { said, circumstances, requests };
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

const { commands: all } = await describeTool(tree);

const described = (path: string) => {
  const found = all.find((one) => one.path === path);
  if (found === undefined) throw new Error(`help --json lacks ${path}`);
  return found;
};

/** What help --json says of a line: what it answers, and what it does. */
const saidOf = (path: string, line: string) => {
  const { answer, effect, otherEffects = [], exitCodes } = described(path);
  const words = line.replace(/(^| )-n\b/, ' --dry-run').split(' ');
  const isMeant = (other: { with: string }) => other.with.split(' ').every((word) => words.includes(word));
  const [first = answer, ...others] = (answer.anyOf ?? []) as Schema[];
  const flagged = others.filter(({ description }) => /^With -/.test(`${description}`));
  const meant = flagged.filter(({ description }) =>
    isMeant({ with: `${description}`.slice('With '.length) }),
  );
  return {
    schema: meant.at(-1) ?? (flagged.length > 0 ? first : answer),
    effect: otherEffects.filter(isMeant).at(-1)?.effect ?? effect,
    exitCodes,
  };
};

/** Whether help --json is right about an answer, and about what was done for it. */
const isAsDescribed = async (
  path: string,
  line: string,
  {
    value,
    exitCode,
    requests,
    wrote = false,
  }: { value: unknown; exitCode: number; requests: readonly string[]; wrote?: boolean },
) => {
  const { schema, effect, exitCodes } = saidOf(path, line);
  expect(broken(schema, value)).toEqual([]);
  const leaf = commands.find(([name]) => name === path)?.[1];
  const names = (await leaf?.load())?.answer?.passesThrough ? undefined : splitNamed(schema);
  const unnamed = [value].flat().flatMap((record) => Object.keys(record as object));
  if (names) expect(unnamed.filter((name) => !names.has(name))).toEqual([]);
  expect(exitCodes).toContain(exitCode);
  if (effect.does === 'reads' || /(^| )-n\b/.test(line)) expect(wrote).toBe(false);
  if (effect.does === 'reads' || effect.on === 'machine')
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
};

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
    const { answer } = await leaf.load();
    if (answer?.fields !== undefined) printing.push(path);
  }
  expect(Object.keys(lines).concat(endless).sort()).toEqual(printing.sort());
});

/** Commands without a screen of their own, and why. */
const withoutScreen: Readonly<Record<string, string>> = {
  'feed watch': 'runs until it is stopped, and prints the tables of feed diff',
  'completion bash': 'prints a script for a shell',
  'completion zsh': 'prints a script for a shell',
  'completion fish': 'prints a script for a shell',
  'sandbox start': 'runs until it is stopped: test/e2e/process/sandbox-start.test.ts',
  'sandbox exec': 'shows the screen of the program that it runs',
  'sandbox demo': 'shows the screens of the other commands',
  'sandbox openapi': 'prints one document of JSON',
  mcp: 'prints the protocol',
};

test('every command is typed at a terminal in a transcript, or has a reason not to be', () => {
  const texts = readdirSync('test/transcripts')
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(join('test/transcripts', name), 'utf8'));
  const typed = texts.flatMap((text) => text.match(/^\d+\$ .*\bresale .*$/gm) ?? []);
  const unseen = commands
    .map(([path]) => path)
    .filter((path) => !typed.some((line) => `${line} `.includes(`resale ${path} `)));
  expect(unseen.sort()).toEqual(Object.keys(withoutScreen).sort());
});

const tried = Object.entries(lines).flatMap(([path, some]) =>
  some.map((line) => ({ path, ...(typeof line === 'string' ? { line } : line) })),
);

test.each(tried)('$path $line answers as it is described', async ({ path, ...line }) => {
  const { exitCode = 0 } = line;
  const screen = await typing(line, path)('-o json');
  expect(screen).toMatchObject({ exitCode });
  await isAsDescribed(path, line.line, { ...screen, value: JSON.parse(screen.stdout) });
});

test.each(typical)('%s %s prints the same data, whatever the format', async (path, line) => {
  const typed = typing({ line }, path);
  const printed = async (flags: string) => {
    const { exitCode, stdout } = await typed(flags);
    expect(exitCode).toBe(0);
    return stdout;
  };
  const value: unknown = JSON.parse(await printed('-o json'));
  expect(JSON.parse(await printed('--jq .'))).toEqual(value);
  expect(parseYaml(await printed('-o yaml'))).toEqual(value);
  const records = Array.isArray(value) ? value : [value];
  const [field = 'id'] = Object.keys(records[0]);
  expect(JSON.parse(await printed(`-o json --fields ${field}`))).toEqual(pick(value, field));
  // A document is printed as one.
  if (path === 'sandbox openapi') return;
  expect(ndjson(await printed('-o ndjson'))).toEqual(records);
  expect((await printed(`-o csv --fields ${field}`)).split('\n')[0]).toBe(field);
  // Of a single record it is what --jq gives.
  if (Array.isArray(value)) expect(ndjson(await printed('-o ndjson --jq .'))).toEqual(records);
});

test('feed stats prints a row a number with -o ndjson', async () => {
  const screen = await typing({ line: '-o ndjson' }, 'feed stats')('');
  expect(screen.exitCode).toBe(0);
  const numbers = ndjson(screen.stdout);
  expect(numbers.length).toBeGreaterThan(4);
  for (const value of numbers) await isAsDescribed('feed stats', '-o ndjson', { ...screen, value });
});

describe('--dry-run changes nothing, and commands that send no request refuse it', () => {
  test.each(commands.filter(([path]) => path !== 'sandbox exec'))('%s', async (path, leaf) => {
    const { local, answer } = await leaf.load();
    const line = tried.find((one) => one.path === path) ?? { line: '' };
    const screen = await typing(line, path)('--dry-run -o json');
    expect(screen.exitCode).toBe(local ? 2 : 0);
    expect(screen.wrote).toBe(false);
    expect(screen.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    if (local || answer === undefined) return;
    await isAsDescribed(path, `${line.line} --dry-run`, { ...screen, value: JSON.parse(screen.stdout) });
  });
});

describe('what is printed as JSON, but is no record, is described, too', () => {
  test.each(['', '--rate 100/s', '--service-name Acme'])('sandbox start %s', async (flags) => {
    const stop = new AbortController();
    const { stdout } = await resale(`sandbox start --port 0 ${flags}`, {
      cwd: temporaryFolder(),
      env: { HOME: temporaryFolder() },
      interruption: stop.signal,
      onStdout: () => stop.abort(new Interrupted('SIGTERM')),
    });
    await isAsDescribed('sandbox start', '', { value: JSON.parse(stdout), exitCode: 143, requests: [] });
  });

  test('other commands without data print text', () => {
    const text = all.filter(({ answer }) => answer.type === 'string').map(({ path }) => path);
    expect(text).toEqual([
      'sandbox exec',
      'sandbox demo',
      'completion bash',
      'completion zsh',
      'completion fish',
      'mcp',
    ]);
  });
});

describe('an error is described', () => {
  test.each<[path: string, line: Line]>([
    ...commands
      .filter(([path]) => path !== 'sandbox exec')
      .map(([path]): [string, Line] => [path, { line: '--no-such-flag', exitCode: 2 }]),
    ['listings get', { line: '11111111-1111-4111-8111-111111111111', exitCode: 3 }],
    ['inventory set', { line: `${id} 7 --expect 99`, exitCode: 5 }],
    ['inventory set', { line: '--from ids.csv', exitCode: 2 }],
    ['inventory adjust', { line: `${id} 1 --base-url http://127.0.0.1:1 --max-retries 0`, exitCode: 7 }],
    ['profiles show', { line: 'nobody', exitCode: 2 }],
    ['listings list', { line: '', env: { RESALE_API_KEY: 'another-key' }, exitCode: 4 }],
    ['inventory set', { line: '--from stale.csv --yes', exitCode: 6 }],
    ['inventory adjust', { line: `${id} 1 --settle 0 --yes`, faults: { 'lost-answer': 1 }, exitCode: 8 }],
    ['runs show', { line: 'nothing', exitCode: 2 }],
    ['api', { line: 'PUT /v1/listings', exitCode: 1 }],
  ])('%s $line', async (path, line) => {
    const screen = await typing(line, path)('-o json');
    expect(screen).toMatchObject({ exitCode: line.exitCode });
    const { errors, exitCodes } = described(path);
    expect(broken(errors, JSON.parse(screen.stderr))).toEqual([]);
    expect(exitCodes).toContain(screen.exitCode);
  });
});

describe('what does not go together', async () => {
  const lines = await Promise.all(
    commands.map(async ([path, leaf]) => {
      const definition = await leaf.load();
      const flags: Flags = { ...globalFlags, ...definition.flags };
      /** As somebody would type it, with some value. */
      const typed = (name: string) => {
        const [[, flag] = ['', undefined]] = Object.entries(flags).filter(([key]) => flagName(key) === name);
        if (name.includes('=') || (flag && 'toggle' in flag)) return name;
        return flag ? `${name} ${flag.choices?.[0] ?? flag.default ?? 'x.csv'}` : 'x.csv';
      };
      const { conflicts = [], needs = {} } = definition;
      return [
        ...conflicts.map((line) => {
          const names = line.split(' ');
          const message =
            names.length === 1
              ? `${names[0]} does not go with this command`
              : `${names[1]} does not go with ${names[0]}`;
          return [path, names.slice(0, 2).map(typed).join(' '), message] as const;
        }),
        ...Object.entries(needs).map(
          ([name, other]) => [path, typed(name), `${name} needs ${other}`] as const,
        ),
      ];
    }),
  );
  test.each(lines.flat())('%s %s', async (path, flags, message) => {
    const { exitCode, stderr } = await resale(`${path} ${flags}`, { terminal: 1000 });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message.replaceAll('=', ' '))]);
  });
});
