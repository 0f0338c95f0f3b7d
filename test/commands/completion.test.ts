import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { shellWord } from '../../src/words/resale-line.ts';
import { leapingClock } from '../support/clock.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const scripts = [
  ['bash', 'resale.bash'],
  ['zsh', '_resale'],
  ['fish', 'resale.fish'],
  ['powershell', 'resale.ps1'],
] as const;

test.each(scripts)('completion %s prints the script of the package', async (shell, file) => {
  const script = await readFile(join('completions', file), 'utf8');
  expect(await resale(`completion ${shell}`)).toEqual({ exitCode: 0, stdout: script, stderr: '' });
});

describe('completion install', () => {
  test.each([
    ['bash', {}, '.local/share/bash-completion/completions/resale', 'resale.bash', /bash-completion/],
    [
      'bash',
      { XDG_DATA_HOME: 'data' },
      'data/bash-completion/completions/resale',
      'resale.bash',
      /Open a new shell/,
    ],
    ['bash', { BASH_COMPLETION_USER_DIR: 'own' }, 'own/completions/resale', 'resale.bash', /Tab/],
    [
      'zsh',
      {},
      '.local/share/zsh/site-functions/_resale',
      '_resale',
      / add this line to ~\/\.zshrc, .*`fpath=\(.*site-functions/,
    ],
    ['fish', {}, '.config/fish/completions/resale.fish', 'resale.fish', /^Type resale and press Tab\.$/],
    ['fish', { XDG_CONFIG_HOME: 'conf' }, 'conf/fish/completions/resale.fish', 'resale.fish', /Tab/],
  ] as const)('%s, with %j, to ~/%s', async (shell, places, file, script, next) => {
    const home = temporaryFolder();
    const env = {
      HOME: home,
      ...Object.fromEntries(Object.entries(places).map(([name, place]) => [name, join(home, place)])),
    };
    const path = join(home, file);
    const install = async (flags = '') => {
      const { exitCode, stdout, stderr } = await resale(`completion install ${shell} ${flags}`, { env });
      expect([exitCode, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    };
    expect(await install('--dry-run')).toMatchObject({ file: path, outcome: 'would be written' });
    expect(await readdir(home)).toEqual([]);
    expect(await install()).toEqual({
      shell,
      file: path,
      outcome: 'written',
      next: expect.stringMatching(next),
    });
    expect(await readFile(path, 'utf8')).toBe(await readFile(join('completions', script), 'utf8'));
    expect(await install()).toMatchObject({ outcome: 'unchanged' });
    await writeFile(path, 'the script of an older version');
    expect(await install('--dry-run')).toMatchObject({ outcome: 'would be replaced' });
    expect(await install()).toMatchObject({ outcome: 'replaced' });
    expect(await readFile(path, 'utf8')).toBe(await readFile(join('completions', script), 'utf8'));
  });

  it('takes the shell that SHELL names', async () => {
    const HOME = temporaryFolder();
    const { stdout } = await resale('completion install', { env: { HOME, SHELL: '/usr/bin/fish' } });
    expect(JSON.parse(stdout).shell).toBe('fish');
  });

  it('keeps the line to add in one piece', async () => {
    const env = { HOME: temporaryFolder(), SHELL: '/bin/bash' };
    const { stdout, stderr } = await resale('completion install', { env, terminal: 80 });
    expect(stdout).toMatch(/^ {2}source (?:\/\S+|'\/.+')$/m);
    expect(stderr).toBe('');
  });

  it.each([
    ['', 'SHELL is missing.'],
    ['/bin/dash', 'SHELL is missing, and there is no completion for dash.'],
  ])('does not guess it: SHELL=%s is exit 2', async (SHELL, message) => {
    const screen = await resale('completion install', { env: { HOME: temporaryFolder(), SHELL } });
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      { message, hint: 'Name one of bash, zsh, fish, powershell.' },
    ]);
  });

  it('tells PowerShell users what to add, and writes nothing', async () => {
    const HOME = temporaryFolder();
    const { stdout } = await resale('completion install powershell', { env: { HOME } });
    expect(JSON.parse(stdout)).toMatchObject({
      file: null,
      outcome: 'nothing',
      next: expect.stringContaining('$PROFILE'),
    });
    expect(await readdir(HOME)).toEqual([]);
  });

  it.each(['fish/completions', 'fish', '.'])(
    'a folder that others may change is refused: %s',
    async (open) => {
      const XDG_CONFIG_HOME = temporaryFolder();
      const folder = join(XDG_CONFIG_HOME, 'fish/completions');
      const opened = join(XDG_CONFIG_HOME, open);
      await mkdir(folder, { recursive: true });
      await chmod(opened, 0o777);
      const env = { HOME: XDG_CONFIG_HOME, XDG_CONFIG_HOME };
      const screen = await resale('completion install fish', { env });
      expect([screen.exitCode, errorOf(screen)]).toEqual([
        2,
        expect.objectContaining({
          code: 'unusable-file',
          hint: `Look at what is in it, then close it and try again: chmod go-w ${shellWord(opened)}.`,
        }),
      ]);
      expect(await readdir(folder)).toEqual([]);
      await chmod(opened, 0o755);
      expect((await resale('completion install fish', { env })).exitCode).toBe(0);
    },
  );

  it('what can not be written is reported: exit 2', async () => {
    const HOME = temporaryFolder();
    await writeFile(join(HOME, '.config'), 'a file where a folder should be');
    const screen = await resale('completion install fish', { env: { HOME } });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([2, 'unwritable-file']);
  });
});

/** What the scripts ask the tool for, and what it says. */
const asked = (line: string, env: Record<string, string>) => resale(`__complete ${line}`, { env });

describe('what the scripts ask the tool', () => {
  it('profiles: their names, only from the file', async () => {
    const config = temporaryFolder();
    const env = { RESALE_CONFIG_DIR: config };
    await resale('profiles add live --base-url https://api.shop.example', { env });
    expect(await asked('profile', env)).toEqual({
      exitCode: 0,
      stdout: 'live\thttps://api.shop.example\nsandbox\thttp://127.0.0.1:4141\n',
      stderr: '',
    });
  });

  it('runs: their names, newest first', async () => {
    const state = temporaryFolder();
    for (const id of ['20261120-080000-aaaa', '20261121-120501-4f2a', 'else'])
      await mkdir(join(state, 'runs', id), { recursive: true });
    expect((await asked('run', { RESALE_STATE_DIR: state })).stdout).toBe(
      '4f2a\t2026-11-21 12:05:01 UTC\naaaa\t2026-11-20 08:00:00 UTC\n',
    );
  });

  it('listings: the newest page, with what else is known of them', async () => {
    const { env, requests } = await sandboxed({ listings: 2 });
    const { exitCode, stdout, stderr } = await asked('listing listings get', env);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[0-9a-f-]{36}\tRETURN-000001 .* OPEN 2\n[0-9a-f-]{36}\t.*\n$/);
    expect(requests).toEqual(['GET /v1/listings 200']);
  });

  it.each([['--base-url URL'], ['--base-url=URL']])(
    'listings: of the service that the line names with %s',
    async (flags) => {
      const one = await sandboxed({ listings: 1 });
      const two = await sandboxed({ listings: 2 });
      const { stdout } = await asked(`listing ${flags.replace('URL', two.baseUrl)} listings get`, one.env);
      expect(stdout.match(/\n/g)).toHaveLength(2);
    },
  );

  it('listings: by external identifier and SKU, each once', async () => {
    const { env } = await sandboxed({ listings: 2 });
    const names = async (line: string) =>
      (await asked(line, env)).stdout.split('\n').map((candidate) => candidate.split('\t')[0]);
    expect(await names('external-id inventory set --external-id')).toEqual([
      'RETURN-000001',
      'RETURN-000002',
      '',
    ]);
    expect(await names('sku listings get --sku')).toEqual(['MLB-JEANS-000000-3434', 'SANDBOX-AD1B6CD3', '']);
    expect(await names('listing inventory set')).toHaveLength(3);
    expect(await names('listing inventory set --sku X')).toEqual(['']);
  });

  it('listings: no key command is run, which might ask its user something', async () => {
    const { baseUrl } = await sandboxed({ listings: 1 });
    const home = temporaryFolder();
    const env = { RESALE_CONFIG_DIR: join(home, 'config') };
    const mark = join(home, 'was-run');
    const add = `profiles add shop --base-url ${baseUrl} --client-id me --store command --key-command 'touch ${mark}'`;
    expect((await resale(add, { env })).exitCode).toBe(0);
    await rm(mark, { force: true });
    expect((await asked('listing -p shop', env)).stdout).toBe('');
    await expect(stat(mark)).rejects.toThrow('ENOENT');
  });

  it('listings: nothing, and no message, if the service answers too late for a Tab', async () => {
    const deadline = new AbortController();
    const bounds: number[] = [];
    const late = json(200, { listings: [{ id: 'late-1' }], pageInfo: { hasNextPage: false } });
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        deadline.abort();
        setTimeout(() => late(response, request), 100);
      },
    });
    const clock: Clock = {
      ...leapingClock(),
      deadline(milliseconds) {
        bounds.push(milliseconds);
        return deadline.signal;
      },
    };
    expect(await resale('__complete listing', { env, clock })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(bounds).toEqual([700]);
  });

  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['nonsense', {}],
    ['profile', { RESALE_CONFIG_DIR: 'relative' }],
    ['run', { RESALE_STATE_DIR: '' }],
    ['listing', {}],
    ['listing', { RESALE_API_KEY: 'half' }],
    ['listing', { RESALE_BASE_URL: 'http://127.0.0.1:9', RESALE_CLIENT_ID: 'a', RESALE_API_KEY: 'b' }],
    ['listing --profile nowhere', { RESALE_DEBUG: '1', RESALE_TIMEOUT: 'soon' }],
    ['listing --profile', {}],
  ])('%s, with %j: nothing, and not a word', async (line, env) => {
    expect(await asked(line, env)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  const hostile =
    '-rf¦--yes¦¦a b¦$(id)¦`id`¦a;id¦a\'b¦a"b¦a\\b¦a\tb¦a\nb¦a:b¦=ls¦~root¦*¦\u001b[2J¦a\u2028b¦{a,b}¦%1¦!1¦#a¦é¦.hidden¦a/b¦@a'.split(
      '¦',
    );

  it('listings: no identifier that a shell or the tool would take for something else, and no meaning of several lines', async () => {
    const listings = [...hostile, 'good-1'].map((id) => ({ id, sku: `x\n${id}\u001b[2J`, state: 'OPEN' }));
    const { env } = await startService({
      '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false } }),
    });
    const { stdout } = await resale(['__complete', 'listing', 'listings', 'get'], { env });
    expect(stdout).toBe('good-1\tx\\u000agood-1\\u001b[2J OPEN\n');
  });

  it('profiles and runs: the same', async () => {
    const directory = temporaryFolder();
    const profiles = Object.fromEntries(hostile.map((name) => [name, { baseUrl: `https://a\n\u001b[2J` }]));
    await writeFile(
      join(directory, 'config.json'),
      JSON.stringify({ profiles: { ...profiles, good: { baseUrl: 'x\ny' } } }),
    );
    const state = temporaryFolder();
    for (const name of hostile)
      await mkdir(join(state, 'runs', name.replaceAll('/', '')), { recursive: true }).catch(() => {});
    const env = { RESALE_CONFIG_DIR: directory, RESALE_STATE_DIR: state };
    expect((await resale(['__complete', 'profile'], { env })).stdout).toMatch(
      /^good\tx\\u000ay\nsandbox\t\S+\n$/,
    );
    expect((await resale(['__complete', 'run'], { env })).stdout).toBe('');
  });

  it('a settings file that is damaged: the sandbox is there all the same', async () => {
    const config = temporaryFolder();
    await writeFile(join(config, 'config.json'), '{"profiles": {"live"');
    await chmod(join(config, 'config.json'), 0o600);
    expect((await asked('profile', { RESALE_CONFIG_DIR: config })).stdout).toBe(
      'sandbox\thttp://127.0.0.1:4141\n',
    );
  });
});
