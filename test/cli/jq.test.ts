import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { Interrupted } from '../../src/failure/interrupted.ts';
import { startRelay } from '../support/relay.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json, startBrokenList, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { warehouse } from '../support/warehouse.ts';

const page = (...listings: object[]) => json(200, { listings, pageInfo: { hasNextPage: false } });

const two = () => startService({ '/v1/listings': page({ id: 'a', sku: 'S-1' }, { id: 'b', sku: null }) });

describe('an expression over what a command prints', () => {
  test.each([
    ["--jq '.[].id'", 'a\nb\n'],
    ["-q '.[0]'", '{"id":"a","sku":"S-1"}\n'],
    ["-q 'map(.sku)'", '["S-1",null]\n'],
    ['-q length --json', '2\n'],
    ["-o ndjson -q '.sku'", 'S-1\nnull\n'],
    ["-o ndjson -q 'select(.sku).id'", 'a\n'],
    ["-q '.[] | [.id, .sku] | @csv'", '"a","S-1"\n"b",\n'],
    ["-q 'empty'", ''],
  ])('listings list %s', async (flags, stdout) => {
    const { env } = await two();
    expect(await resale(`listings list ${flags}`, { env })).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('overrides a format that was only preferred', async () => {
    const { env } = await two();
    const preferred = (RESALE_OUTPUT: string) =>
      resale(`listings list -q '.. | .id? // empty'`, { env: { ...env, RESALE_OUTPUT } });
    expect((await preferred('csv')).stdout).toBe('a\nb\n');
    expect((await preferred('ndjson')).stdout).toBe('a\nb\n');
  });

  it.each([
    ['listings list -o yaml', 'it works on JSON, or selects records for a table or CSV'],
    ['listings list --count -o csv', 'this command shows no list to select records of'],
    ['listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf -o table', 'this command shows no list'],
    ['inventory set --from - -o csv', 'this command shows no list'],
  ])('contradicts %s: exit 2', async (line, why) => {
    const screen = await resale(`${line} -q .`);
    expect(screen.exitCode).toBe(2);
    expect(screen.stderr).toMatch(new RegExp(`--jq contradicts --output \\w+: ${why}`));
  });

  test.each([
    ['-o csv', '.[] | select(.sku)', 'id,sku\na,S-1\n'],
    ['-o csv', '.[1:][]', 'id,sku\nb,\n'],
    ['-o csv', '.[]', 'id,sku\na,S-1\nb,\n'],
    ['-o csv', 'empty', 'id,sku\n'],
    ['-o csv', 'last', 'id,sku\nb,\n'],
    ['-o table', '.[] | select(.sku)', 'ID  SKU\na   S-1\n'],
  ])('with %s it selects records: %s', async (flags, expression, stdout) => {
    const { env } = await two();
    const line = `listings list --fields id,sku ${flags} -q '${expression}'`;
    expect(await resale(line, { env })).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  test.each(['.[] | {id}', 'map(.)', '.', 'reverse[]', '.[0], .[0]', '.[].sku', '.[0] | tojson + "\\n"'])(
    'what is no record of the list, in its order, is an error: %s',
    async (expression) => {
      const { env } = await two();
      const screen = await resale(['listings', 'list', '-o', 'csv', '-q', expression], { env });
      expect([screen.exitCode, screen.stdout]).toEqual([1, '']);
      expect(screen.stderr).toContain(
        'With a table or CSV, --jq selects records of the list, in their order',
      );
    },
  );

  it('prints over several lines on a terminal, where only tabs and line ends have an effect', async () => {
    const { env } = await startService({ '/v1/listings': page({ id: 'a', sku: '\u001b[2J', n: 1 }) });
    const shown = async (expression: string) =>
      (await resale(['listings', 'list', '-q', expression], { env, terminal: 80 })).stdout;
    expect(await shown('.[0] | {n}')).toBe('{\n  "n": 1\n}\n');
    expect(await shown('.[0].sku')).toBe('\\u001b[2J\n');
    expect(await shown('.[0] | [.id, .n] | @tsv')).toBe('a\t1\n');
  });

  it('prints control characters as they are to a program', async () => {
    const { env } = await startService({ '/v1/listings': page({ id: 'a', sku: '\u001b[2J' }) });
    expect((await resale("listings list -q '.[0].sku'", { env })).stdout).toBe('\u001b[2J\n');
  });

  it('goes into the file of --out, whole or not at all', async () => {
    const { env } = await two();
    const cwd = temporaryFolder();
    expect((await resale("listings list -q '.[].id' --out ids", { env, cwd })).stdout).toBe('');
    await resale("listings list -q '.[].id.no' --out other", { env, cwd });
    await resale("listings list -q '.[' --out third", { env, cwd });
    expect([await readdir(cwd), await readFile(join(cwd, 'ids'), 'utf8')]).toEqual([['ids'], 'a\nb\n']);
  });

  it('gets what the service answers of a link, and a number, as JSON', async () => {
    const { env } = await sandboxed({ listings: 3 });
    expect((await resale("feed fetch --link -q '.url | type'", { env })).stdout).toBe('string\n');
    expect((await resale("listings list --count -q '. + 1'", { env })).stdout).toBe('4\n');
  });

  it('sees only the fields of --fields', async () => {
    const { env } = await two();
    expect((await resale("listings list --fields sku -q '.[0] | keys[]'", { env })).stdout).toBe('sku\n');
  });

  it('sees no key, and prints on stderr what it is asked to', async () => {
    const { env } = await two();
    const { stdout, stderr } = await resale("listings list -q '($ENV, env | tojson), debug | length'", {
      env,
    });
    expect(stdout + stderr).not.toContain(canaries.apiKey);
    expect(stderr).toMatch(/^\["DEBUG:",/);
  });
});

describe('an expression that is not understood: exit 2, and nothing is sent', () => {
  it.each(['inventory set A 5', 'inventory set --from rows.csv --yes', 'listings close A --yes'])(
    '%s',
    async (line) => {
      const shop = await warehouse({ A: 1 });
      await shop.file('rows.csv', 'sku,quantity\nA,5\n');
      const before = shop.requests.length;
      const screen = await shop.resale(`${line.replace('A', shop.ids.A ?? '')} -q '.['`);
      expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([
        2,
        '',
        {
          code: 'invalid-expression',
          message: "--jq can't be understood: syntax error, unexpected end of file.",
          hint: 'Nothing was sent. Put the expression in single quotes, so that the shell leaves it as it is.',
          retryable: false,
        },
      ]);
      expect(shop.requests.length).toBe(before);
    },
  );
});

describe('an expression that fails on the data', () => {
  it('after a change: the change is done, and its record is not lost', async () => {
    const shop = await warehouse({ A: 1 });
    const screen = await shop.resale(`inventory set ${shop.ids.A} 5 -q '.outcome.text'`);
    const { code, message, details, hint } = errorOf(screen);
    expect([screen.exitCode, screen.stdout, code, message, hint]).toEqual([
      1,
      '',
      'expression-failed',
      '--jq failed: Cannot index string with string "text".',
      'The command itself was carried out; its data is shown with this error.',
    ]);
    expect(JSON.parse((details as string[]).join(''))).toMatchObject({
      id: shop.ids.A,
      outcome: 'applied',
      after: 5,
    });
    expect(await shop.stock()).toEqual({ A: 5 });
  });

  it('of what is not short, the data is not shown', async () => {
    const { env } = await sandboxed({ listings: 100 });
    const { details, hint } = errorOf(await resale('listings list -q .a', { env }));
    expect([details, hint]).toEqual([
      undefined,
      'What the command did is done; only its data could not be printed.',
    ]);
  });

  it('what the command itself has to say comes first', async () => {
    const { env, ...shop } = await warehouse({ A: 1 });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    const screen = await resale(`listings get ${shop.ids.A} ${nowhere} -q .a`, { env });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([3, 'not-found']);
  });
});

describe('a run that is stopped', () => {
  it('still has all its rows worked through', async () => {
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
});

describe('a list that fails midway', () => {
  it('is not a document: an expression never sees half of it', async () => {
    const { env } = await startBrokenList();
    const screen = await resale("listings list -q '.[].id' --max-retries 0", { env });
    expect([screen.exitCode, screen.stdout]).toEqual([7, '']);
  });

  it('by line, what came is worked through', async () => {
    const { env } = await startBrokenList();
    const screen = await resale('listings list -o ndjson -q .id --max-retries 0', { env });
    expect([screen.exitCode, screen.stdout]).toEqual([7, 'a\n']);
  });
});
