import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CallError } from '../../src/client/errors.ts';
import type { AnswerFault, UnreadFault } from '../faults/fault.ts';
import { brokenFraming } from '../faults/kinds/broken-framing.ts';
import { lostAnswers } from '../faults/kinds/lost-answers.ts';
import { redirects } from '../faults/kinds/redirects.ts';
import { statuses } from '../faults/kinds/statuses.ts';
import { wrongContents } from '../faults/kinds/wrong-contents.ts';
import { takeRequest } from '../faults/requests.ts';
import { movableClock } from '../support/clock.ts';
import { type RawHost, say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, good, read } from './calling.ts';

const faults: readonly (AnswerFault | UnreadFault)[] = [
  ...lostAnswers,
  ...brokenFraming,
  ...wrongContents,
  ...statuses,
  ...redirects,
].filter(({ only }) => only === undefined);

/** A line a fault: what is known of a change that met it, how often it was sent, how often a read, and what is said of it. */
const expected = readFileSync(new URL('bad-answers.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1);

/** A host that answers like that, and then tells. */
const hostWith = (
  fault: AnswerFault | UnreadFault,
  elsewhere: string,
  onAnswer: () => void,
): Promise<RawHost> =>
  'breakOff' in fault
    ? startRawHost(fault.breakOff, { unread: true })
    : startRawHost((socket, text) => {
        const { request } = takeRequest(text) ?? {};
        if (request === undefined) throw new Error('the request is not whole');
        fault.answer(socket, {
          request,
          said: { status: 200, body: JSON.parse(good) },
          roll: 0.9,
          elsewhere,
        });
        onAnswer();
      });

describe.each(faults.map((fault) => [`${fault.group}: ${fault.name}`, fault] as const))(
  '%s',
  (name, fault) => {
    test('what is known of a change, how often it is sent, and how often a read', async () => {
      const elsewhere = await startRawHost((socket) => socket.end());
      const { clock, move } = movableClock();
      // Work takes real time of a call, of which a second attempt needs some.
      const timeoutMs = fault.isEndless ? 500 : 300_000;
      const host = await hostWith(fault, elsewhere.url, () => {
        // What never ends takes all the time there is, of which some is enough to be in the middle of it.
        if (fault.isEndless) void wait(60).then(() => move(timeoutMs));
      });
      const sent = async (call: typeof change | typeof read) => {
        const client = clientFor(host.url, {
          timeoutMs,
          connectMs: 300_000,
          maxRetries: 1,
          maxWaitMs: 150,
          clock,
        });
        const failure = await failureOf(call(client)).catch(() => undefined);
        const requests = host.requests.splice(0);
        // Whatever it was, no connection is left behind.
        await client.close();
        await host.idle();
        return { failure, count: requests.length };
      };
      const [changed, asked] = [await sent(change), await sent(read)];
      expect(elsewhere.requests).toEqual([]);
      expect(changed.failure?.attempt).toBe(fault.change);
      const said = JSON.stringify(changed.failure?.facts.detail).slice(1, -1);
      const line = [name, told(changed.failure), `${changed.count} ${asked.count}`, said]
        .join(' | ')
        .replaceAll(elsewhere.url, 'ELSEWHERE')
        .replace(/(.)\1{99,}/g, ({ length }, sign) => `${sign}×${length}`);
      expect(line).toBe(expected.find((row) => row.startsWith(`${name} | `)));
    });
  },
);

const told = (failure: CallError | undefined) => `${failure?.attempt} ${failure?.reason}`;

test('each is in the table once', () => {
  expect(expected.map((row) => row.split(' | ', 1)[0])).toEqual(
    faults.map(({ group, name }) => `${group}: ${name}`),
  );
});

test.each([
  ['javascript:alert(1)', 'javascript://alert(1)'],
  ['https://user:password@shop.example/x', 'https://shop.example/x'],
  ['//shop.example/x?secret', '//shop.example/x'],
])('a redirect to %s is told as one to %s', async (location, told) => {
  const host = await startRawHost(say(wire('302 Found', '', { Location: location })));
  expect((await failureOf(read(clientFor(host.url)))).facts.location).toBe(told);
});
