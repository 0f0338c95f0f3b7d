import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/failure.ts';
import { CallError } from '../../src/http/call-error.ts';
import { type Conduct, say, sayAndStall, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, good } from './calling.ts';

const interrupted = new Interrupted('SIGINT');

/** A client that is interrupted when its host has done its part. */
const interruptedAfter = async (conduct: Conduct, scheme = 'http:', unread = false) => {
  const stop = new AbortController();
  const host = await startRawHost(
    (socket, request) => {
      conduct(socket, request);
      void setTimeout(20).then(() => stop.abort(interrupted));
    },
    { unread },
  );
  const client = clientFor(host.url.replace('http:', scheme), {
    signal: stop.signal,
    maxRetries: 5,
    timeoutMs: 60_000,
  });
  return { host, client, signal: stop.signal };
};

test.each([
  ['before the answer begins', sayAndStall()],
  ['in the middle of the answer', sayAndStall('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":')],
])('a change that is interrupted %s may have been applied', async (_, conduct) => {
  const { client, host } = await interruptedAfter(conduct);
  const failure = await failureOf(change(client));
  expect(failure).toMatchObject({ attempt: 'ambiguous', reason: 'interrupted' });
  expect(failure.cause).toBe(interrupted);
  expect(host.requests).toHaveLength(1);
});

test('a change that is interrupted while it connects was not sent', async () => {
  const { client, host } = await interruptedAfter(sayAndStall(), 'https:', true);
  expect(await failureOf(change(client))).toMatchObject({ attempt: 'not-sent', reason: 'interrupted' });
  await client.close();
  await host.idle();
});

test('a change that is interrupted before it began is not sent', async () => {
  const host = await startRawHost(say(wire(200, good)));
  const client = clientFor(host.url, { signal: AbortSignal.abort(interrupted) });
  await expect(change(client)).rejects.toBe(interrupted);
  expect(host.requests).toEqual([]);
});

test('a change that is interrupted while it waits to be sent again is not sent again', async () => {
  const stop = new AbortController();
  const host = await startRawHost(say(wire(429, '', { 'Retry-After': '30' })));
  const observe = ({ kind }: { kind: string }) => kind === 'wait' && stop.abort(interrupted);
  const client = clientFor(host.url, { signal: stop.signal, maxRetries: 5, observe });
  const call = change(client);
  await expect(call).rejects.toBe(interrupted);
  await expect(call).rejects.not.toBeInstanceOf(CallError);
  expect(host.requests).toHaveLength(1);
});

test('calls leave nothing behind on the signal', async () => {
  const stop = new AbortController();
  const host = await startRawHost(say(wire(200, good)));
  const client = clientFor(host.url, { signal: stop.signal });
  await change(client);
  await failureOf(change(clientFor('http://127.0.0.1:1', { signal: stop.signal, maxRetries: 1 })));
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
