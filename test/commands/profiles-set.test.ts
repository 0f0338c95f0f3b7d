import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { configured, withShop } from '../support/configured.ts';
import { errorOf } from '../support/resale.ts';
import { table } from '../support/table.ts';

const key = 'canary-key-0815-not-to-be-shown';
const add = 'profiles add live --base-url https://api.shop.example --client-id client-1 --api-key-stdin';

/** A profile with its key in the file. */
const withLive = async () => {
  const { run, config } = await configured();
  await run(add, { stdin: key });
  const file = async (name: string) => JSON.parse(await readFile(join(config, name), 'utf8'));
  const kept = async () => (await file('config.json')).profiles.live;
  return { run, config, kept, keys: async () => (await file('credentials.json')).profiles };
};

describe('profiles set', () => {
  test.each([
    ['--shop-id S2', { shopId: 'S2' }],
    ['--default-output csv', { output: 'csv' }],
    ['--protected --read-only', { protected: true, readOnly: true }],
    ['--client-id client-2', { clientId: 'client-2' }],
    ['--rate 50/s', { rate: '50/s' }],
    ['--base-url https://api.shop.example/v2/', { baseUrl: 'https://api.shop.example/v2' }],
    ['--service-name Acme', { dialect: { serviceName: 'Acme' } }],
    [
      '--dialect query.pageSize=first --dialect query.after=from',
      { dialect: { names: { 'query.pageSize': 'first', 'query.after': 'from' } } },
    ],
  ])('%s', async (said, changed) => {
    const { run, kept } = await withLive();
    const before = await kept();
    const screen = await run(`profiles set live ${said}`);
    expect([screen.exitCode, screen.stderr, await kept()]).toEqual([0, '', { ...before, ...changed }]);
  });

  test.each(
    table(`
      → What to set is missing, such as --rate 50/s.
      --dialect query.pageSize → --dialect must be of the form NAME=VALUE, such as query.pageSize=first.
      --dialect query.pagesize=first → --dialect is no query parameter of the service. There are query.state, query.after, query.shopIdentifierType, query.shopIdentifier, query.pageSize.
      --dialect query.pageSize=state → --dialect query.pageSize and query.state would have the same name.
      --dialect field.brand=acmeId --service-name Acme → --dialect field.brand and field.serviceId would have the same name.
      --dialect query.pageSize=a --dialect query.pageSize=b → --dialect query.pageSize is given twice.
      --base-url http://a.example → --base-url must begin with https://: plain http would show the credentials on the way.
      --ca-bundle /nowhere.pem → --ca-bundle can't be read from /nowhere.pem: there is no such file or folder.
      --unset base-url → --unset must be one of client-id, shop-id, default-output, rate, ca-bundle, protected, read-only, service-name, commerce-name, not 'base-url'.
      --store command → --key-command is missing.
    `),
  )('%s: exit 2, nothing is changed', async (said, message) => {
    const { run, kept } = await withLive();
    const before = await kept();
    const screen = await run(`profiles set live ${said}`);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, message]);
    expect(await kept()).toEqual(before);
  });

  test('KEY=VALUE is no setting: flags are', async () => {
    const { run } = await withLive();
    const screen = await run('profiles set live dialect.query.pageSize=first');
    expect([screen.exitCode, errorOf(screen).hint]).toEqual([
      2,
      'To set it: resale profiles set live --dialect query.pageSize=first',
    ]);
  });

  it.each([
    ['--dialect query.pageSize=first', '--dialect query.pageSize='],
    ['--commerce-name Mart', '--unset commerce-name'],
    ['--shop-id S2 --protected --rate 50/s', '--unset shop-id --unset protected --unset rate'],
  ])('%s, and %s removes it again', async (said, removed) => {
    const { run, kept } = await withLive();
    const before = await kept();
    await run(`profiles set live ${said}`);
    expect(await kept()).not.toEqual(before);
    expect((await run(`profiles set live ${removed}`)).exitCode).toBe(0);
    expect(await kept()).toEqual(before);
  });

  it('a new key takes the place of the old one', async () => {
    const { run, keys } = await withLive();
    await run('profiles set live --api-key-stdin', { stdin: 'another-canary\n' });
    expect(await keys()).toEqual({ live: { origin: 'https://api.shop.example', apiKey: 'another-canary' } });
  });

  it('a key that is now kept elsewhere is removed from the file', async () => {
    const { run, kept, keys } = await withLive();
    await run(['profiles', 'set', 'live', '--key-command', 'pass show shop']);
    expect([(await kept()).key, await keys()]).toEqual([
      { store: 'command', command: 'pass show shop', origin: 'https://api.shop.example' },
      {},
    ]);
    await run('profiles set live --store env');
    expect((await kept()).key).toEqual({ store: 'env' });
  });

  it('a key stays with its origin: another base URL needs it again', async () => {
    const { run } = await withLive();
    const screen = await run('profiles set live --base-url https://other.example');
    expect([screen.exitCode, screen.stderr]).toEqual([
      0,
      'The key of live was given for https://api.shop.example and is not sent to https://other.example. Give it again: resale profiles set live --api-key-stdin\n',
    ]);
    expect(errorOf(await run('listings list -p live')).code).toBe('foreign-origin');
    await run('profiles set live --api-key-stdin', { stdin: key });
    expect((await run('listings list -p live -n')).exitCode).toBe(0);
  });

  it('back at its origin, a key is as good as before', async () => {
    const { run } = await withLive();
    const of = async (line: string) => (await run(line)).stderr;
    await run('profiles set live --base-url https://other.example');
    const told = 'The key of live was given for https://api.shop.example and is not sent to';
    expect(await of('profiles set live --base-url https://third.example')).toContain(told);
    const shown = await run('profiles show live');
    expect([JSON.parse(shown.stdout).credentials, shown.stderr]).toEqual([
      'none',
      expect.stringContaining(told),
    ]);
    expect(await of('profiles set live --base-url https://api.shop.example/v2')).toBe('');
    expect(JSON.parse((await run('profiles show live')).stdout).credentials).toBe('file');
  });

  it('an empty key is not kept', async () => {
    const { run, keys } = await withLive();
    const screen = await run('profiles set live --api-key-stdin', { stdin: '\n' });
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      { message: 'The API key is empty.', hint: expect.stringContaining('Nothing was kept.') },
    ]);
    expect((await keys()).live.apiKey).toBe(key);
  });

  it('the removal of a key is asked about at a terminal, and reported elsewhere', async () => {
    const { run, keys } = await withLive();
    const there = { terminal: 200, typed: '\n' };
    const screen = await run('profiles set live --store env', there);
    expect([screen.exitCode, screen.stderr]).toEqual([
      2,
      expect.stringContaining('This removes the key of live from the file of keys. Go on? (y/N)'),
    ]);
    expect(Object.keys(await keys())).toEqual(['live']);
    expect((await run('profiles set live --store env')).stderr).toBe(
      'The key of live was removed from the file of keys.\n',
    );
  });

  it('the keyring fails: nothing is changed', async () => {
    const { run, kept, keys } = await withLive();
    const [before, keysBefore] = [await kept(), await keys()];
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent-bus' };
    const screen = await run('profiles set live --store keyring', { env });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'keyring-failed']);
    expect([await kept(), await keys()]).toEqual([before, keysBefore]);
  });

  it('remove, if the keyring fails: the profile is gone, a message says that its key is not: exit 1', async () => {
    const { run, config } = await withLive();
    const live = { baseUrl: 'https://api.shop.example', key: { store: 'keyring', entry: 'live-1a2b' } };
    await writeFile(join(config, 'config.json'), JSON.stringify({ version: 1, profiles: { live } }));
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent-bus' };
    const screen = await run('profiles remove live --yes', { env });
    expect(JSON.parse(screen.stdout)).toMatchObject({ name: 'live' });
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      1,
      {
        code: 'key-left',
        message: expect.stringMatching(
          /^The old key is still in the keyring, as "live-1a2b" of "resale": the keyring can't be used: /,
        ),
        hint: 'The profile "live" was removed. Remove its key by hand once the keyring can be reached.',
      },
    ]);
    expect(errorOf(await run('profiles show live'))).toMatchObject({ code: 'unknown-profile' });
  });

  it.each([
    ...['set nowhere --shop-id S', 'rename nowhere other', 'remove nowhere --yes', 'export nowhere'],
    ...['use nowhere', 'remove constructor --yes'],
  ])('%s: there is no such profile', async (line) => {
    const { run } = await withLive();
    expect(errorOf(await run(`profiles ${line}`))).toMatchObject({
      code: 'unknown-profile',
      hint: expect.stringContaining('There are: live'),
    });
  });

  it.each(['set sandbox --shop-id S', 'rename sandbox other', 'rename live sandbox', 'remove sandbox --yes'])(
    '%s: the sandbox is as it is',
    async (line) => {
      const { run } = await withLive();
      const screen = await run(`profiles ${line}`);
      expect([screen.exitCode, errorOf(screen).message]).toEqual([
        2,
        'The profile "sandbox" is always there and can\'t be added, changed or removed.',
      ]);
    },
  );
});

test.each(
  table(`
    a profile → listings list --profile live → Nothing listens on port 1 of 127.0.0.1, or a firewall is in the way. To change the base URL: resale profiles set live --base-url URL
    a flag → listings list --base-url https://127.0.0.1:1/v2 → Nothing listens on port 1 of 127.0.0.1, or a firewall is in the way. The base URL comes from --base-url.
    a flag, for the sandbox → inventory adjust 90025b3b-3c3c-4d40-91b1-88d4177828cf 2 --base-url http://127.0.0.1:1 → Nothing was changed. Nothing listens on port 1 of this machine. To start the sandbox there: resale sandbox start --port 1
    a flag, through a proxy → listings list --base-url https://api.shop.example → Is the proxy running? HTTPS_PROXY names it; NO_PROXY names the hosts that need no proxy.
  `),
)('a port that nobody listens at, from %s', async (from = '', line = '', hint) => {
  const { run } = await configured();
  await run(add.replace('https://api.shop.example', 'https://127.0.0.1:1'), { stdin: key });
  const keys = line.includes('--base-url') ? { RESALE_CLIENT_ID: 'me', RESALE_API_KEY: key } : {};
  const env = { ...keys, ...(from.endsWith('proxy') ? { HTTPS_PROXY: 'http://127.0.0.1:1' } : {}) };
  expect(errorOf(await run(`${line} --max-retries 0`, { env }))).toMatchObject({ code: 'unreachable', hint });
});

test('a profile that has moved says how to give it its key again, and that line works', async () => {
  const { run } = await withLive();
  await run('profiles set live --base-url https://127.0.0.1:1');
  const { hint } = errorOf(await run('listings list --profile live'));
  const [, typed = ''] = /: resale (.*)$/.exec(String(hint)) ?? [];
  expect(typed).toBe('profiles set live --base-url https://127.0.0.1:1 --api-key-stdin');
  expect(await run(typed, { stdin: key })).toMatchObject({ exitCode: 0 });
  expect(errorOf(await run('listings list --profile live --max-retries 0')).code).toBe('unreachable');
});

describe('profiles rename', () => {
  it('takes the key along, and stays the current one', async () => {
    const { run, sandbox } = await withShop();
    await run('profiles use shop');
    expect(JSON.parse((await run('profiles rename shop store')).stdout)).toMatchObject({
      name: 'store',
      current: true,
      baseUrl: sandbox.baseUrl,
    });
    expect((await run('listings list --count')).stdout).toBe('12\n');
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(2);
  });

  it('takes no name that is taken, and none that can be none', async () => {
    const { run, keys } = await withLive();
    await run('profiles add other --base-url https://other.example');
    for (const [line, code] of [
      ['profiles rename live other', 'profile-exists'],
      ['profiles rename live Live!', 'usage'],
    ] as const)
      expect(errorOf(await run(line)).code).toBe(code);
    expect(Object.keys(await keys())).toEqual(['live']);
    expect(errorOf(await run('profiles rename live other')).hint).toBe(
      'Nothing was changed. Choose another name, or remove that one first: resale profiles remove other',
    );
  });
});
