import { describe, expect, test } from 'vitest';
import { createNetwork } from '../../../src/http/connection/network.ts';
import { authority, certificate, fileOf } from '../../support/certificates.ts';
import {
  breakOff,
  breakOffInTunnel,
  connectTo,
  type ProxyConduct,
  refuseWith,
  startProxy,
  stayMute,
} from '../../support/proxy.ts';
import { type Conduct, say, startRawHost, wire } from '../../support/raw-host.ts';
import { table } from '../../support/table.ts';
import { startTlsHost } from '../../support/tls-host.ts';
import { change, clientFor, failureOf, good, read } from '../calling.ts';

const trusted = await authority();
const ofShop = await certificate({ by: trusted });
const ofProxy = await certificate({ by: trusted, subject: 'the proxy' });

interface Circumstances {
  conduct?: Conduct;
  through?: (port: number) => ProxyConduct;
  secure?: boolean;
  user?: string;
  shop?: typeof ofShop;
}

/** A shop that is there behind a proxy alone, and a client on the other side. */
const behindProxy = async ({
  conduct = say(wire(200, good)),
  through = connectTo,
  secure = false,
  user = '',
  shop = ofShop,
}: Circumstances = {}) => {
  const service = await startRawHost(conduct);
  const { port } = await startTlsHost(shop, service.url);
  const proxy = await startProxy(through(port), secure ? ofProxy : undefined);
  const host = `127.0.0.1:${proxy.port}`;
  const HTTPS_PROXY = `${secure ? 'https' : 'http'}://${user}${host}`;
  const network = await createNetwork({ HTTPS_PROXY }, { path: fileOf(trusted.cert), source: '--ca-bundle' });
  const client = clientFor('https://shop.example', { maxRetries: 1, network, connectMs: 1_000 });
  return { client, proxy, service, host };
};

describe('through a proxy', () => {
  test('a call goes to the shop, and the keys only there', async () => {
    const { client, proxy, service } = await behindProxy();
    expect(await read(client)).toMatchObject({ availableInventory: 3 });
    expect(proxy.asked).toMatchObject([{ target: 'shop.example:443', authorization: undefined }]);
    expect(proxy.asked[0]?.headers).not.toMatch(/canary/);
    expect(service.requests).toEqual([expect.stringContaining('a canary key')]);
  });

  test('user and password go to the proxy, and no further', async () => {
    const { client, proxy, service } = await behindProxy({ user: 'me:p%40ss@' });
    await read(client);
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(service.requests[0]).not.toMatch(/proxy-/i);
  });

  test('a tunnel is taken again for the next call', async () => {
    const { client, proxy } = await behindProxy({
      conduct: (socket) => socket.write(wire(200, good)),
    });
    await read(client);
    await read(client);
    expect(proxy.asked).toHaveLength(1);
  });

  test('the proxy itself may speak TLS', async () => {
    const { client, proxy } = await behindProxy({ secure: true });
    expect(await read(client)).toMatchObject({ availableInventory: 3 });
    expect(proxy.asked).toHaveLength(1);
  });
});

/** What a proxy does. */
const conducts: Readonly<Record<string, ProxyConduct>> = {
  'asks who is there': refuseWith('407 Proxy Authentication Required'),
  'forbids the host': refuseWith('403 Forbidden'),
  'can not reach the host': refuseWith('502 Bad Gateway'),
  'breaks off': breakOff,
  'breaks off in the handshake behind it': breakOffInTunnel,
  'is silent': stayMute,
};

// What it does → why the call then fails → how often the proxy was asked → what is said of it.
test.each(
  table(`
    asks who is there → proxy → 1 → the proxy HOST did not connect to shop.example:443 (407)
    forbids the host → proxy → 1 → the proxy HOST did not connect to shop.example:443 (403)
    can not reach the host → unreachable → 2 → the proxy HOST did not connect to shop.example:443 (502)
    breaks off → unreachable → 2 → the proxy HOST broke the connection off
    breaks off in the handshake behind it → unreachable → 2 → the connection was reset before the request was sent, via the proxy HOST
    is silent → unreachable → 2 → the proxy HOST did not answer within 1 s
  `),
)('a proxy that %s: a change was surely not sent', async (what = '', reason, times, detail = '') => {
  const { client, proxy, service, host } = await behindProxy({ through: () => conducts[what] ?? stayMute });
  const failure = await failureOf(change(client));
  expect(failure).toMatchObject({ attempt: 'not-sent', reason });
  expect(failure.facts.detail).toBe(detail.replace('HOST', host));
  expect(proxy.asked).toHaveLength(Number(times));
  expect(service.requests).toEqual([]);
});

test('a proxy that is not there', async () => {
  const network = await createNetwork({ HTTPS_PROXY: 'http://me:canary@127.0.0.1:1' }, undefined);
  const client = clientFor('https://shop.example', { maxRetries: 1, network });
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'unreachable',
    facts: { detail: "the proxy 127.0.0.1:1 can't be reached: the connection was refused" },
  });
});

test('a proxy whose own certificate nobody vouches for', async () => {
  const { port } = await startProxy(stayMute, await certificate({ subject: 'a trap' }));
  const network = await createNetwork({ HTTPS_PROXY: `https://127.0.0.1:${port}` }, undefined);
  const client = clientFor('https://shop.example', { maxRetries: 1, network });
  const { attempt, reason, facts } = await failureOf(change(client));
  expect([attempt, reason]).toEqual(['not-sent', 'tls']);
  expect(facts.detail).toMatch(
    /^the handshake with the proxy 127\.0\.0\.1:\d+ failed: self-signed certificate \(subject CN=a trap,/,
  );
});

test('a shop behind a proxy with the certificate of another', async () => {
  const { client } = await behindProxy({
    shop: await certificate({ by: trusted, names: ['other.example'] }),
  });
  const { reason, facts } = await failureOf(read(client));
  expect(reason).toBe('tls');
  expect(facts.detail).toMatch(
    /^the handshake with the server failed: .*DNS:other\.example \(.*\), via the proxy 127\.0\.0\.1:\d+$/,
  );
});

describe('what is lost beyond the proxy, once the request was in the tunnel', () => {
  test('a change may have been applied, and is not sent again', async () => {
    const { client, service } = await behindProxy({ conduct: (socket) => socket.destroy() });
    expect(await failureOf(change(client))).toMatchObject({
      attempt: 'ambiguous',
      reason: 'connection-lost',
    });
    expect(service.requests).toHaveLength(1);
  });

  test('a read is tried again', async () => {
    let asked = 0;
    const { client } = await behindProxy({
      conduct: (socket) => (asked++ === 0 ? socket.destroy() : socket.end(wire(200, good))),
    });
    expect(await read(client)).toMatchObject({ availableInventory: 3 });
  });
});

test('a client that is closed while the proxy is silent ends', async () => {
  const { client } = await behindProxy({ through: () => stayMute });
  const failing = failureOf(read(client));
  await client.close();
  expect((await failing).attempt).toBe('not-sent');
});
