import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CallError } from '../../src/http/call-error.ts';
import type { Fault } from '../resilience/faults/fault.ts';
import { brokenFraming } from '../resilience/faults/kinds/broken-framing.ts';
import { lostAnswers } from '../resilience/faults/kinds/lost-answers.ts';
import { oddAnswers } from '../resilience/faults/kinds/odd-answers.ts';
import { places } from '../resilience/faults/kinds/places.ts';
import { redirects } from '../resilience/faults/kinds/redirects.ts';
import { statuses } from '../resilience/faults/kinds/statuses.ts';
import { wrongContents } from '../resilience/faults/kinds/wrong-contents.ts';
import { takeRequest } from '../resilience/faults/requests.ts';
import { movableClock } from '../support/clock.ts';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, good, read } from './calling.ts';

const faults: readonly Fault[] = [
  // What is wrong with a certificate, test/network says.
  ...places.filter(({ name }) => !name.startsWith('a certificate')),
  ...lostAnswers,
  ...brokenFraming,
  ...oddAnswers,
  ...wrongContents,
  ...statuses,
  ...redirects,
].filter(({ only }) => only === undefined);

/** A line a fault: what is known of a change that met it, how often it was sent, how often a read, and what is said of it. */
const expected = readFileSync(new URL('bad-answers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1);

/** Where a client meets a fault: the requests that came there, and what resolves when no connection is open any more. */
const startHost = async (fault: Fault, elsewhere: string, onAnswer: () => void) => {
  if ('place' in fault) {
    const { url, close } = await fault.place();
    onTestFinished(close);
    return { url, requests: [], idle: async () => {} };
  }
  if ('breakOff' in fault) return startRawHost(fault.breakOff, { unread: true });
  return startRawHost((socket, text) => {
    const { request } = takeRequest(text) ?? {};
    if (request === undefined) throw new Error('the request is not whole');
    const said = { status: 200, body: JSON.parse(good) };
    fault.answer(socket, { request, said, roll: 0.9, elsewhere });
    onAnswer();
  });
};

describe.each(faults.map((fault) => [`${fault.group}: ${fault.name}`, fault] as const))(
  '%s',
  (name, fault) => {
    test('what is known of a change, how often it is sent, and how often a read', async () => {
      const elsewhere = await startRawHost((socket) => socket.end());
      const { clock, move } = movableClock();
      // Work takes real time of a call, of which a second attempt needs some.
      const isPlace = 'place' in fault;
      const timeoutMs = fault.isEndless && !isPlace ? 500 : 300_000;
      const host = await startHost(fault, elsewhere.url, () => {
        // What never ends takes all the time there is, of which some is enough to be in the middle of it.
        if (fault.isEndless) void wait(60).then(() => move(timeoutMs));
      });
      const sent = async (call: typeof change | typeof read) => {
        const client = clientFor(host.url, {
          timeoutMs,
          // No clock of ours holds for a connection.
          connectMs: fault.isEndless && isPlace ? 200 : 300_000,
          maxRetries: 1,
          maxWaitMs: 150,
          clock,
        });
        const failure = await call(client).then(
          () => undefined,
          (error: CallError) => error,
        );
        const requests = host.requests.splice(0);
        // Whatever it was, no connection is left behind.
        await client.close();
        await host.idle();
        return { failure, count: isPlace ? client.attempts() : requests.length };
      };
      const [changed, asked] = [await sent(change), await sent(read)];
      expect(elsewhere.requests).toEqual([]);
      expect(changed.failure?.attempt ?? 'accepted').toBe(fault.change);
      expect(asked.failure === undefined).toBe(fault.exits.includes(0));
      const said = JSON.stringify(changed.failure?.facts.detail ?? '').slice(1, -1);
      const line = [name, told(changed.failure), `${changed.count} ${asked.count}`, said]
        .join(' | ')
        // Without a name server nobody knows whether there is such a host.
        .replace('the name service did not answer', 'no such host is known')
        .replaceAll(elsewhere.url, 'ELSEWHERE')
        .replaceAll(new URL(host.url).host, 'HOST')
        .replace(/(.)\1{99,}/g, ({ length }, sign) => `${sign}×${length}`);
      expect(line).toBe(expected.find((row) => row.startsWith(`${name} | `)));
    });
  },
);

const told = (failure: CallError | undefined) =>
  failure ? `${failure.attempt} ${failure.reason}` : 'accepted';

test('each is in the table once', () => {
  expect(expected.map((row) => row.split(' | ', 1)[0])).toEqual(
    faults.map(({ group, name }) => `${group}: ${name}`),
  );
});

test.each([
  ['javascript:alert(1)', 'javascript://alert(1)'],
  ['https://user:password@shop.example/x', 'https://shop.example/x'],
  ['//shop.example/x?secret', 'http://shop.example/x'],
  ['//user:password@shop.example/x', 'http://shop.example/x'],
  ['\\\\user:password@shop.example', 'http://shop.example/'],
  ['https://shop.example/x;sig=secret/y', 'https://shop.example/x;sig=***'],
  ['/login;jsessionid=secret?x', '/login;jsessionid=***'],
  ['http://[', 'http://['],
])('a redirect to %s is told as one to %s', async (location, told) => {
  const host = await startRawHost(say(wire('302 Found', '', { Location: location })));
  expect((await failureOf(read(clientFor(host.url)))).facts.location).toBe(told);
});
