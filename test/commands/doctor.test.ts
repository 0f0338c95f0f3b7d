import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../src/words/resale-line.ts';
import { authority, certificate, fileOf } from '../support/certificates.ts';
import { examined, fits } from '../support/deployment.ts';
import { onWire } from '../support/dialect.ts';
import { connectTo, refuseWith, startProxy } from '../support/proxy.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, canaryKeys, json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTlsHost } from '../support/tls-host.ts';

const emptyPage = json(200, {
  listings: [],
  pageInfo: { hasNextPage: false, endCursor: null },
  totalCount: 0,
});

/** A service over TLS, as shop.example behind a proxy. */
const behindProxy = async (days = 90) => {
  const trusted = await authority();
  const to = new Date(Date.now() + days * 86_400_000);
  const { url } = await startService({ '/v1/listings': emptyPage });
  const { port } = await startTlsHost(
    await certificate({ by: trusted, from: new Date('2020-01-01'), to }),
    url,
  );
  const proxy = await startProxy(connectTo(port));
  return {
    proxy,
    env: {
      ...canaryKeys,
      RESALE_BASE_URL: 'https://shop.example',
      RESALE_CA_BUNDLE: fileOf(trusted.cert),
      HTTPS_PROXY: `http://me:canary-password@127.0.0.1:${proxy.port}`,
    },
  };
};

describe('if all is well: exit 0', () => {
  test('with a sandbox', async () => {
    const { env, requests } = await sandboxed();
    const { exitCode, stderr, statuses, found } = await examined(env);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(statuses).toEqual({
      node: 'ok',
      resale: 'ok',
      terminal: 'ok',
      'config directory': 'ok',
      'state directory': 'ok',
      'cache directory': 'ok',
      profile: 'ok',
      authorities: 'ok',
      proxy: 'ok',
      dns: 'ok',
      tcp: 'ok',
      tls: 'skipped',
      request: 'ok',
      clock: 'ok',
      ...fits,
      cache: 'ok',
      journal: 'ok',
    });
    const apiRequests = requests.filter((line) => / \/(v1|product-feed)\b/.test(line));
    expect(apiRequests).toHaveLength(5);
    expect(apiRequests.every((line) => /^GET .* 200$/.test(line))).toBe(true);
    expect(found('request')).toMatch(/^answered 200 in \d+ ms$/);
    expect(found('tls')).toBe('plain http, which stays on this machine');
  });

  test('with a shop behind a proxy, whose authority a file names', async () => {
    const { env, proxy } = await behindProxy();
    const { exitCode, statuses, found, stdout, stderr } = await examined(env);
    expect([exitCode, statuses.tls, statuses.request]).toEqual([0, 'ok', 'ok']);
    expect(found('proxy')).toBe(`127.0.0.1:${proxy.port}, with a user and password, from HTTPS_PROXY`);
    expect(found('dns')).toBe('the proxy 127.0.0.1 is already an address');
    expect(found('tls')).toMatch(
      /^TLSv1\.3, subject CN=shop\.example, issuer CN=Test Authority, valid until \d{4}-\d\d-\d\d \((89|90) days\)$/,
    );
    expect(found('authorities')).toMatch(/1 in \/.*authorities\.pem, from RESALE_CA_BUNDLE$/);
    expect(stdout + stderr).not.toMatch(/canary-(?!client)/);
  });

  test('only a warning', async () => {
    const { env } = await behindProxy(3);
    const { exitCode, statuses, advice } = await examined(env);
    expect([exitCode, statuses.tls]).toEqual([0, 'warning']);
    expect(advice('tls')).toBe('The certificate expires soon: tell whoever runs the server.');
  });
});

describe('what it says of a way that is well: exit 0', () => {
  test('a proxy that is named, and is not on the way', async () => {
    const { env } = await sandboxed();
    const { statuses, found } = await examined({ ...env, HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect([statuses.proxy, statuses.request]).toEqual(['ok', 'ok']);
    expect(found('proxy')).toBe(
      `none on the way to ${new URL(String(env.RESALE_BASE_URL)).host}, though HTTPS_PROXY is set`,
    );
  });

  test('authorities that the environment names for Node', async () => {
    const { env } = await sandboxed();
    const { cert } = await authority();
    const path = fileOf(cert);
    const { found } = await examined({ ...env, NODE_EXTRA_CA_CERTS: path });
    expect(found('authorities')).toBe(`Node's own, and 1 in ${path}, from NODE_EXTRA_CA_CERTS`);
  });

  test('a service that does not tell its time', async () => {
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        response.sendDate = false;
        emptyPage(response, request);
      },
    });
    const { exitCode, statuses, found } = await examined(env);
    expect([exitCode, statuses.request, statuses.clock]).toEqual([0, 'ok', 'skipped']);
    expect(found('clock')).toBe('the service does not tell its time');
  });

  test('a directory that is made when it is needed', async () => {
    const { env } = await sandboxed();
    const path = join(temporaryFolder(), 'cache');
    const { statuses, found } = await examined({ ...env, RESALE_CACHE_DIR: path });
    expect(statuses['cache directory']).toBe('ok');
    expect(found('cache directory')).toBe(`${path}, not there yet`);
  });
});

describe('if something is wrong: the code of the first failure, and everything else is still checked', () => {
  test('no profile', async () => {
    const { exitCode, stderr, statuses, found } = await examined({});
    expect(exitCode).toBe(4);
    expect(errorOf({ exitCode, stdout: '', stderr })).toMatchObject({
      code: 'unhealthy',
      message: 'One check has failed: profile.',
    });
    expect(statuses).toMatchObject({ profile: 'failed', dns: 'skipped', request: 'skipped', journal: 'ok' });
    expect(found('profile')).toBe('No profile is chosen.');
  });

  test('a base URL without keys: the way there is looked at all the same', async () => {
    const { url } = await startService({});
    const { exitCode, statuses } = await examined({ RESALE_BASE_URL: url });
    expect(exitCode).toBe(4);
    expect(statuses).toMatchObject({ profile: 'failed', dns: 'ok', tcp: 'ok', request: 'skipped' });
  });

  test('a damaged config file', async () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, 'config.json'), '{"profiles": canary');
    const { exitCode, statuses, found } = await examined({
      RESALE_CONFIG_DIR: directory,
      RESALE_PROFILE: 'shop',
    });
    expect([exitCode, statuses.profile, statuses.cache]).toEqual([2, 'failed', 'ok']);
    expect(found('profile')).toMatch(/config\.json is damaged at line 1, column \d+/);
    expect(found('profile')).not.toContain('canary');
  });

  test('a directory that is named wrongly', async () => {
    const { env } = await sandboxed();
    const { exitCode, statuses, found } = await examined({ ...env, RESALE_STATE_DIR: 'runs' });
    expect([exitCode, statuses['state directory'], statuses.journal, statuses.request]).toEqual([
      2,
      'failed',
      'failed',
      'ok',
    ]);
    expect(found('state directory')).toBe('RESALE_STATE_DIR must name an absolute path.');
  });

  test('keys that are refused', async () => {
    const { env } = await sandboxed();
    const { exitCode, statuses } = await examined({ ...env, RESALE_API_KEY: 'another-key' });
    expect([exitCode, statuses.request, statuses.clock]).toEqual([4, 'failed', 'ok']);
    expect(statuses.dialect).toBe('skipped');
  });

  test.each([
    ['host that nobody knows', 'https://shop.invalid', { dns: 'failed', tcp: 'skipped', tls: 'skipped' }],
    ['port that nobody listens on', 'http://127.0.0.1:1', { dns: 'ok', tcp: 'failed' }],
  ])('a %s', async (_, url, expected) => {
    const { exitCode, statuses, found } = await examined({ ...canaryKeys, RESALE_BASE_URL: url });
    expect(exitCode).toBe(7);
    expect(statuses).toMatchObject({ ...expected, request: 'skipped' });
    expect(found(expected.dns === 'ok' ? 'tcp' : 'dns')).toMatch(
      /^127\.0\.0\.1 port 1: the connection was refused\.$|^shop\.invalid: (no such host is known|the name service did not answer)\.$/,
    );
  });

  test('a certificate that nobody vouches for', async () => {
    const { env } = await behindProxy();
    const { RESALE_CA_BUNDLE: _, ...without } = env;
    const { exitCode, statuses, found, advice } = await examined(without);
    expect([exitCode, statuses.tcp, statuses.tls, statuses.request]).toEqual([1, 'ok', 'failed', 'skipped']);
    expect(found('tls')).toMatch(
      /^The handshake with the server failed: unable to verify the first certificate/,
    );
    expect(advice('tls')).toContain('--ca-bundle');
  });

  test('a proxy that asks who is there', async () => {
    const proxy = await startProxy(refuseWith('407 Proxy Authentication Required'));
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    const { exitCode, found } = await examined({
      ...canaryKeys,
      RESALE_BASE_URL: 'https://shop.example',
      HTTPS_PROXY,
    });
    expect(exitCode).toBe(1);
    expect(found('tls')).toBe(
      `The proxy 127.0.0.1:${proxy.port} asks for a user and password of HTTPS_PROXY (407).`,
    );
  });

  test('a proxy of a kind that is not known', async () => {
    const env = {
      ...canaryKeys,
      RESALE_BASE_URL: 'https://shop.example',
      HTTPS_PROXY: 'socks5://me:canary@a.example',
    };
    const { exitCode, statuses, stdout, stderr } = await examined(env);
    expect([exitCode, statuses.proxy, statuses.dns, statuses.cache]).toEqual([2, 'failed', 'skipped', 'ok']);
    expect(stdout + stderr).not.toMatch(/canary-(?!client)/);
  });

  test('a file that contains no authorities', async () => {
    const { env } = await sandboxed();
    const path = fileOf('no certificate');
    const { exitCode, found } = await examined({ ...env, RESALE_CA_BUNDLE: path });
    expect(exitCode).toBe(2);
    expect(found('authorities')).toBe(`${path}, which RESALE_CA_BUNDLE names, contains no PEM certificate.`);
    for (const check of ['proxy', 'tcp', 'request'])
      expect(found(check)).toBe('not tried, because authorities failed');
  });

  test('a service that hangs up', async () => {
    const { env } = await startService({ '/v1/listings': (response) => response.socket?.destroy() });
    const { exitCode, statuses, found } = await examined(env);
    expect([exitCode, statuses.tcp, statuses.request, statuses.clock]).toEqual([
      7,
      'ok',
      'failed',
      'skipped',
    ]);
    expect(found('clock')).toBe('the service did not answer');
  });

  test('a key that was given for another service', async () => {
    const config = temporaryFolder();
    const live = { baseUrl: 'http://127.0.0.1:1', clientId: 'c', key: { store: 'file' } };
    const kept = { origin: 'https://api.shop.example', apiKey: canaries.apiKey };
    for (const [name, one] of [
      ['config.json', live],
      ['credentials.json', kept],
    ] as const)
      writeFileSync(join(config, name), JSON.stringify({ version: 1, profiles: { live: one } }), {
        mode: 0o600,
      });
    const { exitCode, statuses, found } = await examined({
      RESALE_CONFIG_DIR: config,
      RESALE_PROFILE: 'live',
    });
    expect([exitCode, statuses.profile, statuses.request]).toEqual([4, 'failed', 'skipped']);
    expect(found('profile')).toBe(
      'The credentials of the profile "live" are for https://api.shop.example, and are not sent to http://127.0.0.1:1.',
    );
  });
});

describe('what is worth a look: a warning, exit 0', () => {
  test('a directory that is open to others', async () => {
    const { env } = await sandboxed();
    const directory = join(temporaryFolder(), 'state');
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    const { exitCode, statuses, found, advice } = await examined({ ...env, RESALE_STATE_DIR: directory });
    expect([exitCode, statuses['state directory']]).toEqual([0, 'warning']);
    expect(found('state directory')).toBe(`${directory} is open to other users (mode 0755)`);
    expect(advice('state directory')).toBe(`Close it: chmod 700 ${shellWord(directory)}`);
  });

  test.each([
    ['is a file', 'notes.txt', 'is not a directory', 'Move it away, or name another directory.'],
    [
      'is in a file',
      'notes.txt/state',
      "can't be looked at (ENOTDIR)",
      'A part of its path is a file: move that away, or name another directory.',
    ],
  ])('a directory that %s', async (_, name, problem, remedy) => {
    const { env } = await sandboxed();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.txt'), 'milk');
    const path = join(folder, name);
    const { statuses, found, advice } = await examined({ ...env, RESALE_CACHE_DIR: path });
    expect(statuses['cache directory']).toBe('warning');
    expect([found('cache directory'), advice('cache directory')]).toEqual([`${path} ${problem}`, remedy]);
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)("a directory that can't be written", async () => {
    const { env } = await sandboxed();
    const path = join(temporaryFolder(), 'state');
    mkdirSync(path, { mode: 0o500 });
    const { exitCode, found, advice } = await examined({ ...env, RESALE_STATE_DIR: path });
    expect([exitCode, found('state directory')]).toEqual([0, `${path} can't be written`]);
    expect(advice('state directory')).toBe('Give yourself permission to use it, or name another directory.');
  });

  test('a file of profiles that was open to others', async () => {
    const { url } = await startService({ '/v1/listings': emptyPage });
    const config = temporaryFolder();
    const path = join(config, 'config.json');
    writeFileSync(path, JSON.stringify({ version: 1, profiles: { live: { baseUrl: url } } }));
    chmodSync(path, 0o644);
    const { exitCode, statuses, advice } = await examined({
      ...canaryKeys,
      RESALE_CONFIG_DIR: config,
      RESALE_PROFILE: 'live',
    });
    expect([exitCode, statuses.profile]).toEqual([0, 'warning']);
    expect(advice('profile')).toBe(`${path} was open to other users; now only you can use it.`);
  });

  test('a clock that is wrong', async () => {
    const date = new Date(Date.now() + 3 * 3_600_000).toUTCString();
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        response.setHeader('date', date);
        emptyPage(response, request);
      },
    });
    const { exitCode, statuses, found } = await examined(env);
    expect([exitCode, statuses.request, statuses.clock]).toEqual([0, 'ok', 'warning']);
    expect(found('clock')).toBe("the clock of this machine is 3 hours behind the service's");
  });

  test('a run that was left in the middle', async () => {
    const { env } = await sandboxed();
    const state = temporaryFolder();
    const on = { ...env, RESALE_STATE_DIR: state };
    const run = join(state, 'runs', '20260101-000000-abcd');
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'manifest.json'), '{');
    const { exitCode, statuses, found, advice } = await examined(on);
    expect([exitCode, statuses.journal]).toEqual([0, 'warning']);
    expect(found('journal')).toMatch(/needs? you: 20260101-000000-abcd is damaged$/);
    expect(advice('journal')).toBe('To see what is wrong: resale runs show 20260101-000000-abcd');
  });

  test('feeds that are kept', async () => {
    const { env } = await sandboxed({ products: 3 });
    const on = { ...env, RESALE_CACHE_DIR: temporaryFolder() };
    await resale('feed fetch', { env: on });
    expect((await examined(on)).found('cache')).toMatch(/^1 feed, 0\.0 MB$/);
  });
});

describe('on a terminal', () => {
  test('shapes tell what colours tell, and lines fit the screen', async () => {
    const env = {
      ...canaryKeys,
      HOME: temporaryFolder(),
      RESALE_BASE_URL: 'http://127.0.0.1:1',
      LANG: 'C.UTF-8',
      TERM: 'xterm',
      // Nothing is drawn for how long it takes, on a machine that has much to do.
      CI: 'true',
    };
    const { exitCode, stdout, stderr } = await resale('doctor --no-color', { env, terminal: 80 });
    expect(exitCode).toBe(7);
    expect(stdout).toMatch(
      /^✓ profile {11}none, since flags and environment give everything:\n {20}http:\/\/127\.0\.0\.1:1 as canary-client-4711, keys from\n/m,
    );
    expect(stdout).toMatch(
      /^✗ tcp {15}127\.0\.0\.1 port 1: the connection was refused\.\n {20}Nothing listens on port 1 of this machine\. To start the\n {20}sandbox there:\n {22}resale sandbox start --port 1$/m,
    );
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(stderr).toBe('✗ 12 ok, 1 failed\n');
  });

  test('in colour', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('doctor', { env: { ...env, TERM: 'xterm' }, terminal: 80 });
    expect(stdout).toContain('\u001b[32m+\u001b[39m node');
  });
});

test('--dry-run shows the requests that are known beforehand', async () => {
  const { env, requests } = await sandboxed();
  const { exitCode, stdout } = await resale('doctor --dry-run', { env });
  expect([exitCode, requests]).toEqual([0, []]);
  expect(JSON.parse(stdout)).toMatchObject([
    { method: 'GET', url: `${env.RESALE_BASE_URL}/v1/listings?${onWire.query.pageSize}=1` },
    { method: 'GET', url: `${env.RESALE_BASE_URL}/product-feed` },
  ]);
});
