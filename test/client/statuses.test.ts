import { expect, test } from 'vitest';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf } from './calling.ts';

const error = JSON.stringify({ error: 'the shelf is on fire' });

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
  const headers = { 'Content-Type': 'text/plain', 'X-Request-Id': 'r-1' };
  const host = await startRawHost(say(wire('500 So', body, headers)));
  const { facts } = await failureOf(change(clientFor(host.url)));
  const { serviceMessage, detail, requestId } = facts;
  expect([serviceMessage, detail, requestId]).toEqual([told, told ?? 'the service failed (500)', 'r-1']);
});
