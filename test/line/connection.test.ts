import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authority, certificate, fileOf } from '../support/certificates.ts';
import { serve } from '../support/feed-host.ts';
import { connectTo, type ProxyConduct, refuseWith, startProxy } from '../support/proxy.ts';
import { type Meddling, startRelay } from '../support/relay.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { canaryKeys, json, startService } from '../support/service.ts';
import { startTlsHost } from '../support/tls-host.ts';

/** Most machines know two; what is tried first must not be all that is tried. */
const ofLocalhost = await lookup('localhost', { all: true });

const trusted = await authority();
const ofShop = await certificate({ by: trusted, names: ['shop.example', 'files.example'] });

/** A sandbox that is there as https://shop.example behind a proxy, and nowhere else. */
const behindProxy = async (
  meddle: (method: string, before: number) => Meddling | undefined = () => undefined,
  through: (port: number) => ProxyConduct = connectTo,
) => {
  const sandbox = await sandboxed();
  const relay = await startRelay(sandbox.baseUrl, meddle);
  const { port } = await startTlsHost(ofShop, relay.url);
  const proxy = await startProxy(through(port));
  const env = {
    ...sandbox.env,
    // The keys that all sandboxes have go to this machine alone; the relay gives it those.
    ...canaryKeys,
    RESALE_BASE_URL: 'https://shop.example',
    RESALE_CA_BUNDLE: fileOf(trusted.cert),
    HTTPS_PROXY: `http://me:canary-password@127.0.0.1:${proxy.port}`,
  };
  const [first] = JSON.parse((await resale('listings list --state open --limit 1', { env })).stdout || '[]');
  return { env, relay, proxy, listing: first as { id: string; availableInventory: number } };
};

describe('a shop behind a proxy, whose authority a file names', () => {
  test('is read and changed as any other', async () => {
    const { env, relay, listing } = await behindProxy();
    const { exitCode, stdout } = await resale(`inventory adjust ${listing.id} 2`, { env });
    expect([exitCode, JSON.parse(stdout).availableInventory]).toEqual([0, listing.availableInventory + 2]);
    expect(relay.changes()).toBe(1);
  });

  test('an empty variable is unset, so that another one names the proxy', async () => {
    const { env } = await behindProxy();
    const { HTTPS_PROXY, ...others } = env;
    const empty = { https_proxy: '', HTTPS_PROXY: '', no_proxy: '', RESALE_CONFIG_DIR: '' };
    const list = 'listings list --count';
    const through = { ...others, ...empty, http_proxy: HTTPS_PROXY };
    expect((await resale(list, { env: through })).exitCode).toBe(0);
    const around = await resale(list, { env: { ...through, NO_PROXY: 'shop.example' } });
    expect(around).toMatchObject({ exitCode: 7, stderr: expect.not.stringContaining('proxy') });
  });

  test('--ca-bundle overrides RESALE_CA_BUNDLE', async () => {
    const { env } = await behindProxy();
    const path = fileOf(trusted.cert);
    const { exitCode } = await resale(`listings list --limit 1 --ca-bundle '${path}'`, {
      env: { ...env, RESALE_CA_BUNDLE: '/nonexistent' },
    });
    expect(exitCode).toBe(0);
  });

  test('without that file nobody vouches for it: nothing is sent', async () => {
    const { env, relay } = await behindProxy();
    const before = relay.lines.length;
    const screen = await resale('listings list --limit 1', {
      env: { ...env, RESALE_CA_BUNDLE: '' },
      terminal: 400,
    });
    expect(screen.exitCode).toBe(1);
    expect(screen.stderr).toMatch(
      /^Error: Cannot reach shop\.example securely: the handshake with the server failed: unable to verify the first certificate \(subject CN=shop\.example, issuer CN=Test Authority, valid from \S+ to \S+\), via the proxy 127\.0\.0\.1:\d+\.\nCheck the base URL and the clock of this machine; if your network has a certificate authority of its own, name its file with --ca-bundle or in NODE_EXTRA_CA_CERTS\.\n$/,
    );
    expect(relay.lines).toHaveLength(before);
  });

  test('a password of the proxy that comes back in an answer is not shown', async () => {
    const { env } = await behindProxy((_, before) =>
      before === 0 ? undefined : { instead: json(400, { error: 'me:canary-password' }) },
    );
    const screen = await resale('listings list --debug', { env });
    expect(screen.exitCode).toBe(1);
    expect(screen.stderr).not.toContain('canary-password');
  });

  test('a proxy that wants another password: nothing is sent, and none is shown', async () => {
    const { env, listing } = await behindProxy();
    const strict = await startProxy(refuseWith('407 Proxy Authentication Required'));
    const screen = await resale(`inventory adjust ${listing.id} 2 --debug`, {
      env: { ...env, HTTPS_PROXY: `http://me:canary-password@127.0.0.1:${strict.port}` },
    });
    expect(screen.exitCode).toBe(1);
    expect(screen.stderr).toContain('"code":"unreachable"');
    expect(screen.stderr).toMatch(/did not connect to \S+ \(407\)/);
    expect(screen.stderr).not.toMatch(/canary|bWU6/);
    expect(strict.asked).toHaveLength(1);
  });
});

test('the file of the feed comes through the proxy, too, without keys', async () => {
  const { url } = await startService({
    '/product-feed': json(200, { url: 'https://files.example/feed?signature=canary' }),
    '/feed': serve('[{"productID":"1"}]'),
  });
  const { port } = await startTlsHost(ofShop, url);
  const proxy = await startProxy(connectTo(port));
  const env = {
    RESALE_BASE_URL: 'https://shop.example',
    ...canaryKeys,
    RESALE_CA_BUNDLE: fileOf(trusted.cert),
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    HOME: '',
  };
  const { exitCode, stdout, stderr } = await resale('feed fetch --debug', { env });
  expect([exitCode, stdout]).toEqual([0, '[{"productID":"1"}]']);
  expect(proxy.asked.map(({ target }) => target)).toEqual(['shop.example:443', 'files.example:443']);
  expect(stderr).toMatch(
    /^> GET https:\/\/files\.example\/feed\?\*\*\*\n(> .*\n)+< 200 in \d+ ms from https:\/\/files\.example, which holds the feed$/m,
  );
  expect(stderr).toMatch(/^< 19 bytes in \d+ ms from https:\/\/files\.example$/m);
  expect(stderr).not.toMatch(/canary/);
});

describe('addresses of either kind', () => {
  const named = ofLocalhost.map(({ address }) => ({ host: 'localhost', address }));

  test.each([...named, { host: '127.0.0.1', address: '127.0.0.1' }, { host: '[::1]', address: '::1' }])(
    '$host is reached where only $address answers',
    async ({ host, address }) => {
      const body = '{"listings":[],"pageInfo":{"hasNextPage":false,"endCursor":null},"totalCount":0}';
      const server = createServer((socket) => {
        socket.once('data', () =>
          socket.end(
            `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          ),
        );
      });
      server.listen(0, address);
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const { exitCode } = await resale('listings list', {
        env: {
          RESALE_BASE_URL: `http://${host}:${port}`,
          ...canaryKeys,
        },
      });
      expect(exitCode).toBe(0);
    },
  );
});
