import { expect, test } from 'vitest';
import { ask, clock, sandboxWith } from './running.ts';

const read = 'GET /v1/listings';

test('requests beyond the burst are refused until as many have flowed in', async () => {
  const { now, turn } = clock('2026-03-01T10:00:00Z');
  const sandbox = await sandboxWith({ now, limit: { perSecond: 0.5, burst: 3 } });
  const statuses = async (count: number) => {
    const answers = [];
    for (let each = 0; each < count; each++) answers.push((await ask(sandbox, read)).status);
    return answers;
  };
  expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  turn(1_999);
  expect(await statuses(1)).toEqual([429]);
  turn(1);
  expect(await statuses(2)).toEqual([200, 429]);
  // It saves up no more than the burst.
  turn(3_600_000);
  expect(await statuses(4)).toEqual([200, 200, 200, 429]);
});

test('a refusal says when to come back, and who refused', async () => {
  const entries: object[] = [];
  const sandbox = await sandboxWith({
    limit: { perSecond: 0.25, burst: 1 },
    onRequest: (entry) => entries.push(entry),
  });
  await ask(sandbox, read);
  const { status, headers, body } = await ask(sandbox, read);
  expect([status, headers.get('retry-after'), body.error]).toEqual([
    429,
    '4',
    'Too many requests; try again in 4 s.',
  ]);
  expect(entries).toMatchObject([{ status: 200 }, { status: 429, isLimited: true }]);
});

test('requests with wrong keys do not count', async () => {
  const sandbox = await sandboxWith({ limit: { perSecond: 0.1, burst: 1 } });
  await fetch(`${sandbox.baseUrl}/v1/listings`);
  expect((await ask(sandbox, read)).status).toBe(200);
});
