import { expect, test } from 'vitest';
import { newFeedPath } from '../../src/sandbox/api/service-api.ts';
import type { Sandbox } from '../../src/sandbox/sandbox-options.ts';
import { ask, clock, hour, minute, sandboxWith } from './running.ts';

const link = async (sandbox: Sandbox): Promise<string> => (await ask(sandbox, 'GET /product-feed')).body.url;
const status = async (url: string) => (await fetch(url)).status;

const gone = 'This link has expired, or belongs to another sandbox; ask the service for a new one.';

test('the link leads to a file on another origin, in version 1', async () => {
  const sandbox = await sandboxWith();
  const { body } = await ask(sandbox, 'GET /product-feed');
  expect(body).toEqual({
    url: expect.stringMatching(/\/feeds\/[\w-]+\.json\?expires=\d+&signature=[0-9a-f]{64}$/),
    version: 1,
  });
  expect(new URL(body.url).origin).toBe(sandbox.feedOrigin);
  expect(sandbox.feedOrigin).not.toBe(sandbox.baseUrl);
  expect(await status(body.url)).toBe(200);
});

test('a new link comes a quarter past the hour, and the same one until then', async () => {
  const { now, turn } = clock('2026-03-01T10:14:00Z');
  const sandbox = await sandboxWith({ now });
  const first = await link(sandbox);
  turn(minute - 1);
  expect(await link(sandbox)).toBe(first);
  turn(1);
  const second = await link(sandbox);
  expect(second).not.toBe(first);
  turn(hour - 1);
  expect(await link(sandbox)).toBe(second);
  turn(1);
  expect(await link(sandbox)).not.toBe(second);
});

test('a link works for 24 hours after it was issued, whatever was issued later', async () => {
  const { now, turn } = clock('2026-03-01T10:30:00Z');
  const sandbox = await sandboxWith({ now });
  const first = await link(sandbox);
  turn(24 * hour - 1000);
  await link(sandbox);
  expect(await status(first)).toBe(200);
  turn(1000);
  const expired = await fetch(first);
  expect([expired.status, await expired.json()]).toEqual([403, { error: gone }]);
});

test.each([
  ['without its query', (url: string) => url.replace(/\?.*/, '')],
  ['with another signature', (url: string) => url.replace(/signature=./, 'signature=x')],
  ['with a later end', (url: string) => url.replace(/expires=\d+/, 'expires=9999999999')],
  ['for another file', (url: string) => url.replace('products-0', 'products-1')],
])('a link %s is refused', async (_, change) => {
  const refused = await fetch(change(await link(await sandboxWith())));
  expect([refused.status, await refused.json()]).toEqual([403, { error: gone }]);
});

test('15 requests pass in any minute; the next one learns when to come back', async () => {
  const { now, turn } = clock('2026-03-01T10:30:00Z');
  const sandbox = await sandboxWith({ now });
  for (let count = 0; count < 15; count++) {
    expect((await ask(sandbox, 'GET /product-feed')).status).toBe(200);
    turn(1000);
  }
  const refused = await ask(sandbox, 'GET /product-feed');
  expect([refused.status, refused.body]).toEqual([
    429,
    { error: 'Only 15 requests a minute are allowed; try again in 45 s.' },
  ]);
  expect(refused.headers.get('retry-after')).toBe('45');
  turn(45_000 - 1);
  expect((await ask(sandbox, 'GET /product-feed')).status).toBe(429);
  turn(1);
  expect((await ask(sandbox, 'GET /product-feed')).status).toBe(200);
  expect((await ask(sandbox, 'GET /product-feed')).status).toBe(429);
});

test('other endpoints have no such limit', async () => {
  const sandbox = await sandboxWith();
  const statuses = await Promise.all(Array.from({ length: 40 }, () => ask(sandbox, 'GET /v1/listings')));
  expect(new Set(statuses.map((answer) => answer.status))).toEqual(new Set([200]));
});

/** Which of a sandbox's feeds its link leads to; the first is 0. */
const newest = async (sandbox: Sandbox) => Number(/products-(\d+)-/.exec(await link(sandbox))?.[1]);

test('there is a new feed as often as was said', async () => {
  const { now, turn } = clock('2026-03-02T10:00:00Z');
  const sandbox = await sandboxWith({ now, feedEveryMs: 20_000 });
  const found: number[] = [];
  for (const milliseconds of [0, 19_999, 1, 100_000]) {
    turn(milliseconds);
    found.push(await newest(sandbox));
  }
  expect(found).toEqual([0, 0, 1, 6]);
});

test('and one at once for whoever has the keys; the next one comes when it is due', async () => {
  const { now, turn } = clock('2026-03-02T10:00:00Z');
  const sandbox = await sandboxWith({ now });
  const line = `POST ${newFeedPath}`;
  expect((await ask(sandbox, line)).body).toEqual({ generation: 1 });
  expect((await ask(sandbox, line)).body).toEqual({ generation: 2 });
  turn(14 * minute);
  expect(await newest(sandbox)).toBe(2);
  turn(minute);
  expect(await newest(sandbox)).toBe(3);
  const wrong = { 'X-Service-Authentication-Key': 'another' };
  expect((await ask(sandbox, line, undefined, wrong)).status).toBe(403);
  expect(await newest(sandbox)).toBe(3);
  // Where one is due that nobody asked for, it comes before the new one.
  turn(hour);
  expect((await ask(sandbox, line)).body).toEqual({ generation: 5 });
});
