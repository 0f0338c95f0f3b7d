import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { RateLimiter } from '../../src/http/rate/rate-limiter.ts';
import { startRawHost, wire } from '../support/raw-host.ts';
import { hold } from '../support/relay.ts';
import { change, clientFor, failureOf, good, id, read } from './calling.ts';

/** A service that asks its first callers to wait, each for its own time. */
const busyFor = (...seconds: string[]) =>
  startRawHost((socket) => {
    const wait = seconds.shift();
    socket.write(wait === undefined ? wire(200, good) : wire(429, '{}', { 'Retry-After': wait }));
  });

/** A client, and what resolves once it was asked to wait. */
const waiting = (url: string, clock = systemClock) => {
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const observe = ({ kind }: { kind: string }) => kind === 'wait' && tell();
  return { client: clientFor(url, { maxRetries: 2, observe, clock }), asked };
};

test('what the service asks one call to wait holds for that call alone', async () => {
  const host = await busyFor('2');
  const { held, answer } = hold();
  const sleep = vi.fn((_: number) => held);
  const { client, asked } = waiting(host.url, { ...systemClock, sleep });
  const first = change(client);
  await asked;
  await change(client);
  expect(host.requests).toHaveLength(2);
  answer();
  await first;
  expect([host.requests.length, sleep.mock.calls.length]).toEqual([3, 1]);
  expect(sleep.mock.lastCall?.[0]).toBeGreaterThanOrEqual(2000);
});

test('after a refusal, others are tried one at a time, with growing pauses, until one is taken', async () => {
  const host = await busyFor(...Array(7).fill('1'));
  const { client, asked } = waiting(host.url);
  const calls = [change(client)];
  await asked;
  calls.push(...Array.from({ length: 6 }, () => change(client)));
  await setTimeout(50);
  expect(host.requests.length).toBeLessThan(7);
  await Promise.all(calls);
});

test.each([
  ['that rests after a refusal', '30', 1],
  ['that waits for its permit', '30', 2],
])('a call %s can be interrupted, and is not sent', async (_, seconds, calls) => {
  const enough = new AbortController();
  const stopped = new Error('enough');
  const host = await busyFor(seconds);
  const limiter = new RateLimiter({ perSecond: 1 });
  const client = clientFor(host.url, {
    maxRetries: 2,
    noMoreAfter: { read: enough.signal, change: enough.signal },
    limiter,
  });
  const outcomes = Promise.allSettled(Array.from({ length: calls }, () => change(client)));
  await expect.poll(() => limiter.limit).toBe(0);
  enough.abort(stopped);
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual(
    Array(calls).fill(stopped),
  );
  expect(host.requests).toHaveLength(1);
});

test.each([
  [429, 0],
  [503, 0],
  [500, undefined],
  [404, undefined],
])('status %i: what the service takes from then on is %j', async (status, limit) => {
  const host = await startRawHost((socket) => socket.write(wire(status, '{"error":"no"}')));
  const limiter = new RateLimiter();
  await failureOf(change(clientFor(host.url, { limiter })));
  expect([limiter.limit, limiter.underWay]).toEqual([limit, 0]);
});

test('a request whose answer was lost is no longer under way, and says nothing about a limit', async () => {
  const host = await startRawHost((socket) => socket.destroy());
  const limiter = new RateLimiter();
  await failureOf(change(clientFor(host.url, { limiter })));
  expect([limiter.limit, limiter.underWay]).toEqual([undefined, 0]);
});

test('a change whose permit came before the end is not sent after it, and gives the permit back', async () => {
  const host = await startRawHost((socket) => socket.write(wire(200, good)));
  const limiter = new RateLimiter();
  const stopped = AbortSignal.abort(new Error('enough'));
  const client = clientFor(host.url, {
    limiter,
    noMoreAfter: { read: new AbortController().signal, change: stopped },
  });
  const permit = await limiter.acquire(new AbortController().signal);
  const changed = client.call(
    'updateInventory',
    { params: { id }, body: { action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 } },
    { permit },
  );
  await expect(changed).rejects.toBe(stopped.reason);
  expect([host.requests.length, limiter.underWay]).toEqual([0, 0]);
  await read(client);
  expect(host.requests).toHaveLength(1);
});

test('refusals that a job outlasts do not use up the retries of another failure', async () => {
  let count = 0;
  const host = await startRawHost((socket) => {
    count += 1;
    if (count <= 3) socket.write(wire(429, '{}', { 'Retry-After': '0' }));
    else if (count === 4) socket.destroy();
    else socket.write(wire(200, good));
  });
  await read(clientFor(host.url, { maxRetries: 1, outlasts: true }));
  expect(host.requests).toHaveLength(5);
});
