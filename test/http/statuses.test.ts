import { expect, test } from 'vitest';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, read } from './calling.ts';

const error = JSON.stringify({ error: 'the shelf is on fire' });

// A list of statuses is a list of what may be believed: what is no error body of the service is never its refusal.
const bodies: Readonly<Record<string, [body: string, type: string]>> = {
  'a web page': ['<html><title>404</title></html>', 'text/html'],
  'no body': ['', 'text/plain'],
  'JSON of another form': ['{"message":"no Route matched with those values"}', 'application/json'],
  'a text': ['default backend - 404', 'text/plain'],
};
const refusals = [400, 403, 404, 409, 410, 412, 422];

test.each(refusals.flatMap((status) => Object.keys(bodies).map((form) => [status, form] as const)))(
  '%i with %s is the word of nobody',
  async (status, form) => {
    const [body, type] = bodies[form] ?? ['', ''];
    const host = await startRawHost(say(wire(`${status} So`, body, { 'Content-Type': type })));
    const detail = `${new URL(host.url).host} answered ${status} with ${form}, not with an answer of the service`;
    const facts = { isServices: false, serviceMessage: undefined, detail };
    expect(await failureOf(change(clientFor(host.url)))).toMatchObject({
      attempt: 'ambiguous',
      facts,
      meaning: { code: 'unknown', exit: 'unknown' },
    });
    expect(await failureOf(read(clientFor(host.url)))).toMatchObject({
      reason: 'not-the-service',
      facts,
      meaning: { code: 'not-the-service', exit: 'temporary' },
    });
  },
);

test.each([...refusals, 401, 405, 413, 414, 415, 431])(
  '%i with its error body is the refusal of the service',
  async (status) => {
    const host = await startRawHost(say(wire(`${status} So`, error)));
    expect(await failureOf(change(clientFor(host.url)))).toMatchObject({
      attempt: 'rejected',
      facts: { isServices: true, serviceMessage: 'the shelf is on fire' },
    });
  },
);

test.each([401, 405, 413, 414, 415, 431])(
  '%i comes before anything is passed on, whoever says it',
  async (status) => {
    const host = await startRawHost(say(wire(`${status} So`, '<h1>Gateway</h1>')));
    expect(await failureOf(change(clientFor(host.url)))).toMatchObject({ attempt: 'rejected' });
  },
);

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
