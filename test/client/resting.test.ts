import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, good } from './calling.ts';

test('what the service asks one call to wait holds for all of the kind', async () => {
  const times: number[] = [];
  const host = await startRawHost((socket) => {
    times.push(performance.now());
    socket.write(times.length === 1 ? wire(429, '{}', { 'Retry-After': '1' }) : wire(200, good));
  });
  const waits = new EventEmitter();
  const asked = once(waits, 'wait');
  const client = clientFor(host.url, { maxRetries: 2, observe: ({ kind }) => waits.emit(kind) });
  const first = change(client);
  await asked;
  await Promise.all([first, change(client)]);
  const [refused = 0, ...later] = times;
  expect(later).toHaveLength(2);
  // A timer may be a little early.
  for (const time of later) expect(time - refused).toBeGreaterThan(950);
});
