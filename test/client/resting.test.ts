import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/failure/interrupted.ts';
import { startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, good, read } from './calling.ts';

/** A service that asks its first callers to wait, each for its own time, and when it was asked. */
const busyFor = async (...seconds: string[]) => {
  const times: number[] = [];
  const host = await startRawHost((socket) => {
    const wait = seconds[times.length];
    times.push(performance.now());
    socket.write(wait === undefined ? wire(200, good) : wire(429, '{}', { 'Retry-After': wait }));
  });
  return { host, times };
};

/** A client, and what resolves once it was asked to wait so many times. */
const waiting = (url: string, count: number, signal = new AbortController().signal) => {
  let waits = 0;
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const observe = ({ kind }: { kind: string }) => {
    if (kind === 'wait' && ++waits === count) tell();
  };
  return { client: clientFor(url, { maxRetries: 2, signal, observe }), asked };
};

// A timer may be a little early.
const early = 50;

test('what the service asks one call to wait holds for all of the kind', async () => {
  const { host, times } = await busyFor('1');
  const { client, asked } = waiting(host.url, 1);
  const first = change(client);
  await asked;
  await Promise.all([first, change(client)]);
  const [refused = 0, ...later] = times;
  expect(later).toHaveLength(2);
  for (const time of later) expect(time - refused).toBeGreaterThan(1000 - early);
});

test('calls of another kind do not wait with them', async () => {
  const { host } = await busyFor('30');
  const stop = new AbortController();
  const { client, asked } = waiting(host.url, 1, stop.signal);
  const refused = change(client).catch((error) => error);
  await asked;
  expect(await read(client)).toEqual(JSON.parse(good));
  stop.abort(new Interrupted('SIGINT'));
  expect(await refused).toBeInstanceOf(Interrupted);
});

test('a shorter wait that comes later does not cut a longer one short', async () => {
  // With the longest jitter, a wait of 0 still ends before the other one.
  const { host, times } = await busyFor('1.5', '0');
  const { client, asked } = waiting(host.url, 2);
  const calls = [change(client), change(client)];
  await asked;
  await Promise.all([...calls, change(client)]);
  const [refused = 0, , ...later] = times;
  expect(later).toHaveLength(3);
  for (const time of later) expect(time - refused).toBeGreaterThan(1500 - early);
});

test('a call that waits for the others of its kind can be interrupted, and is not sent', async () => {
  const stop = new AbortController();
  const interrupted = new Interrupted('SIGINT');
  const { host } = await busyFor('30');
  const { client, asked } = waiting(host.url, 1, stop.signal);
  const calls = [change(client)];
  await asked;
  calls.push(change(client));
  await setTimeout(20);
  stop.abort(interrupted);
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    interrupted,
    interrupted,
  ]);
  expect(host.requests).toHaveLength(1);
});
