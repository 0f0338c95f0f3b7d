import { expect, test } from 'vitest';
import type { CachedFeed } from '../../src/feed/cache.ts';
import { FeedCut } from '../../src/feed/feed-errors.ts';
import type { Freshness } from '../../src/feed/freshness.ts';
import { type WatchOptions, watchFeed } from '../../src/feed/watch-feed.ts';
import { CallError } from '../../src/http/call-error.ts';
import { table } from '../support/table.ts';

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

/** The feed of a link, as it came at a time. */
const feed = (linkHash: string, fetchedAt: string): CachedFeed => ({
  path: `/cache/${linkHash}`,
  linkHash,
  fetchedAt: new Date(at(fetchedAt)),
  products: 0,
});

const refused = (status: number, retryAfterMs?: number | '') =>
  new CallError('rejected', status === 429 ? 'rate-limited' : 'refused', {
    method: 'GET',
    url: 'https://service.example/product-feed',
    effect: 'read',
    detail: 'no',
    status,
    ...(retryAfterMs ? { retryAfterMs } : {}),
  });

/** Runs a watch whose time passes in its waits alone, through what the cache holds after each fetch. */
const watched = async (
  start: string,
  fetches: readonly (readonly CachedFeed[] | Error)[],
  options: Partial<WatchOptions> = {},
) => {
  let time = at(start);
  const left = [...fetches];
  const told: string[] = [];
  const asked: Freshness[] = [];
  const looks = watchFeed({
    kept: [],
    now: () => time,
    wait: async (milliseconds) => {
      time += milliseconds;
    },
    signal: new AbortController().signal,
    fetch: async (freshness) => {
      asked.push(freshness);
      const next = left.shift();
      if (next instanceof Error) throw next;
      return next ?? [];
    },
    ...options,
  });
  for await (const look of looks) {
    const what = {
      new: () => look.kind === 'new' && `${look.older.linkHash}>${look.newer.linkHash}`,
      same: () => look.kind === 'same' && look.newest.linkHash,
      failed: () => 'failed',
    }[look.kind]();
    told.push(`${new Date(time).toISOString().slice(11, 19).replace(/:00$/, '')} ${what}`);
    if (left.length === 0) break;
  }
  return { told, asked };
};

/** `b@10:17 a@10:05`: what the cache holds after a fetch, newest first; `cut`, `500`, `429+30`: how it failed. */
const fetchOf = (text: string): CachedFeed[] | Error => {
  if (text === 'cut') return new FeedCut('the connection was lost', 7);
  const [, status, minutes] = /^(\d{3})(?:\+(\d+))?$/.exec(text) ?? [];
  if (status) return refused(Number(status), minutes && Number(minutes) * 60_000);
  return text.split(' ').map((kept) => {
    const [link = '', time = ''] = kept.split('@');
    return feed(link, `${time}:00`);
  });
};

// What it shows → when it begins → what each fetch brings → what is told, and when.
test.each(
  table(`
    at once, and then soon after each quarter past the hour → 10:05 → a@10:05, b@10:17 a@10:05, c@11:17 b@10:17 → 10:05 a, 10:17 a>b, 11:17 b>c
    every two minutes, where the next feed is late → 10:05 → a@10:05, a@10:05, a@10:05, a@10:05, b@10:23 a@10:05, c@11:17 b@10:23 → 10:05 a, 10:17 a, 10:19 a, 10:21 a, 10:23 a>b, 11:17 b>c
    not later than the feed after that, nor for a feed from the future → 11:16 → a@10:05, a@10:05, a@10:05, a@20:05, a@20:05 → 11:16 a, 11:17 a, 11:19 a, 11:21 a, 12:17 a
    a feed that came since the last watch ended → 12:30 → b@12:30 a@10:05 → 12:30 a>b
    a feed that comes again is told once → 10:05 → a@10:05, b@10:17 a@10:05, b@10:17 a@10:05 → 10:05 a, 10:17 a>b, 11:17 b
    it is compared with the one before it, also where another process fetched that one → 12:30 → a@12:30, c@13:17 b@13:16 → 12:30 a, 13:17 b>c
    a look that fails is told, and tried again after a minute → 10:00 → cut, cut, cut, a@10:03, cut, cut → 10:00 failed, 10:01 failed, 10:02 failed, 10:03 a, 10:17 failed, 10:18 failed
    it waits as long as the service asks for → 10:00 → 429+30, 500 → 10:00 failed, 10:30 failed
  `),
)('%s', async (title = '', start, fetches = '', expected = '') => {
  const { told, asked } = await watched(
    `${start}:00`,
    fetches.split(', ').map(fetchOf),
    title.includes('last watch') ? { kept: [feed('a', '10:05:00')] } : {},
  );
  expect(told.join(', ')).toBe(expected);
  expect(new Set(asked)).toEqual(new Set(['hourly']));
});

test('at intervals of its own, where it is told to, the link is asked for each time', async () => {
  const fetches = ['a@10:05', 'a@10:10', 'b@10:15 a@10:10'].map(fetchOf);
  const { told, asked } = await watched('10:05:00', fetches, { intervalMs: 300_000 });
  expect(told).toEqual(['10:05 a', '10:10 a', '10:15 a>b']);
  expect(asked).toEqual(['hourly', { maxAgeMs: 0 }, { maxAgeMs: 0 }]);
});

test.each([401, 403])('it ends where the credentials are refused: %i', async (status) => {
  await expect(watched('10:00:00', [refused(status), []])).rejects.toThrow(CallError);
});

test('it ends with the reason of its signal', async () => {
  const controller = new AbortController();
  const stopped = watched('10:00:00', [new FeedCut('the connection was lost', 7)], {
    signal: controller.signal,
    fetch: async () => {
      controller.abort(new Error('stopped'));
      throw new FeedCut('it was given up', 0);
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
});

test('a feed that was not due is fetched as soon as the cache shows it; a failed look keeps its pause', async () => {
  let questions = 0;
  const { told } = await watched(
    '10:20:00',
    [[feed('a', '10:20:00')], refused(500), [feed('b', '10:21:04'), feed('a', '10:20:00')]],
    { newestKept: async () => feed('a', ++questions >= 4 ? '09:20:00' : '10:20:00') },
  );
  expect(told).toEqual(['10:20 a', '10:20:04 failed', '10:21:04 a>b']);
});
