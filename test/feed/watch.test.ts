import { describe, expect, test } from 'vitest';
import { CallError } from '../../src/client/errors.ts';
import type { CachedFeed, Freshness } from '../../src/feed/cache/cache.ts';
import { FeedCut } from '../../src/feed/errors.ts';
import { type WatchOptions, watchFeed } from '../../src/feed/watch.ts';

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

/** The feed of a link, as it came at a time. */
const feed = (linkHash: string, fetchedAt: string): CachedFeed => ({
  path: `/cache/${linkHash}`,
  linkHash,
  fetchedAt: new Date(at(fetchedAt)),
});

const refused = (status: number, retryAfterMs?: number) =>
  new CallError('rejected', status === 429 ? 'rate-limited' : 'refused', {
    method: 'GET',
    url: 'https://service.example/product-feed',
    effect: 'read',
    detail: 'no',
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
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
      new: () => look.kind === 'new' && `${look.older.linkHash} → ${look.newer.linkHash}`,
      same: () => look.kind === 'same' && look.newest.linkHash,
      failed: () => 'failed',
    }[look.kind]();
    told.push(`${new Date(time).toISOString().slice(11, 19)} ${what}`);
    if (left.length === 0) break;
  }
  return { told, asked };
};

describe('when it looks', () => {
  test('at once, and then soon after each quarter past the hour', async () => {
    const { told, asked } = await watched('10:05:00', [
      [feed('a', '10:05:00')],
      [feed('b', '10:17:00'), feed('a', '10:05:00')],
      [feed('c', '11:17:00'), feed('b', '10:17:00')],
    ]);
    expect(told).toEqual(['10:05:00 a', '10:17:00 a → b', '11:17:00 b → c']);
    expect(asked).toEqual(['hourly', 'hourly', 'hourly']);
  });

  test('soon again, and then later, where the next feed is late', async () => {
    const { told, asked } = await watched('10:05:00', [
      ...Array.from({ length: 4 }, () => [feed('a', '10:05:00')]),
      [feed('b', '10:31:00'), feed('a', '10:05:00')],
      [feed('c', '11:17:00'), feed('b', '10:31:00')],
    ]);
    expect(told.map((line) => line.slice(0, 8))).toEqual([
      '10:05:00',
      '10:17:00',
      '10:19:00',
      '10:23:00',
      '10:31:00',
      '11:17:00',
    ]);
    expect(new Set(asked)).toEqual(new Set(['hourly']));
  });

  test('but not later than the feed after that, nor for a feed from the future', async () => {
    const late = Array.from({ length: 6 }, () => [feed('a', '10:05:00')]);
    const { told } = await watched('10:05:00', [...late, [feed('a', '20:05:00')], [feed('a', '20:05:00')]]);
    expect(told.slice(5).map((line) => line.slice(0, 8))).toEqual(['10:47:00', '11:17:00', '12:17:00']);
  });

  test('at intervals of its own, where it is told to; then the link is asked for each time', async () => {
    const { told, asked } = await watched(
      '10:05:00',
      [[feed('a', '10:05:00')], [feed('a', '10:10:00')], [feed('b', '10:15:00'), feed('a', '10:10:00')]],
      { intervalMs: 300_000 },
    );
    expect(told).toEqual(['10:05:00 a', '10:10:00 a', '10:15:00 a → b']);
    expect(asked).toEqual(['hourly', { maxAgeMs: 0 }, { maxAgeMs: 0 }]);
  });
});

describe('what is new', () => {
  test('a feed that came since the last watch ended', async () => {
    const { told } = await watched('12:30:00', [[feed('b', '12:30:00'), feed('a', '10:05:00')]], {
      kept: [feed('a', '10:05:00')],
    });
    expect(told).toEqual(['12:30:00 a → b']);
  });

  test('is told once, however often it comes again', async () => {
    const both = [feed('b', '10:17:00'), feed('a', '10:05:00')];
    const { told } = await watched('10:05:00', [[feed('a', '10:05:00')], both, both]);
    expect(told.map((line) => line.slice(9))).toEqual(['a', 'a → b', 'b']);
  });

  test('is compared with the one before it, also where another process fetched that one', async () => {
    const { told } = await watched('12:30:00', [
      [feed('a', '12:30:00')],
      [feed('c', '13:17:00'), feed('b', '13:16:00')],
    ]);
    expect(told).toEqual(['12:30:00 a', '13:17:00 b → c']);
  });
});

describe('a look that fails', () => {
  test('is told, and tried again after 1, 2, 4, 8, 15, 15 minutes', async () => {
    const cut = new FeedCut('the connection was lost', 7);
    const { told } = await watched('10:00:00', [
      cut,
      cut,
      cut,
      cut,
      cut,
      cut,
      [feed('a', '10:45:00')],
      cut,
      cut,
    ]);
    expect(told).toEqual([
      '10:00:00 failed',
      '10:01:00 failed',
      '10:03:00 failed',
      '10:07:00 failed',
      '10:15:00 failed',
      '10:30:00 failed',
      '10:45:00 a',
      '11:17:00 failed',
      '11:18:00 failed',
    ]);
  });

  test('waits as long as the service asks for', async () => {
    const { told } = await watched('10:00:00', [refused(429, 1_800_000), refused(500)]);
    expect(told).toEqual(['10:00:00 failed', '10:30:00 failed']);
  });

  test.each([401, 403])('ends the watch where the credentials are refused: %i', async (status) => {
    await expect(watched('10:00:00', [refused(status), []])).rejects.toThrow(CallError);
  });
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
  expect(told).toEqual(['10:20:00 a', '10:20:04 failed', '10:21:04 a → b']);
});
