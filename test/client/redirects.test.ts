import { describe, expect, test } from 'vitest';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { change, clientFor, failureOf, good, read } from './calling.ts';

describe.each([301, 302, 303, 307, 308])('a redirect with %i', (status) => {
  test.each([
    ['change', change],
    ['read', read],
  ])('to another host: a %s is not followed, and the keys stay here', async (_, call) => {
    const elsewhere = await startRawHost(say(wire(200, good)));
    const host = await startRawHost(
      say(wire(`${status} Elsewhere`, '', { Location: `${elsewhere.url}/login?signature=secret#top` })),
    );
    const failure = await failureOf(call(clientFor(host.url, { maxRetries: 2 })));
    expect(failure).toMatchObject({
      attempt: 'ambiguous',
      reason: 'redirect',
      facts: {
        status,
        location: `${elsewhere.url}/login`,
        detail: `it was redirected (${status}) to ${elsewhere.url}/login, so the base URL is probably wrong`,
      },
    });
    expect(failure.message).not.toContain('secret');
    expect(host.requests).toEqual([expect.stringContaining('a canary key')]);
    expect(elsewhere.requests).toEqual([]);
  });

  test('to the same host: not followed either', async () => {
    const host = await startRawHost(
      say(wire(`${status} Elsewhere`, '', { Location: '/v2/listings?page=2' })),
    );
    expect(await failureOf(read(clientFor(host.url, { maxRetries: 2 })))).toMatchObject({
      reason: 'redirect',
      facts: { location: '/v2/listings' },
    });
    expect(host.requests).toHaveLength(1);
  });
});

test.each([
  ['javascript:alert(1)', 'javascript://alert(1)'],
  ['https://user:password@shop.example/x', 'https://shop.example/x'],
  ['//shop.example/x?secret', '//shop.example/x'],
])('a redirect to %s is told as one to %s', async (location, told) => {
  const host = await startRawHost(say(wire('302 Found', '', { Location: location })));
  expect((await failureOf(read(clientFor(host.url)))).facts.location).toBe(told);
});

test('a redirect that leads nowhere', async () => {
  const host = await startRawHost(say(wire('302 Found')));
  const { reason, facts } = await failureOf(change(clientFor(host.url)));
  expect([reason, facts.location]).toEqual(['redirect', undefined]);
});
