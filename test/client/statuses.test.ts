import { expect, test } from 'vitest';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, read } from './calling.ts';

const error = JSON.stringify({ error: 'the shelf is on fire' });

// How often each is sent with --max-retries 1. A Retry-After of 0 keeps the test short.
test.each([
  // status, what is known of the change, why, how often a change is sent, how often a read
  [400, 'rejected', 'refused', 1, 1],
  [401, 'rejected', 'refused', 1, 1],
  [403, 'rejected', 'refused', 1, 1],
  [404, 'rejected', 'refused', 1, 1],
  [405, 'rejected', 'refused', 1, 1],
  [408, 'ambiguous', 'server-error', 1, 2],
  [409, 'rejected', 'refused', 1, 1],
  [410, 'rejected', 'refused', 1, 1],
  [412, 'rejected', 'refused', 1, 1],
  [413, 'rejected', 'refused', 1, 1],
  [415, 'rejected', 'refused', 1, 1],
  [418, 'ambiguous', 'refused', 1, 2],
  [422, 'rejected', 'refused', 1, 1],
  [429, 'not-processed', 'rate-limited', 2, 2],
  [431, 'rejected', 'refused', 1, 1],
  [500, 'ambiguous', 'server-error', 1, 2],
  [502, 'ambiguous', 'server-error', 1, 2],
  [503, 'ambiguous', 'server-error', 1, 2],
  [504, 'ambiguous', 'server-error', 1, 2],
  [599, 'ambiguous', 'server-error', 1, 2],
])(
  '%i: a change is %s (%s), sent %i times; a read %i times',
  async (status, attempt, reason, changes, reads) => {
    const host = await startRawHost(
      say(wire(`${status} So`, error, { 'Retry-After': '0', 'X-Request-Id': 'r-1' })),
    );
    const client = clientFor(host.url, { maxRetries: 1 });
    const known = {
      attempt,
      reason,
      facts: { status, serviceMessage: 'the shelf is on fire', requestId: 'r-1' },
    };
    expect(await failureOf(change(client))).toMatchObject(known);
    expect(host.requests.splice(0)).toHaveLength(changes);
    expect(await failureOf(read(client))).toMatchObject(known);
    expect(host.requests).toHaveLength(reads);
  },
);

test.each([
  ['a message', '{"message":"no"}', 'no'],
  ['a message within the error', '{"error":{"message":"no"}}', 'no'],
  ['a list of errors', '{"errors":[{"message":"no"},{"message":"nay"}]}', 'no'],
  ['a problem document', '{"title":"No","detail":"no, and no"}', 'no, and no'],
  ['a form of nobody', '{"error":{"code":7}}', '{"error":{"code":7}}'],
  ['a JSON text', '"no"', 'no'],
  ['plain text', 'upstream\n  is down', 'upstream is down'],
  ['a page with a title', '<html><title>Sign in</title><p>so</p>', 'Sign in'],
  ['too much text', 'a'.repeat(5000), `${'a'.repeat(500)}…`],
  ['a key', 'no such key: a canary key', 'no such key: ***'],
  ['no half of a key where reading ends', `no${' '.repeat(2 ** 16 - 10)}a canary key`, 'no'],
])('of an error in another form the text is told: %s', async (_, body, told) => {
  const host = await startRawHost(say(wire('422 So', body, { 'Content-Type': 'text/plain' })));
  const redact = (text: string) => text.replaceAll('a canary key', '***');
  const failure = await failureOf(change(clientFor(host.url, { redact })));
  expect(failure).toMatchObject({
    facts: { serviceMessage: undefined, detail: `the service refused it (422): ${told}` },
    meaning: { message: `The service refused it (422): ${told}` },
  });
});

test.each([
  ['the body of the service', error, 'the shelf is on fire'],
  ['a page of a gateway', '<h1>Bad gateway</h1>', undefined],
  ['an empty error', '{"error":" "}', undefined],
  ['null', 'null', undefined],
  ['nothing', '', undefined],
  ['an endless sentence', JSON.stringify({ error: 'a'.repeat(5000) }), `${'a'.repeat(500)}…`],
])('of %s the reason is told', async (_, body, told) => {
  const host = await startRawHost(say(wire('500 So', body, { 'Content-Type': 'text/plain' })));
  const { facts } = await failureOf(change(clientFor(host.url)));
  expect([facts.serviceMessage, facts.detail]).toEqual([told, told ?? 'the service failed (500)']);
});

test.each([
  ['seconds', '61', undefined, 61_000],
  [
    'a date, held against the date of the answer',
    'Wed, 21 Oct 2037 07:29:01 GMT',
    'Wed, 21 Oct 2037 07:28:00 GMT',
    61_000,
  ],
  ['the end of time', '1000000000', undefined, 1e12],
])('a wait of %s that is longer than granted ends the call', async (_, wait, date, milliseconds) => {
  const headers = { 'Retry-After': wait, ...(date === undefined ? {} : { Date: date }) };
  const host = await startRawHost(say(wire('429 Slow down', error, headers)));
  expect(await failureOf(change(clientFor(host.url, { maxRetries: 9 })))).toMatchObject({
    attempt: 'not-processed',
    facts: { retryAfterMs: milliseconds },
  });
  expect(host.requests).toHaveLength(1);
});
