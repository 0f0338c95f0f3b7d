import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lostAttemptError } from '../../../src/http/classify.ts';
import { createNetwork } from '../../../src/http/connection/network.ts';
import { authority, certificate, fileOf, type Identity, type Wanted } from '../../support/certificates.ts';
import { say, sayAndReset, startRawHost, wire } from '../../support/raw-host.ts';
import { startTlsHost } from '../../support/tls-host.ts';
import { change, clientFor, failureOf, good, read } from '../calling.ts';

const trusted = await authority('Test Authority');
const day = 86_400_000;
const days = (count: number) => new Date(Date.now() + count * day);
const shown = (date: Date) => date.toISOString().slice(0, 10);

/** A client that trusts the authority of these tests, and a host that shows a certificate. */
const meet = async (identity: Identity & object, trust: readonly Identity[] = [trusted]) => {
  const service = await startRawHost(say(wire(200, good)));
  const host = await startTlsHost(identity, service.url);
  const bundle = { path: fileOf(trust.map(({ cert }) => cert).join('')), source: '--ca-bundle' };
  const network = await createNetwork({}, bundle);
  const client = clientFor(`https://127.0.0.1:${host.port}`, { maxRetries: 2, network });
  return { client, host, service };
};

/** A certificate that is wrong, and what is said of it. */
const faults: [string, Wanted & { from: Date; to: Date }, detail: string][] = [
  ['one that expired', { by: trusted, from: days(-60), to: days(-30) }, 'certificate has expired'],
  ['one of the future', { by: trusted, from: days(30), to: days(60) }, 'certificate is not yet valid'],
  [
    'one of another host',
    { by: trusted, names: ['a.example'], from: days(-1), to: days(1) },
    "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
  ],
  ['one that it signed itself', { from: days(-1), to: days(1) }, 'self-signed certificate'],
];

test.each(faults)('a certificate that is %s: a change is not sent, and not tried again', async (...fault) => {
  const [, wanted, detail] = fault;
  const { client, service } = await meet(await certificate(wanted));
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'tls',
    facts: {
      detail: `the handshake with the server failed: ${detail} (subject CN=shop.example, issuer CN=${wanted.by ? 'Test Authority' : 'shop.example'}, valid from ${shown(wanted.from)} to ${shown(wanted.to)})`,
    },
  });
  expect([client.attempts(), service.requests]).toEqual([1, []]);
});

test('a certificate of an authority that nobody knows', async () => {
  const stranger = await authority('A Stranger');
  const { client, service } = await meet(await certificate({ by: stranger }));
  const { reason, facts } = await failureOf(read(client));
  expect(reason).toBe('tls');
  expect(facts.detail).toMatch(
    /^the handshake with the server failed: unable to verify the first certificate \(subject CN=shop\.example, issuer CN=A Stranger, /,
  );
  expect(service.requests).toEqual([]);
});

test('nor where a variable of Node wants certificates to go unchecked', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { client, service } = await meet(await certificate({ from: days(-1), to: days(1) }));
  expect(await failureOf(read(client))).toMatchObject({ reason: 'tls' });
  expect(service.requests).toEqual([]);
});

test('an authority that the file names, one among several', async () => {
  const other = await authority('Another');
  const { client, host } = await meet(await certificate({ by: trusted }), [other, trusted]);
  expect(await read(client)).toMatchObject({ availableInventory: 3 });
  expect(host.handshakes()).toBe(1);
});

test('what a certificate says is foreign text, and is shortened', async () => {
  const { client } = await meet(
    await certificate({ subject: 'x'.repeat(64), names: ['y'.repeat(300)], by: trusted }),
  );
  const { facts } = await failureOf(read(client));
  expect(facts.detail.length).toBeLessThan(600);
});

test('a server that speaks only an old TLS', async () => {
  const identity = await certificate({ by: trusted });
  const { client } = await meet({
    ...identity,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  } as Identity);
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'tls',
    facts: { detail: 'the handshake with the server failed: tlsv1 alert protocol version' },
  });
});

describe('a server that asks for a client certificate', () => {
  const asking = async (maxVersion: string) => {
    const identity = await certificate({ by: trusted });
    return meet({
      ...identity,
      requestCert: true,
      rejectUnauthorized: true,
      ca: trusted.cert,
      maxVersion,
    } as Identity);
  };

  test('in the handshake, as TLS 1.2 does: nothing was sent', async () => {
    const { client, service } = await asking('TLSv1.2');
    const { attempt, reason } = await failureOf(change(client));
    expect([attempt, reason]).toEqual(['not-sent', 'tls']);
    expect(service.requests).toEqual([]);
  });

  test('after the handshake, as TLS 1.3 does: a change is not sent again', async () => {
    const { client, service } = await asking('TLSv1.3');
    const { attempt, reason } = await failureOf(change(client));
    expect([attempt, reason]).toEqual(['ambiguous', 'tls']);
    expect([client.attempts(), service.requests]).toEqual([1, []]);
  });

  test('after the handshake, if Node says why', () => {
    const told = Object.assign(new Error('alert'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' });
    const facts = { method: 'PUT', url: 'https://shop.example/v1', effect: 'change' } as const;
    const lost = { error: told, isSent: true, isInterrupted: false, limit: 'within 1 s' };
    expect(lostAttemptError(lost, facts)).toMatchObject({
      attempt: 'ambiguous',
      reason: 'tls',
      facts: { detail: 'the handshake with the server failed: alert' },
    });
  });
});

test('an answer that is lost after the handshake: the change may have been applied', async () => {
  const service = await startRawHost(sayAndReset(''));
  const host = await startTlsHost(await certificate({ by: trusted }), service.url);
  const bundle = { path: fileOf(trusted.cert), source: '--ca-bundle' };
  const network = await createNetwork({}, bundle);
  const client = clientFor(`https://127.0.0.1:${host.port}`, { maxRetries: 2, network });
  onTestFinished(() => client.close());
  expect(await failureOf(change(client))).toMatchObject({ attempt: 'ambiguous', reason: 'connection-lost' });
  expect(service.requests).toHaveLength(1);
});
