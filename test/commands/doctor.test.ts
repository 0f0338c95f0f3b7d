import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../src/words/resale-line.ts';
import { authority, certificate, fileOf } from '../support/certificates.ts';
import { examined } from '../support/deployment.ts';
import { connectTo, refuseWith, startProxy } from '../support/proxy.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { canaryKeys, json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTlsHost } from '../support/tls-host.ts';

const emptyPage = json(200, {
  listings: [],
  pageInfo: { hasNextPage: false, endCursor: null },
  totalCount: 0,
});

/** A service over TLS, as shop.example behind a proxy. */
const behindProxy = async () => {
  const trusted = await authority();
  const to = new Date('2120-01-01');
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
  test('with a shop behind a proxy, whose authority a file names', async () => {
    const { env, proxy } = await behindProxy();
    const { exitCode, statuses, found, stdout, stderr } = await examined(env);
    expect([exitCode, statuses.connection, statuses.request]).toEqual([0, 'ok', 'ok']);
    expect(found('proxy')).toBe(`127.0.0.1:${proxy.port}, with a user and password, from HTTPS_PROXY`);
    expect(found('connection')).toMatch(
      /; TLSv1\.3, subject CN=shop\.example, issuer CN=Test Authority, valid until 2120-01-01$/,
    );
    expect(found('authorities')).toMatch(/1 in \/.*authorities\.pem, from RESALE_CA_BUNDLE$/);
    expect(stdout + stderr).not.toMatch(/canary-(?!client)/);
  });
});

describe('what it says of a way that is well: exit 0', () => {
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
});

describe('if something is wrong: the code of the first failure, and everything else is still checked', () => {
  test('a host that nobody knows', async () => {
    const { exitCode, statuses, found } = await examined({
      ...canaryKeys,
      RESALE_BASE_URL: 'https://shop.invalid',
    });
    expect(exitCode).toBe(7);
    expect(statuses).toMatchObject({ connection: 'failed', request: 'skipped' });
    expect(found('connection')).toMatch(
      /^shop\.invalid port 443: (no such host is known|the name service did not answer)\.$/,
    );
  });

  test('a certificate that nobody vouches for', async () => {
    const { env } = await behindProxy();
    const { RESALE_CA_BUNDLE: _, ...without } = env;
    const { exitCode, statuses, found, advice } = await examined(without);
    expect([exitCode, statuses.connection, statuses.request]).toEqual([1, 'failed', 'skipped']);
    expect(found('connection')).toMatch(
      /^The handshake with the server failed: unable to verify the first certificate/,
    );
    expect(advice('connection')).toContain('--ca-bundle');
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
    expect(found('connection')).toBe(
      `The proxy 127.0.0.1:${proxy.port} did not connect to shop.example:443 (407).`,
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

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)("a directory that can't be written", async () => {
    const { env } = await sandboxed();
    const path = join(temporaryFolder(), 'state');
    mkdirSync(path, { mode: 0o500 });
    const { exitCode, found, advice } = await examined({ ...env, RESALE_STATE_DIR: path });
    expect([exitCode, found('state directory')]).toEqual([0, `${path} can't be used: permission denied`]);
    expect(advice('state directory')).toMatch(/^Give yourself permission, /);
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
});

test('in colour', async () => {
  const { env } = await sandboxed();
  const { stdout } = await resale('doctor', { env: { ...env, NO_COLOR: '' }, terminal: 80 });
  expect(stdout).toContain('\u001b[32m✓\u001b[39m node');
});
