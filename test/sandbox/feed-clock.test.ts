import { expect, test } from 'vitest';
import { newFeedPath } from '../../src/sandbox/api/api.ts';
import { resale, sandboxed } from '../support/resale.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-02T10:00:00Z');

/** A sandbox whose clock the test sets, and the path of its newest feed. */
const clocked = async (feedEveryMs?: number) => {
  let time = begin;
  const sandbox = await sandboxed({
    now: () => new Date(time),
    ...(feedEveryMs === undefined ? {} : { feedEveryMs }),
  });
  const newest = async () =>
    JSON.parse((await resale('api GET /product-feed', { env: sandbox.env })).stdout).url.split('?')[0];
  return {
    ...sandbox,
    newest,
    after: (milliseconds: number) => {
      time = begin + milliseconds;
    },
  };
};

test('there is a new feed as often as was said', async () => {
  const { newest, after } = await clocked(20_000);
  const first = await newest();
  after(19_999);
  expect(await newest()).toBe(first);
  after(20_000);
  const second = await newest();
  expect(second).toMatch(/products-1-/);
  after(2 * minute);
  expect(await newest()).toMatch(/products-6-/);
});

test('and one at once for whoever has the keys; the next one comes when it is due', async () => {
  const { newest, after, env } = await clocked();
  const makeFeed = async (): Promise<unknown> =>
    JSON.parse((await resale(`api POST ${newFeedPath}`, { env })).stdout);
  expect(await newest()).toMatch(/products-0-/);
  expect(await makeFeed()).toEqual({ generation: 1 });
  expect(await newest()).toMatch(/products-1-/);
  expect(await makeFeed()).toEqual({ generation: 2 });
  after(14 * minute);
  expect(await newest()).toMatch(/products-2-/);
  after(15 * minute);
  expect(await newest()).toMatch(/products-3-/);
  const other = await resale(`api POST ${newFeedPath}`, { env: { ...env, RESALE_API_KEY: 'another' } });
  expect(other.exitCode).toBe(4);
  expect(await newest()).toMatch(/products-3-/);
  // Where one is due that nobody asked for, it comes before the new one.
  after(75 * minute);
  expect(await makeFeed()).toEqual({ generation: 5 });
});
