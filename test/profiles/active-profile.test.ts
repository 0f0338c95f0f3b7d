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

/** The profile that holds once its first request would leave. */
const used = async (...given: Parameters<typeof active>) => (await active(...given)).credentials();

describe('which profile, which service, whose credentials', () => {
  test.each<[Flags, Record<string, string>, string | undefined, string, string]>([
    // Flags, environment → profile, base URL, client id
    [{}, {}, 'live', 'https://live.example/v', 'live-client'],
    [{}, { RESALE_PROFILE: 'test' }, 'test', 'https://test.example', 'test-client'],
    [{}, { RESALE_PROFILE: '' }, 'live', 'https://live.example/v', 'live-client'],
    [{ profile: 'live' }, { RESALE_PROFILE: 'test' }, 'live', 'https://live.example/v', 'live-client'],
    [{}, { RESALE_BASE_URL: 'https://live.example/w/' }, 'live', 'https://live.example/w', 'live-client'],
    [{}, { RESALE_BASE_URL: '' }, 'live', 'https://live.example/v', 'live-client'],
    [
      { baseUrl: 'https://live.example/flag' },
      { RESALE_BASE_URL: 'https://live.example/w' },
      'live',
      'https://live.example/flag',
      'live-client',
    ],
    [{}, pair, 'live', 'https://live.example/v', 'env-client'],
    [{ profile: 'keyless' }, pair, 'keyless', 'https://keyless.example', 'env-client'],
    [{}, { RESALE_CLIENT_ID: '', RESALE_API_KEY: '' }, 'live', 'https://live.example/v', 'live-client'],
    [
      {},
      { ...pair, RESALE_BASE_URL: 'https://other.example' },
      undefined,
      'https://other.example',
      'env-client',
    ],
    [{ baseUrl: 'https://other.example' }, pair, undefined, 'https://other.example', 'env-client'],
    [
      { profile: 'test', baseUrl: 'https://other.example' },
      pair,
      'test',
      'https://other.example',
      'env-client',
    ],
    [{ profile: 'sandbox' }, {}, 'sandbox', 'http://127.0.0.1:4141', 'sandbox-client'],
    [
      { profile: 'sandbox', baseUrl: 'http://localhost:9' },
      {},
      'sandbox',
      'http://localhost:9',
      'sandbox-client',
    ],
    [
      { profile: 'sandbox' },
      { RESALE_BASE_URL: 'http://[::1]:9' },
      'sandbox',
      'http://[::1]:9',
      'sandbox-client',
    ],
  ])('%o %o → %s at %s as %s', async (flag, env, name, baseUrl, clientId) => {
    const found = await active(flag, env);
    const credentials = await found.credentials();
    expect([found.name, found.baseUrl, credentials.clientId]).toEqual([name, baseUrl, clientId]);
    expect(found.clientId).toBe(clientId);
    expect(credentials.apiKey.reveal().split('-')[0]).toBe(clientId.split('-')[0]);
    expect(found.origin).toBe(new URL(baseUrl).origin);
  });

  test.each<[Flags, Record<string, string>, string, string]>([
    [{}, {}, 'profile', 'file'],
    [{}, pair, 'profile', 'env'],
    [{}, { RESALE_BASE_URL: 'https://live.example' }, 'RESALE_BASE_URL', 'file'],
    [{ profile: 'sandbox' }, {}, 'profile', 'sandbox'],
    [{ baseUrl: 'https://a.example' }, { ...pair, RESALE_BASE_URL: 'https://b.example' }, 'flag', 'env'],
  ])('%o %o: base URL from %s, credentials from %s', async (flag, env, baseUrl, from) => {
    expect((await active(flag, env)).sources).toMatchObject({ baseUrl, credentials: from });
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
  test.each<[Flags, Record<string, string>, Record<string, unknown>, object]>([
    [{}, {}, nothing, { name: 'NoProfile', known: ['sandbox'] }],
    [{}, pair, nothing, { name: 'NoProfile', known: ['sandbox'] }],
    [
      {},
      { RESALE_BASE_URL: 'https://other.example' },
      nothing,
      { name: 'NoCredentials', profile: undefined },
    ],
    [
      { profile: 'prod' },
      {},
      {},
      {
        code: 'unknown-profile',
        meaning: { hint: expect.stringMatching(/live, test, keyless, moved, emptied, sandbox/) },
      },
    ],
    [{ profile: '' }, {}, {}, { code: 'unknown-profile' }],
    [{ profile: 'constructor' }, {}, {}, { code: 'unknown-profile' }],
    [
      {},
      {},
      { 'config.json': { ...config, current: 'gone' } },
      { code: 'unknown-profile', message: 'there is no profile "gone"' },
    ],
    [{ profile: 'keyless' }, {}, {}, { name: 'NoCredentials', profile: 'keyless' }],
    [{ profile: 'emptied' }, {}, {}, { code: 'missing-key', message: expect.stringMatching(/"emptied"/) }],
    [
      {},
      { RESALE_API_KEY: 'k' },
      {},
      { code: 'half-credentials', message: expect.stringMatching(/but RESALE_CLIENT_ID is not$/) },
    ],
    [
      {},
      { RESALE_CLIENT_ID: 'c', RESALE_API_KEY: '' },
      {},
      { code: 'half-credentials', message: expect.stringMatching(/but RESALE_API_KEY is not$/) },
    ],
    [{}, { ...pair, RESALE_API_KEY: 'a\nb' }, {}, { message: 'RESALE_API_KEY contains a line break' }],
    [{ baseUrl: 'nonsense' }, {}, {}, { name: 'InvalidBaseUrl', source: '--base-url' }],
    [{ baseUrl: '' }, {}, {}, { name: 'InvalidBaseUrl', source: '--base-url' }],
    [
      {},
      { RESALE_BASE_URL: 'http://live.example' },
      {},
      { name: 'InvalidBaseUrl', source: 'RESALE_BASE_URL' },
    ],
  ])('%o %o', async (flag, env, files, expected) => {
    await expect(used(flag, env, files)).rejects.toMatchObject(expected);
  });

  test.each<[Flags, Record<string, string>, string, string]>([
    [{ baseUrl: 'https://evil.example' }, {}, 'https://live.example', 'https://evil.example'],
    [
      {},
      { RESALE_BASE_URL: 'https://live.example:8443' },
      'https://live.example',
      'https://live.example:8443',
    ],
    [{}, { RESALE_BASE_URL: 'http://127.0.0.1:4141' }, 'https://live.example', 'http://127.0.0.1:4141'],
    [{ profile: 'sandbox', baseUrl: 'https://a.example' }, {}, 'http://127.0.0.1:4141', 'https://a.example'],
    // Somebody changed the base URL in config.json, where no secret is, to get at the keys.
    [{ profile: 'moved' }, {}, 'https://moved.example', 'https://evil.example'],
  ])('%o %o: stored keys for %s do not go to %s', async (flag, env, own, wanted) => {
    await expect(used(flag, env)).rejects.toMatchObject({
      code: 'foreign-origin',
      message: expect.stringContaining(`are for ${own}, and are not sent to ${wanted}`),
    });
  });
});

describe('the sandbox and a live shop are not mixed up', () => {
  test.each<[Flags, Record<string, string>]>([
    [{ profile: 'sandbox' }, pair],
    [{}, { ...pair, RESALE_PROFILE: 'sandbox' }],
    [{ profile: 'sandbox', baseUrl: 'http://localhost:9' }, pair],
  ])(
    '%o %o: keys of the environment come before those of the sandbox, and that is said',
    async (flag, env) => {
      const { credentials, notices, sources } = await active(flag, env);
      expect([(await credentials()).apiKey.reveal(), sources.credentials]).toEqual([
        pair.RESALE_API_KEY,
        'env',
      ]);
      expect(notices).toEqual([
        expect.stringMatching(/RESALE_CLIENT_ID and RESALE_API_KEY from the environment/),
      ]);
    },
  );

  test('the keys of the sandbox itself, as `sandbox exec` sets them, need no words', async () => {
    const env = { RESALE_CLIENT_ID: 'sandbox-client', RESALE_API_KEY: 'sandbox-key-that-is-no-secret' };
    expect((await active({ profile: 'sandbox' }, env)).notices).toEqual([]);
  });

  test.each<[Flags, Record<string, string>]>([
    [{ profile: 'sandbox' }, {}],
    [{ profile: 'sandbox' }, { RESALE_BASE_URL: 'http://localhost:9' }],
  ])('%o %o: keys of a live profile do not go to the sandbox', async (flag, env) => {
    const live = { RESALE_CLIENT_ID: 'live-client', RESALE_API_KEY: 'any key', ...env };
    await expect(active(flag, live)).rejects.toMatchObject({
      code: 'live-keys',
      message: expect.stringMatching(/"live"/),
    });
  });

  test.each([{ RESALE_CLIENT_ID: 'a' }, { RESALE_API_KEY: 'a' }])(
    '%o: the other half is missing',
    async (env) => {
      await expect(active({ profile: 'sandbox' }, env)).rejects.toMatchObject({ code: 'half-credentials' });
    },
  );

  test.each<[Flags, string]>([
    [{ baseUrl: 'https://live.example' }, 'https://live.example'],
    [{ profile: 'live' }, 'https://live.example'],
  ])('%o: the keys of the sandbox do not go to %s', async (flag, origin) => {
    const env = { RESALE_CLIENT_ID: 'sandbox-client', RESALE_API_KEY: 'sandbox-key-that-is-no-secret' };
    await expect(used(flag, env)).rejects.toMatchObject({
      code: 'sandbox-keys',
      message: expect.stringContaining(`but ${origin} is not`),
    });
  });
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
