import { describe, expect, it, test } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';

describe('how data is printed', () => {
  it.each<[string, number | undefined, RegExp]>([
    ['listings list --limit 1', undefined, /^\[\n {2}\{\n {4}"id"/],
    ['listings list --limit 1', 120, /STATE/],
    ['listings list --limit 1 -o json', 120, /^\[\n/],
    ['listings list --limit 1 --json', 120, /^\[\n/],
    ['listings list --limit 1 -o ndjson', 120, /^\{"id"/],
    ['listings list --limit 1 -o csv', 120, /^id,state/],
    ['listings list --limit 1 -o table', undefined, /STATE/],
    ['listings list --limit 1 -o TABLE', undefined, /STATE/],
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
    expect((await resale(line, { env, terminal: 120 })).stderr).toMatch(/^There are more/);
    expect((await resale(`${line} --quiet`, { env, terminal: 120 })).stderr).toBe('');
    expect((await resale(line, { env: { ...env, RESALE_QUIET: 'true' }, terminal: 120 })).stderr).toBe('');
    expect((await resale(line, { env: { ...env, RESALE_QUIET: 'off' }, terminal: 120 })).stderr).not.toBe('');
  });

  it('--quiet leaves out what a log would have, too', async () => {
    const { env } = await startService({ '/v1/odd': json(200, 3) });
    const line = 'api GET /v1/odd -o table';
    expect((await resale(line, { env })).stderr).toMatch(/^The answer contains no records/);
    expect((await resale(`${line} --quiet`, { env })).stderr).toBe('');
  });

  it('--quiet hides no error', async () => {
    const { stderr } = await resale('listings get --quiet', { terminal: 80 });
    expect(stderr).toMatch(/^Error: ID is missing/);
  });

  it('RESALE_NO_INPUT is --no-input, and so is CI: nothing is asked', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    const close = (more: Record<string, string>) =>
      resale(`listings close ${id}`, { env: { ...env, ...more }, terminal: 80, typed: 'y\n' });
    expect((await close({ RESALE_NO_INPUT: '1' })).exitCode).toBe(2);
    expect((await close({ CI: 'true' })).exitCode).toBe(2);
    expect((await close({ RESALE_NO_INPUT: '0', CI: 'false' })).exitCode).toBe(0);
  });

  it('there is no variable for --yes', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const [{ id }] = JSON.parse((await resale('listings list', { env })).stdout);
    expect((await resale(`listings close ${id}`, { env: { ...env, RESALE_YES: '1' } })).exitCode).toBe(2);
  });

  it('an empty variable counts as unset', async () => {
    const { env } = await sandboxed({ listings: 1 });
    const empty = { RESALE_PROFILE: '', RESALE_OUTPUT: '', RESALE_TIMEOUT: '', RESALE_MAX_RETRIES: '' };
    expect((await resale('listings list --count', { env: { ...env, ...empty } })).stdout).toBe('1\n');
  });
});

describe('values that can not be read are named with their flag or variable: exit 2, nothing is sent', () => {
  const formats = 'table, json, ndjson, csv, yaml, xlsx';
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
