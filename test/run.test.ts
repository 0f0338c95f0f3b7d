import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { version } from '../src/cli/version.ts';
import { errorOf, resale, sandboxed } from './support/resale.ts';
import { canaries, json, startService } from './support/service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const nowhere = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

test.each(['--version', '-V', 'listings --version', 'listings list -V', '--json --version'])(
  'resale %s prints the version',
  async (line) => {
    expect(await resale(line)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  },
);

describe('a global flag may stand anywhere', () => {
  it.each([
    '-o ndjson listings list --limit 1',
    'listings -o ndjson list --limit 1',
    'listings list -o ndjson --limit 1',
    'listings list --limit 1 --output ndjson',
    'listings list --limit=1 --output=ndjson',
    'listings list --limit 1 -ondjson',
    '-o csv listings list --limit 1 -o ndjson',
    '-o csv listings -o table list -o ndjson --limit 1',
  ])('%s', async (line) => {
    const { env } = await sandboxed();
    const { exitCode, stdout } = await resale(line, { env });
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\{"id":.*\}\n$/)]);
  });

  it('--yes before the command counts for it', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    expect((await resale(`-y listings close ${id}`, { env })).exitCode).toBe(0);
  });
});

describe('how data is printed', () => {
  it.each<[string, number | undefined, RegExp]>([
    ['listings list --limit 1', undefined, /^\[\n {2}\{\n {4}"id"/],
    ['listings list --limit 1', 120, /^ID +STATE/],
    ['listings list --limit 1 -o json', 120, /^\[\n/],
    ['listings list --limit 1 --json', 120, /^\[\n/],
    ['listings list --limit 1 -o ndjson', 120, /^\{"id"/],
    ['listings list --limit 1 -o csv', 120, /^id,state/],
    ['listings list --limit 1 -o table', undefined, /^ID +STATE/],
    ['listings list --limit 1 -o TABLE', undefined, /^ID +STATE/],
    ['listings list --limit 1 --json -o json', undefined, /^\[\n/],
  ])('%s, on a terminal of width %s', async (line, terminal, shape) => {
    const { env } = await sandboxed();
    const screen = await resale(line, { env, ...(terminal ? { terminal } : {}) });
    expect([screen.exitCode, screen.stdout]).toEqual([0, expect.stringMatching(shape)]);
  });

  it('--json contradicts another format: exit 2', async () => {
    const screen = await resale('listings list --json -o table');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, '--json contradicts --output table.']);
  });
});

describe('flag, then environment, then profile, then default', () => {
  it('RESALE_OUTPUT gives way to -o and --json', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const csv = { ...env, RESALE_OUTPUT: 'csv' };
    expect((await resale('listings list', { env: csv })).stdout).toMatch(/^id,/);
    expect((await resale('listings list', { env: csv, terminal: 120 })).stdout).toMatch(/^id,/);
    expect((await resale('listings list -o ndjson', { env: csv })).stdout).toMatch(/^\{/);
    expect((await resale('listings list --json', { env: csv })).stdout).toMatch(/^\[/);
  });

  it('RESALE_BASE_URL gives way to --base-url, and both stand before the profile', async () => {
    const one = await sandboxed({ listings: 1 });
    const two = await sandboxed({ listings: 2 });
    const env = { ...one.env, RESALE_PROFILE: 'sandbox', RESALE_CONFIG_DIR: '/nonexistent' };
    expect((await resale('listings list --count', { env })).stdout).toBe('1\n');
    expect((await resale(`listings list --count --base-url ${two.baseUrl}`, { env })).stdout).toBe('2\n');
  });

  it('RESALE_PROFILE gives way to --profile', async () => {
    const { env, baseUrl } = await sandboxed({ listings: 1 });
    const wrong = { RESALE_PROFILE: 'nowhere', RESALE_CONFIG_DIR: '/nonexistent', RESALE_BASE_URL: baseUrl };
    expect((await resale('listings list --count', { env: wrong })).exitCode).toBe(2);
    expect((await resale('listings list --count -p sandbox', { env: wrong })).stdout).toBe('1\n');
    expect((await resale('listings list --count', { env })).stdout).toBe('1\n');
  });

  it('RESALE_TIMEOUT gives way to --timeout', async () => {
    const { env } = await sandboxed({ latencyMs: 300 });
    const hasty = { ...env, RESALE_TIMEOUT: '0.05', RESALE_MAX_RETRIES: '0' };
    const screen = await resale('listings list', { env: hasty });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([7, 'timeout']);
    expect((await resale('listings list --timeout 20', { env: hasty })).exitCode).toBe(0);
  });

  it('RESALE_MAX_RETRIES gives way to --max-retries', async () => {
    let requests = 0;
    const { env } = await startService({
      '/v1/shops': (response, request) => {
        requests += 1;
        json(500, { error: 'no' })(response, request);
      },
    });
    await resale('shops lookup a.example', { env: { ...env, RESALE_MAX_RETRIES: '1' } });
    expect(requests).toBe(2);
    await resale('shops lookup a.example --max-retries 0', { env: { ...env, RESALE_MAX_RETRIES: '1' } });
    expect(requests).toBe(3);
  });

  it('RESALE_DEBUG is --debug', async () => {
    const { env } = await sandboxed();
    for (const [line, RESALE_DEBUG] of [
      ['listings list --limit 1', '1'],
      ['listings list --limit 1 --debug', ''],
      ['listings list --limit 1 --debug', '0'],
    ] as const)
      expect((await resale(line, { env: { ...env, RESALE_DEBUG } })).stderr).toMatch(
        /^> GET .*\/v1\/listings\?limit=1\n(>.*\n)+< 200 in \d+ ms\n/,
      );
    expect((await resale('listings list', { env: { ...env, RESALE_DEBUG: '0' } })).stderr).toBe('');
  });

  it('RESALE_QUIET is --quiet: no notices', async () => {
    const { env } = await sandboxed();
    const line = 'listings list --limit 1';
    expect((await resale(line, { env, terminal: 120 })).stderr).toMatch(/^There are more: /);
    expect((await resale(`${line} --quiet`, { env, terminal: 120 })).stderr).toBe('');
    expect((await resale(line, { env: { ...env, RESALE_QUIET: 'true' }, terminal: 120 })).stderr).toBe('');
    expect((await resale(line, { env: { ...env, RESALE_QUIET: 'off' }, terminal: 120 })).stderr).not.toBe('');
  });

  it('--quiet hides no error', async () => {
    const { stderr } = await resale('listings get --quiet', { terminal: 80 });
    expect(stderr).toMatch(/^Error: ID is missing/);
  });

  it('RESALE_NO_INPUT is --no-input: nothing is asked', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    const close = (more: Record<string, string>) =>
      resale(`listings close ${id}`, { env: { ...env, ...more }, terminal: 80, typed: 'y\n' });
    expect((await close({ RESALE_NO_INPUT: '1' })).exitCode).toBe(2);
    expect((await close({ RESALE_NO_INPUT: '0' })).exitCode).toBe(0);
  });

  it('there is no twin of --yes', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    expect((await resale(`listings close ${id}`, { env: { ...env, RESALE_YES: '1' } })).exitCode).toBe(2);
  });

  it('an empty variable is none', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const empty = { RESALE_PROFILE: '', RESALE_OUTPUT: '', RESALE_TIMEOUT: '', RESALE_MAX_RETRIES: '' };
    expect((await resale('listings list --count', { env: { ...env, ...empty } })).stdout).toBe('1\n');
  });
});

describe('values that can not be read are named with their flag or variable: exit 2, nothing is sent', () => {
  const formats = 'table, json, ndjson, csv, yaml';
  test.each<[string, Record<string, string>, string]>([
    ['-o xml', {}, `--output must be one of ${formats}, not 'xml'.`],
    ["-o ''", {}, `--output must be one of ${formats}, not ''.`],
    ['--timeout soon', {}, "--timeout must be a number of seconds above 0.001, not 'soon'."],
    ['--timeout 0', {}, "--timeout must be a number of seconds above 0.001, not '0'."],
    ['--timeout -1', {}, "--timeout must be a number of seconds above 0.001, not '-1'."],
    ['--max-wait 1e3', {}, "--max-wait must be a number of seconds, not '1e3'."],
    ['--settle x', {}, "--settle must be a number of seconds, not 'x'."],
    ['--max-retries 21', {}, '--max-retries must be 20 or less, not 21.'],
    ['--max-retries -1', {}, '--max-retries must be 0 or more, not -1.'],
    ["--profile ''", {}, '--profile must not be empty.'],
    ["--out ''", {}, '--out must not be empty.'],
    ['', { RESALE_OUTPUT: 'xml' }, `RESALE_OUTPUT must be one of ${formats}, not 'xml'.`],
    ['', { RESALE_TIMEOUT: 'soon' }, "RESALE_TIMEOUT must be a number of seconds above 0.001, not 'soon'."],
    ['', { RESALE_MAX_RETRIES: '99' }, 'RESALE_MAX_RETRIES must be 20 or less, not 99.'],
    [
      '',
      { RESALE_BASE_URL: 'ftp://a' },
      'RESALE_BASE_URL must begin with https:// (or, on this machine, http://).',
    ],
    ['--base-url a.example', {}, '--base-url must begin with https:// (or, on this machine, http://).'],
    ['--base-url https://a:b@c.example', {}, '--base-url must not hold a user name or password.'],
    [
      '--timeout x --settle y --limit z',
      { RESALE_MAX_RETRIES: 'w' },
      "--timeout must be a number of seconds above 0.001, not 'x'; --settle must be a number of seconds, not 'y'; RESALE_MAX_RETRIES must be a whole number, not 'w'; --limit must be a whole number, not 'z'.",
    ],
  ])('listings list %s %j', async (flags, more, message) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(`listings list ${flags}`, { env: { ...env, ...more } });
    expect(screen.exitCode).toBe(2);
    expect(screen.stderr.includes('{') ? errorOf(screen).message : screen.stderr).toContain(message);
    expect(requests).toEqual([]);
  });

  it('one half of the credentials in the environment: exit 4', async () => {
    const { env } = await sandboxed();
    const screen = await resale('listings list', { env: { ...env, RESALE_API_KEY: '' } });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      4,
      'RESALE_CLIENT_ID is set, but RESALE_API_KEY is not.',
    ]);
  });
});

describe('--out FILE', () => {
  it('takes the data, and stdout gets none', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed({ listings: 1 });
    expect(await resale('listings list --out listings.json', { env, cwd, terminal: 80 })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    const written = await readFile(join(cwd, 'listings.json'), 'utf8');
    expect(written).toBe((await resale('listings list', { env })).stdout);
    expect(await readdir(cwd)).toEqual(['listings.json']);
  });

  it('all listings, even where stdout is a terminal', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed();
    await resale('listings list --out all.ndjson -o ndjson', { env, cwd, terminal: 80 });
    expect((await readFile(join(cwd, 'all.ndjson'), 'utf8')).split('\n').length).toBe(121);
  });

  it('is whole or not there at all, and what was there stays', async () => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'old.json'), 'old');
    const { env } = await startService({
      '/v1/listings': (response, request) =>
        (request.url?.includes('after=')
          ? json(500, { error: 'no' })
          : json(200, { listings: [{ id: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }))(
          response,
          request,
        ),
    });
    for (const file of ['new.json', 'old.json'])
      expect((await resale(`listings list --max-retries 0 --out ${file}`, { env, cwd })).exitCode).toBe(7);
    expect(await readdir(cwd)).toEqual(['old.json']);
    expect(await readFile(join(cwd, 'old.json'), 'utf8')).toBe('old');
  });

  it('is written where the command has something to show and fails all the same', async () => {
    const cwd = temporaryFolder();
    const { env } = await sandboxed({ listings: 1 });
    const [listing] = JSON.parse((await resale('listings list', { env })).stdout);
    const screen = await resale(`listings get ${listing.id} ${nowhere} --out found.json`, { env, cwd });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([3, 'not-found']);
    expect(JSON.parse(await readFile(join(cwd, 'found.json'), 'utf8'))).toEqual([listing]);
  });

  it.each([
    ['missing/file.json', 'its folder does not exist'],
    ['folder', 'it is a directory'],
  ])('%s can not be written: exit 2, and a change is not even sent', async (file, reason) => {
    const cwd = temporaryFolder();
    await mkdir(join(cwd, 'folder'));
    const { env, requests, shopId } = await sandboxed();
    const line = `listings create --shop-id ${shopId} --condition good --source sku --product-id A --image https://images.example/1.jpg`;
    const screen = await resale(`${line} --out ${file}`, { env, cwd });
    expect([screen.exitCode, requests]).toEqual([2, []]);
    expect(errorOf(screen)).toMatchObject({
      code: 'unwritable-file',
      message: `Cannot write ${join(cwd, file)}: ${reason}.`,
      hint: 'Nothing was written.',
    });
  });
});

describe('how errors are told', () => {
  it.each([400, 500])(
    'a long one of the service (%i) is shortened behind its keys, so that no half of one is left',
    async (status) => {
      const { env } = await startService({
        '/v1/listings': json(status, { error: `${'x'.repeat(490)}${canaries.apiKey} ${canaries.clientId}` }),
      });
      const screen = await resale('listings list --max-retries 0', { env });
      expect(errorOf(screen).message).toContain(`${'x'.repeat(490)}*** ***`);
      expect(screen.stderr).not.toContain(canaries.apiKey.slice(0, 6));
    },
  );

  const line = `listings get ${nowhere}`;
  const sentences = /^Error: There is no listing with this identifier\.\nThat was GET .*\n$/;
  const oneLine = /^\{"error":\{"code":"not-found","message":.*\}\}\n$/;

  it.each<[string, string, number | undefined, Record<string, string>, RegExp]>([
    ['a pipe', line, undefined, {}, oneLine],
    ['a terminal', line, 200, {}, sentences],
    ['-o json on a terminal', `${line} -o json`, 80, {}, oneLine],
    ['--output=json on a terminal', `${line} --output=json`, 80, {}, oneLine],
    ['-o ndjson on a terminal', `${line} -ondjson`, 80, {}, oneLine],
    ['--json on a terminal', `--json ${line}`, 80, {}, oneLine],
    ['RESALE_OUTPUT=json on a terminal', line, 80, { RESALE_OUTPUT: 'json' }, oneLine],
    ['-o table in a pipe', `${line} -o table`, undefined, {}, sentences],
    ['-o csv in a pipe', `${line} -o csv`, undefined, {}, sentences],
    ['RESALE_OUTPUT=csv in a pipe', line, undefined, { RESALE_OUTPUT: 'csv' }, sentences],
  ])('%s', async (_, said, terminal, more, shape) => {
    const { env } = await sandboxed();
    const screen = await resale(said, { env: { ...env, ...more }, ...(terminal ? { terminal } : {}) });
    expect(screen).toEqual({ exitCode: 3, stdout: '', stderr: expect.stringMatching(shape) });
  });

  it('the JSON has all that is known', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(429, { error: 'slow down' }, { 'x-request-id': 'r-1' }),
    });
    expect(errorOf(await resale(`${line} --max-retries 0`, { env }))).toEqual({
      code: 'rate-limited',
      message: 'The service asks for fewer requests.',
      status: 429,
      hint: 'Nothing was changed. Try again later.',
      retryable: true,
      requestId: 'r-1',
    });
  });

  it('a text of the service does nothing to the terminal', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(400, { error: 'bad \u001b[2Jnews\nError: none' }),
    });
    const { stderr } = await resale(line, { env, terminal: 80 });
    expect(stderr).toBe(
      'Error: The service refused it (400): bad \\u001b[2Jnews\\u000aError: none.\nNothing was changed.\n',
    );
  });

  it('nor does it in JSON, where it is escaped and means the same', async () => {
    const { env } = await startService({
      [`/v1/listings/${nowhere}`]: json(400, { error: '\u009b2J \u202ebad' }),
    });
    const screen = await resale(`${line} -o json`, { env, terminal: 80 });
    expect(screen.stderr).toContain('\\u009b2J \\u202ebad');
    expect(errorOf(screen).message).toContain('\u009b2J \u202ebad');
  });

  it('--debug shows where it happened', async () => {
    const { env } = await sandboxed();
    const { stderr } = await resale(`${line} --debug`, { env, terminal: 80 });
    expect(stderr).toMatch(/\n {4}at .*client\/\w+\.ts/);
  });
});

describe('what is not known is told with what was meant: exit 2', () => {
  test.each([
    ['lisitngs', "Unknown command 'lisitngs'.", 'Did you mean listings? See `resale --help`.'],
    ['listings creat', "Unknown command 'creat'.", 'Did you mean create? See `resale listings --help`.'],
    ['listings zzz', "Unknown command 'zzz'.", 'See `resale listings --help`.'],
    [
      'listings list --limt 3',
      "Unknown option '--limt'.",
      'Did you mean --limit? See `resale listings list --help`.',
    ],
    ['--jsn listings list', "Unknown option '--jsn'.", 'Did you mean --json? See `resale --help`.'],
    ['listings list --api-key=SECRET', "Unknown option '--api-key'.", 'See `resale listings list --help`.'],
    ['listings list --api-key SECRET', "Unknown option '--api-key'.", 'See `resale listings list --help`.'],
    ['listings list -kSECRET', "Unknown option '-k'.", 'See `resale listings list --help`.'],
    [
      'listings list extra',
      "Too many arguments for 'list'. Expected 0 arguments but got 1.",
      'See `resale listings list --help`.',
    ],
    ['listings list --limit', "Option '--limit <N>' argument missing.", 'See `resale listings list --help`.'],
  ])('%s', async (line, message, hint) => {
    const screen = await resale(line);
    expect([screen.exitCode, screen.stdout, screen.stderr.includes('SECRET')]).toEqual([2, '', false]);
    expect(errorOf(screen)).toEqual({ code: 'usage', message, hint, retryable: false });
  });
});
