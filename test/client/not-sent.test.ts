import { expect, test } from 'vitest';
import { say, sayAndStall, startRawHost, wire } from '../support/raw-host.ts';
import { startSilentHost } from '../support/silent-host.ts';
import { change, clientFor, failureOf, read } from './calling.ts';

test('a connection that is refused: tried again, a change too', async () => {
  // Port 1 is one that nothing on this machine listens on.
  for (const call of [change, read]) {
    const client = clientFor('http://127.0.0.1:1', { maxRetries: 2 });
    expect(await failureOf(call(client))).toMatchObject({
      attempt: 'not-sent',
      reason: 'unreachable',
      facts: { code: 'ECONNREFUSED', detail: 'the connection was refused' },
    });
    expect(client.attempts()).toBe(3);
  }
});

test('a name that no server knows: tried again once', async () => {
  const client = clientFor('http://shop.invalid', { maxRetries: 4, timeoutMs: 5_000 });
  const failure = await failureOf(change(client));
  expect(failure).toMatchObject({ attempt: 'not-sent', reason: 'unreachable' });
  // Without a name server the answer is another one, and worth waiting for.
  const { code, detail } = failure.facts;
  expect([code, detail, client.attempts()]).toEqual(
    code === 'EAI_AGAIN'
      ? ['EAI_AGAIN', 'the name service did not answer', 5]
      : ['ENOTFOUND', 'no such host is known', 2],
  );
});

test('https to a port that speaks http: told at once', async () => {
  const host = await startRawHost(say(wire(400)), { unread: true });
  const client = clientFor(host.url.replace('http:', 'https:'), { maxRetries: 2 });
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'tls',
    facts: { detail: 'the server does not speak TLS on this port: is it an http:// address?' },
  });
  expect(client.attempts()).toBe(1);
});

test('a reset in the TLS handshake: nothing was sent yet', async () => {
  const host = await startRawHost((socket) => socket.resetAndDestroy(), { unread: true });
  const client = clientFor(host.url.replace('http:', 'https:'), { maxRetries: 1 });
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'unreachable',
    facts: { detail: 'the connection was reset before the request was sent' },
  });
  expect(host.requests).toHaveLength(2);
});

test('a TLS handshake that never ends: no connection', async () => {
  const host = await startRawHost(sayAndStall());
  const client = clientFor(host.url.replace('http:', 'https:'), {
    connectMs: 200,
  });
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'unreachable',
    facts: { detail: 'no connection within 0.2 s' },
  });
});

test('a host that takes no connection and says nothing at all: no connection', async () => {
  const { url } = await startSilentHost();
  const client = clientFor(url, { connectMs: 200, maxRetries: 1 });
  expect(await failureOf(change(client))).toMatchObject({
    attempt: 'not-sent',
    reason: 'unreachable',
    facts: { detail: 'no connection within 0.2 s' },
  });
  expect(client.attempts()).toBe(2);
});

test('a connection reset before the request was read: the change may have been applied', async () => {
  const host = await startRawHost((socket) => socket.resetAndDestroy(), { unread: true });
  const client = clientFor(host.url, { maxRetries: 2 });
  expect(await failureOf(change(client))).toMatchObject({ attempt: 'ambiguous', reason: 'connection-lost' });
  expect(host.requests).toHaveLength(1);
});
