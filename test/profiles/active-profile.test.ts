import { describe, expect, test } from 'vitest';
import { activeProfile } from '../../src/profiles/active-profile.ts';
import { ProfileStore } from '../../src/profiles/store.ts';
import { around, configuration } from './directory.ts';

const file = { store: 'file' };
const config = {
  current: 'live',
  profiles: {
    live: {
      baseUrl: 'https://live.example/v',
      clientId: 'live-client',
      key: file,
      shopId: 'shop-1',
      output: 'csv',
    },
    test: { baseUrl: 'https://test.example', clientId: 'test-client', key: file },
    keyless: { baseUrl: 'https://keyless.example' },
    moved: { baseUrl: 'https://evil.example', clientId: 'moved-client', key: file },
    emptied: { baseUrl: 'https://live.example', clientId: 'emptied-client', key: file },
  },
};
const keys = (name: string, origin: string) => ({ origin, apiKey: `${name}-key` });
const credentials = {
  profiles: {
    live: keys('live', 'https://live.example'),
    test: keys('test', 'https://test.example'),
    moved: keys('moved', 'https://moved.example'),
  },
};

const pair = { RESALE_CLIENT_ID: 'env-client', RESALE_API_KEY: 'env-key' };
type Flags = { profile?: string; baseUrl?: string };

const active = (flag: Flags, env: Record<string, string>, files: Record<string, unknown> = {}) => {
  const directory = configuration({ 'config.json': config, 'credentials.json': credentials, ...files });
  return activeProfile({
    flag,
    openStore: async () => new ProfileStore(() => directory),
    surroundings: around(env),
  });
};

/** `-p live --base-url=URL BASE_URL=URL PROFILE=test pair`: flags and environment, as they are typed; `pair` is that of the environment. */
const typed = (words: string): [Flags, Record<string, string>] => {
  const flag: Flags = {};
  const env: Record<string, string> = {};
  for (const word of words.split(' ').filter(Boolean)) {
    const [name = '', value = ''] = word.split(/=(.*)/s);
    if (name === 'pair') Object.assign(env, pair);
    else if (name === '-p') flag.profile = value;
    else if (name === '--base-url') flag.baseUrl = value;
    else env[`RESALE_${name}`] = value;
  }
  return [flag, env];
};

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ *\| */));

describe('which profile, which service, whose credentials', () => {
  test.each(
    rows(`
                                                            | live    | https://live.example/v    | live-client
PROFILE=test                                                | test    | https://test.example      | test-client
-p=live PROFILE=test                                        | live    | https://live.example/v    | live-client
BASE_URL=https://live.example/w/                            | live    | https://live.example/w    | live-client
BASE_URL=                                                   | live    | https://live.example/v    | live-client
--base-url=https://live.example/f BASE_URL=https://a.example | live   | https://live.example/f    | live-client
pair                                                        | live    | https://live.example/v    | env-client
-p=keyless pair                                             | keyless | https://keyless.example   | env-client
CLIENT_ID= API_KEY=                                         | live    | https://live.example/v    | live-client
pair BASE_URL=https://other.example                         | none    | https://other.example     | env-client
--base-url=https://other.example pair                       | none    | https://other.example     | env-client
-p=test --base-url=https://other.example pair               | test    | https://other.example     | env-client
-p=sandbox                                                  | sandbox | http://127.0.0.1:4141     | sandbox-client
-p=sandbox --base-url=http://localhost:9                    | sandbox | http://localhost:9        | sandbox-client
-p=sandbox BASE_URL=http://[::1]:9                          | sandbox | http://[::1]:9            | sandbox-client`),
  )('%s → %s at %s as %s', async (words = '', name = '', baseUrl = '', clientId = '') => {
    const found = await active(...typed(words));
    const credentials = await found.credentials();
    expect([found.name ?? 'none', found.baseUrl, credentials.clientId]).toEqual([name, baseUrl, clientId]);
    expect(found.clientId).toBe(clientId);
    expect(credentials.apiKey.reveal().split('-')[0]).toBe(clientId.split('-')[0]);
    expect(found.origin).toBe(new URL(baseUrl).origin);
  });

  test.each(
    rows(`
                                                             | profile         | file
pair                                                         | profile         | env
BASE_URL=https://live.example                                | RESALE_BASE_URL | file
-p=sandbox                                                   | profile         | sandbox
--base-url=https://a.example pair BASE_URL=https://b.example | flag            | env`),
  )('%s: base URL from %s, credentials from %s', async (words = '', baseUrl, from) => {
    expect((await active(...typed(words))).sources).toMatchObject({ baseUrl, credentials: from });
  });

  test('the defaults of the profile come with it', async () => {
    expect(await active({}, {})).toMatchObject({ shopId: 'shop-1', output: 'csv', notices: [] });
    expect(await active({ profile: 'test' }, {})).not.toHaveProperty('shopId');
  });

  test('no key shows when the profile is printed', async () => {
    expect(JSON.stringify(await active({}, {}))).not.toContain('live-key');
  });
});

describe('what is refused', () => {
  const nothing = { 'config.json': {}, 'credentials.json': {} };
  const hint = expect.stringMatching(/live, test, keyless, moved, emptied, sandbox/);
  const gone = { 'config.json': { ...config, current: 'gone' } };
  const refused = (code: string, message: string) => ({ code, message: expect.stringMatching(message) });
  const url = (source: string) => ({ name: 'InvalidBaseUrl', source });
  test.each<[words: string, files: Record<string, unknown>, expected: object]>([
    ['', nothing, { name: 'NoProfile', known: ['sandbox'] }],
    ['pair', nothing, { name: 'NoProfile', known: ['sandbox'] }],
    ['BASE_URL=https://other.example', nothing, { name: 'NoCredentials', profile: undefined }],
    ['-p=prod', {}, { code: 'usage', meaning: { hint: { say: hint } } }],
    ['-p=', {}, { code: 'usage' }],
    ['-p=constructor', {}, { code: 'usage' }],
    ['', gone, { code: 'usage', message: 'there is no profile gone' }],
    ['-p=keyless', {}, { name: 'NoCredentials', profile: 'keyless' }],
    ['-p=emptied', {}, refused('no-credentials', '"emptied"')],
    ['API_KEY=k', {}, refused('no-credentials', 'but RESALE_CLIENT_ID is not$')],
    ['CLIENT_ID=c API_KEY=', {}, refused('no-credentials', 'but RESALE_API_KEY is not$')],
    ['pair API_KEY=a\nb', {}, { message: 'RESALE_API_KEY contains a line break' }],
    ['--base-url=nonsense', {}, url('--base-url')],
    ['--base-url=', {}, url('--base-url')],
    ['BASE_URL=http://live.example', {}, url('RESALE_BASE_URL')],
  ])('%j', async (words, files, expected) => {
    const found = async () => (await active(...typed(words), files)).credentials();
    await expect(found()).rejects.toMatchObject(expected);
  });

  // The profile moved: somebody changed the base URL in config.json, where no secret is, to get at the keys.
  test.each(
    rows(`
--base-url=https://evil.example            | https://live.example  | https://evil.example
BASE_URL=https://live.example:8443         | https://live.example  | https://live.example:8443
BASE_URL=http://127.0.0.1:4141             | https://live.example  | http://127.0.0.1:4141
-p=sandbox --base-url=https://a.example    | http://127.0.0.1:4141 | https://a.example
-p=moved                                   | https://moved.example | https://evil.example`),
  )('%s: stored keys for %s do not go to %s', async (words = '', own, wanted) => {
    const { credentials } = await active(...typed(words));
    await expect(credentials()).rejects.toMatchObject({
      code: 'no-credentials',
      message: expect.stringContaining(`are for ${own}, and are not sent to ${wanted}`),
    });
  });
});

describe('the sandbox and a live shop are not mixed up', () => {
  test.each(['-p=sandbox pair', 'pair PROFILE=sandbox', '-p=sandbox --base-url=http://localhost:9 pair'])(
    '%s: keys of the environment precede those of the sandbox, with a notice',
    async (words) => {
      const { credentials, notices, sources } = await active(...typed(words));
      expect([(await credentials()).apiKey.reveal(), sources.credentials]).toEqual(['env-key', 'env']);
      expect(notices).toEqual([
        expect.stringMatching(/RESALE_CLIENT_ID and RESALE_API_KEY from the environment/),
      ]);
    },
  );

  const sandboxKeys = 'CLIENT_ID=sandbox-client API_KEY=sandbox-key-that-is-no-secret';

  test('the keys of the sandbox itself, as `sandbox exec` sets them, need no notice', async () => {
    expect((await active(...typed(`-p=sandbox ${sandboxKeys}`))).notices).toEqual([]);
  });

  test.each(['', 'BASE_URL=http://localhost:9'])(
    '%s: keys of a live profile do not go to the sandbox',
    async (words) => {
      const found = active(...typed(`-p=sandbox CLIENT_ID=live-client API_KEY=any ${words}`));
      await expect(found).rejects.toMatchObject({
        code: 'no-credentials',
        message:
          'RESALE_CLIENT_ID is the client id of the profile "live", whose credentials are not sent to the sandbox',
        meaning: {
          hint: 'Nothing was sent. Unset RESALE_CLIENT_ID and RESALE_API_KEY to use the keys of the sandbox.',
        },
      });
    },
  );

  test.each(['CLIENT_ID=a', 'API_KEY=a'])('%s: the other half is missing', async (half) => {
    await expect(active(...typed(`-p=sandbox ${half}`))).rejects.toMatchObject({ code: 'no-credentials' });
  });

  test.each(['--base-url=https://live.example', '-p=live'])(
    '%s: the keys of the sandbox do not go there',
    async (words) => {
      const { credentials } = await active(...typed(`${words} ${sandboxKeys}`));
      await expect(credentials()).rejects.toMatchObject({
        code: 'no-credentials',
        message: "these are the sandbox's keys, but https://live.example is not a sandbox",
        meaning: {
          hint: 'Nothing was sent. Give the keys of that service, or choose another profile with --profile.',
        },
      });
    },
  );
});

describe('notices', () => {
  test('blanks around a key of the environment', async () => {
    const found = await active({}, { ...pair, RESALE_API_KEY: ' env-key\n' });
    expect((await found.credentials()).apiKey.reveal()).toBe('env-key');
    expect(found.notices).toEqual(['blanks around RESALE_API_KEY were dropped']);
  });
});

test('if flags and environment give everything, the store is not even opened', async () => {
  const store = async () => {
    throw new Error('the store was opened');
  };
  const env = { ...pair, RESALE_BASE_URL: 'https://other.example' };
  expect(await activeProfile({ flag: {}, openStore: store, surroundings: around(env) })).toMatchObject({
    name: undefined,
  });
  await expect(activeProfile({ flag: {}, openStore: store, surroundings: around(pair) })).rejects.toThrow(
    'the store was opened',
  );
});
