import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Circumstances, errorOf, resale, sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a profile has of none of its settings. */
const unset = { guard: null, shopId: null, output: null, rate: null, caBundle: null, dialect: null };

const key = 'canary-key-0815-not-to-be-shown';

/** A fresh configuration, and the tool run in it. */
const fresh = async () => {
  const directory = temporaryFolder();
  const config = join(directory, 'config');
  const run = async (line: string, more: Circumstances = {}) => {
    const screen = await resale(line, { ...more, env: { RESALE_CONFIG_DIR: config, ...more.env } });
    expect(screen.stdout + screen.stderr).not.toContain(key);
    return screen;
  };
  return { config, run };
};

const add = 'profiles add live --base-url https://api.shop.example';
const addWithKey = `${add} --client-id client-1 --api-key-stdin`;

describe('profiles add', () => {
  it('keeps a profile with its key from stdin, readable only by this user', async () => {
    const { config, run } = await fresh();
    const { exitCode, stdout, stderr } = await run(`${addWithKey} --shop-id S1 --default-output csv`, {
      stdin: `${key}\n`,
    });
    expect(JSON.parse(stdout)).toEqual({
      name: 'live',
      current: false,
      baseUrl: 'https://api.shop.example',
      clientId: 'client-1',
      keyStore: 'file',
      guard: null,
      shopId: 'S1',
      output: 'csv',
      rate: null,
      caBundle: null,
      dialect: null,
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect((await stat(config)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(config))
      expect((await stat(join(config, file))).mode & 0o777).toBe(0o600);
    expect(JSON.parse((await run('profiles show live')).stdout).credentials).toBe('file');
  });

  it('keeps one without keys, which then come from the environment', async () => {
    const { run } = await fresh();
    await run(add);
    expect(JSON.parse((await run('profiles show live')).stdout).credentials).toBe('none');
    const screen = await run('listings list -p live', { terminal: 160 });
    expect(screen).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        'Error: The profile "live" has no credentials.\nSet RESALE_CLIENT_ID and RESALE_API_KEY, or keep them with:\n  resale profiles set live --client-id ID --api-key-stdin\n',
    });
  });

  it('does not replace another one, unless told to', async () => {
    const { run } = await fresh();
    await run(add);
    const screen = await run(add);
    expect([screen.exitCode, errorOf(screen).code, errorOf(screen).hint]).toEqual([
      2,
      'profile-exists',
      'Use --replace to replace it.',
    ]);
    await run('profiles add live --base-url https://other.example --replace');
    expect(JSON.parse((await run('profiles show live')).stdout).baseUrl).toBe('https://other.example');
  });

  test.each([
    ['profiles add', 'NAME is missing; --base-url is missing.'],
    ['profiles add live', '--base-url is missing.'],
    [`${add} --client-id c`, '--api-key-stdin is missing: a client id is kept together with its key.'],
    [`${add} --api-key-stdin`, '--client-id is missing.'],
    ['profiles add live --api-key-stdin', '--base-url is missing; --client-id is missing.'],
    [
      `${add} --default-output xml`,
      "--default-output must be one of table, json, ndjson, csv, yaml, not 'xml'.",
    ],
    [
      'profiles add Live! --base-url https://api.shop.example',
      "A profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters.",
    ],
    [
      'profiles add sandbox --base-url https://api.shop.example',
      'The profile "sandbox" is always there and can\'t be added, changed or removed.',
    ],
    [
      'profiles add live --base-url http://api.shop.example',
      'The base URL must begin with https://: plain http would show the credentials on the way.',
    ],
    [
      'profiles add live --base-url https://me:secret@api.shop.example',
      'The base URL must not hold a user name or password.',
    ],
    [
      `${add} --client-id c --key-command "op read op://shop/key | head -1"`,
      'The key command contains |, which needs a shell.',
    ],
    [`${add} --dry-run`, '--dry-run does not go with this command, which sends no request.'],
  ])('%s → exit 2, nothing is kept', async (line, message) => {
    const { run } = await fresh();
    const screen = await run(line);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, message]);
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  test.each([
    ['', 'The API key is empty.'],
    ['one\ntwo', 'The API key contains a line break.'],
    ['schlüssel-€', 'The API key contains a character that no HTTP header can carry.'],
  ])('a key that can be none, %j: exit 2, and it is not repeated', async (stdin, message) => {
    const { run } = await fresh();
    const screen = await run(addWithKey, { stdin });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, message]);
  });

  it('there is no flag for the key, and what was typed after one is not repeated', async () => {
    const { run } = await fresh();
    for (const line of [`${add} --api-key=${key}`, `${add} --api-key ${key}`, `${add} -k${key}`])
      expect((await run(line)).exitCode).toBe(2);
  });
});

describe('profiles list, use, show, remove', () => {
  it('the sandbox is always there', async () => {
    const { run } = await fresh();
    expect(JSON.parse((await run('profiles list')).stdout)).toEqual([
      {
        name: 'sandbox',
        current: false,
        baseUrl: 'http://127.0.0.1:4141',
        clientId: expect.any(String),
        keyStore: 'sandbox',
        ...unset,
      },
    ]);
  });

  it('is a table on a terminal', async () => {
    const { run } = await fresh();
    await run(`${add} --shop-id S1 --store env --protected`);
    await run('profiles use live');
    expect((await run('profiles list', { terminal: 80 })).stdout).toBe(
      `NAME     CURRENT  BASE URL                  KEY IN   GUARD      SHOP  OUTPUT
live     yes      https://api.shop.example  env      protected  S1
sandbox           http://127.0.0.1:4141     sandbox
`,
    );
  });

  it('a dialect and an authority stand below the profile that has them', async () => {
    const { config, run } = await fresh();
    const bundle = join(config, '../shop.pem');
    await writeFile(bundle, '');
    await run(`${add} --service-name Acme --commerce-name Mart --ca-bundle '${bundle}'`);
    await run('profiles set live --dialect query.pageSize=first');
    expect((await run('profiles list', { terminal: 120 })).stdout).toBe(
      `NAME     CURRENT  BASE URL                  KEY IN   GUARD  SHOP  OUTPUT
live              https://api.shop.example  env
      Acme for Service, Mart for Commerce, 1 name of its own
      trusts the authorities in ${bundle}
sandbox           http://127.0.0.1:4141     sandbox
`,
    );
    const { stdout } = await run('profiles show live', { terminal: 120 });
    expect(stdout).toContain(
      `DIALECT    Acme for Service, Mart for Commerce, 1 name of its own\nCA BUNDLE  ${bundle}\n`,
    );
  });

  it('use makes one the current one: commands then need no --profile', async () => {
    const { run } = await fresh();
    const { env, baseUrl } = await sandboxed({ listings: 2 });
    await run(`profiles add shop --base-url ${baseUrl} --client-id ${env.RESALE_CLIENT_ID} --api-key-stdin`, {
      stdin: env.RESALE_API_KEY ?? '',
    });
    const before = await run('listings list --count');
    expect([before.exitCode, errorOf(before)]).toMatchObject([
      4,
      {
        code: 'no-profile',
        hint: 'Add --profile NAME to the line; there are shop, sandbox. To choose one for good: resale profiles use NAME',
      },
    ]);
    expect(JSON.parse((await run('profiles use shop')).stdout)).toMatchObject({
      name: 'shop',
      current: true,
    });
    expect((await run('listings list --count')).stdout).toBe('2\n');
  });

  it('show without a name shows what a command would use', async () => {
    const { run } = await fresh();
    await run(addWithKey, { stdin: key });
    await run('profiles use live');
    const shown = async (line: string, env: Record<string, string> = {}) =>
      JSON.parse((await run(line, { env })).stdout);
    expect(await shown('profiles show')).toMatchObject({
      name: 'live',
      current: true,
      credentials: 'file',
    });
    expect(await shown('profiles show -p sandbox')).toMatchObject({ name: 'sandbox', current: false });
    expect(await shown('profiles show', { RESALE_PROFILE: 'sandbox' })).toMatchObject({ name: 'sandbox' });
    expect(await shown('profiles show -p live', { RESALE_PROFILE: 'sandbox' })).toMatchObject({
      name: 'live',
    });
    const pair = { RESALE_CLIENT_ID: 'client', RESALE_API_KEY: key };
    expect(await shown('profiles show', pair)).toMatchObject({ name: 'live', credentials: 'env' });
    expect(await shown('profiles show', { ...pair, RESALE_BASE_URL: 'https://other.example' })).toEqual({
      name: null,
      current: false,
      baseUrl: 'https://other.example',
      clientId: 'client',
      keyStore: 'env',
      ...unset,
      credentials: 'env',
    });
  });

  it('show with a name shows that one as it is kept', async () => {
    const { run } = await fresh();
    await run(add);
    const env = { RESALE_BASE_URL: 'https://other.example' };
    expect(JSON.parse((await run('profiles show live', { env })).stdout).baseUrl).toBe(
      'https://api.shop.example',
    );
  });

  it('stored keys are not sent to another base URL: exit 4', async () => {
    const { run } = await fresh();
    await run(addWithKey, { stdin: key });
    const screen = await run('listings list -p live --base-url https://other.example');
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'foreign-origin']);
  });

  it.each([
    ['profiles use nowhere'],
    ['profiles show nowhere'],
    ['profiles remove nowhere'],
    ['listings list -p nowhere'],
  ])('%s: exit 2, naming those there are', async (line) => {
    const { run } = await fresh();
    await run(add);
    const screen = await run(line);
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      {
        code: 'unknown-profile',
        message: 'There is no profile "nowhere".',
        hint: expect.stringContaining('There are: live, sandbox.'),
      },
    ]);
  });

  it('remove takes the profile and its keys away, with a yes', async () => {
    const { run } = await fresh();
    await run(addWithKey, { stdin: key });
    const script = await run('profiles remove live');
    expect([script.exitCode, errorOf(script).message]).toEqual([
      2,
      'This removes the profile live (https://api.shop.example) and its keys.',
    ]);
    expect((await run('profiles remove live', { terminal: 80, typed: 'n\n' })).exitCode).toBe(2);
    expect((await run('profiles remove live --yes --dry-run')).exitCode).toBe(2);
    expect((await run('profiles show live')).exitCode).toBe(0);
    expect((await run('profiles remove live', { terminal: 80, typed: 'y\n' })).exitCode).toBe(0);
    expect((await run('profiles show live')).exitCode).toBe(2);
  });

  it('--dry-run changes no current profile', async () => {
    const { run } = await fresh();
    expect((await run('profiles use sandbox --dry-run')).exitCode).toBe(2);
    expect(JSON.parse((await run('profiles list')).stdout)[0].current).toBe(false);
  });

  it("a profile's output holds on a terminal, and gives way to flags", async () => {
    const { run } = await fresh();
    const { env, baseUrl } = await sandboxed({ listings: 1 });
    await run(`profiles add shop --base-url ${baseUrl} --default-output csv`);
    const keys = { RESALE_CLIENT_ID: env.RESALE_CLIENT_ID ?? '', RESALE_API_KEY: env.RESALE_API_KEY ?? '' };
    const first = async (line: string, terminal?: number) =>
      (await run(line, { env: keys, ...(terminal ? { terminal } : {}) })).stdout.slice(0, 2);
    expect(await first('listings list -p shop', 120)).toBe('id');
    expect(await first('listings list -p shop -o table', 120)).toBe('EX');
    expect(await first('listings list -p shop')).toBe('[\n');
  });
});

it('a damaged file is left as it is, and not quoted: exit 2', async () => {
  const { config, run } = await fresh();
  await run(addWithKey, { stdin: key });
  for (const file of await readdir(config))
    if (file.endsWith('.json')) await writeFile(join(config, file), `{"broken": "${key}"`);
  for (const line of ['profiles list', 'listings list -p live', `${add} --replace`]) {
    const screen = await run(line);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([2, 'damaged-settings']);
  }
});

it('init takes no settings for the sandbox, which has its own: exit 2', async () => {
  const { run } = await fresh();
  const screen = await run('init sandbox --store file --shop-id S1');
  expect(screen.exitCode).toBe(2);
  expect(errorOf(screen).message).toBe(
    '--store is about your own service, not the sandbox; --shop-id is about your own service, not the sandbox.',
  );
});
