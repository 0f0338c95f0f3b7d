import { chmod, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CachedFeed, FeedCache } from '../../src/feed/cache.ts';
import { FeedCacheUnusable } from '../../src/feed/feed-errors.ts';
import { linkHashOf } from '../../src/feed/feed-link.ts';
import { dueAfter, type Freshness, isFresh } from '../../src/feed/freshness.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let directory: string;
let cache: FeedCache;
beforeEach(() => {
  directory = temporaryFolder();
  cache = new FeedCache(directory, 'https://api.example', 'client');
  cache.prepare();
});

const at = (hour: number) => Date.UTC(2026, 2, 4, hour, 20);

/** Puts the feed of a link into the cache, as it came at an hour of a day. */
const add = async (link: string, hour: number): Promise<CachedFeed> => {
  const file = join(cache.folder, 'part-finished');
  await writeFile(file, '[]', { mode: 0o600 });
  return cache.add({ path: file, products: 0, bytes: 2 }, linkHashOf(link), at(hour));
};

const links = async () => {
  const names = new Map([...'abcd'].map((link) => [linkHashOf(link), link]));
  return (await cache.all()).map(({ linkHash }) => names.get(linkHash)).join('');
};
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('nothing is there at first', async () => {
  expect([await cache.all(), await cache.newest()]).toEqual([[], undefined]);
  const never = new FeedCache(join(directory, 'nowhere'), 'https://api.example', 'client');
  expect(await never.all()).toEqual([]);
});

test('a feed is read as it was added', async () => {
  const added = await add('a', 1);
  expect(added.fetchedAt).toEqual(new Date(at(1)));
  expect(await cache.newest()).toEqual(added);
});

describe('the two newest are kept, newest first', () => {
  test.each([
    ['hour by hour', [1, 2, 3, 4]],
    ['in the same second', [1, 1, 1, 1]],
    ['while the clock is set back', [4, 3, 2, 1]],
  ])('%s', async (_, hours) => {
    for (const [index, hour] of hours.entries()) {
      await add('abcd'.charAt(index), hour);
      expect(await links()).toBe(['a', 'ba', 'cb', 'dc'][index]);
    }
    expect(await readdir(cache.folder)).toHaveLength(2);
  });
});

test('the same link again takes the place of its feed, which is no newer by that', async () => {
  await add('a', 1);
  await add('b', 2);
  await add('b', 3);
  expect(await links()).toBe('ba');
  expect((await cache.newest())?.fetchedAt).toEqual(new Date(at(2)));
});

test('files of an earlier version and of downloads that were killed go; one that is being written stays', async () => {
  for (const name of ['feed-1.json', `feed-${'0'.repeat(64)}.json`, 'part', 'part-killed', 'part-now'])
    await writeFile(join(cache.folder, name), '', { mode: 0o600 });
  await utimes(join(cache.folder, 'part-killed'), 1, 1);
  const { path } = await add('a', 1);
  expect((await readdir(cache.folder)).map((name) => join(cache.folder, name)).sort()).toEqual([
    path,
    join(cache.folder, 'part-now'),
  ]);
});

test('a feed that the service has replaced is no longer fresh, and in the same order', async () => {
  await add('a', 1);
  const added = await add('b', 1);
  expect(isFresh(added.fetchedAt, 'hourly', at(1) + 1000)).toBe(true);
  await cache.expire();
  expect(await links()).toBe('ba');
  expect(isFresh((await cache.newest())?.fetchedAt as Date, 'hourly', at(1) + 1000)).toBe(false);
});

test('each service and each client has its own', async () => {
  await add('a', 1);
  expect(await new FeedCache(directory, 'https://api.example', 'other').all()).toEqual([]);
  expect(await new FeedCache(directory, 'https://other.example', 'client').all()).toEqual([]);
});

test('it can be cleared', async () => {
  await add('a', 1);
  await cache.clear();
  expect(await readdir(join(directory, 'feeds'))).toEqual([]);
});

describe('it is for its owner alone', () => {
  test('whatever the umask', async () => {
    const { path } = await add('a', 1);
    expect([await modeOf(cache.folder), await modeOf(join(directory, 'feeds'))]).toEqual(['700', '700']);
    expect(await modeOf(path)).toBe('600');
  });

  test('a folder in which others may write is not used', async () => {
    const open = new FeedCache(directory, 'https://open.example', 'client');
    await mkdir(open.folder);
    await chmod(open.folder, 0o770);
    expect(() => open.prepare()).toThrow('it can be changed by other users');
  });

  test('a folder that is a link elsewhere is not used', async () => {
    const linked = new FeedCache(directory, 'https://linked.example', 'client');
    await symlink(directory, linked.folder);
    expect(() => linked.prepare()).toThrow(FeedCacheUnusable);
  });

  test('a folder of somebody else is not used', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(process, 'getuid').mockReturnValue((await stat(cache.folder)).uid + 1);
    expect(() => cache.prepare()).toThrow('it belongs to another user');
  });

  test('where something else stands in its way, it says what', async () => {
    await writeFile(join(directory, 'file'), '');
    const blocked = new FeedCache(join(directory, 'file'), 'https://api.example', 'client');
    expect(() => blocked.prepare()).toThrow('a part of its path is not a folder');
    expect(await blocked.all()).toEqual([]);
  });
});

const day = (time: string) => new Date(`2026-03-04T${time}Z`);

describe('a feed is the newest until two minutes past the next quarter past the hour', () => {
  test.each([
    ['12:00:00', '12:17:00'],
    ['12:14:59', '12:17:00'],
    // A feed of the last hour may still have been given at these times.
    ['12:15:00', '12:17:00'],
    ['12:16:59', '12:17:00'],
    ['12:17:00', '13:17:00'],
    ['12:59:59', '13:17:00'],
    ['23:30:00', '24:17:00'],
  ])('asked for at %s, until %s', (asked, until) => {
    const [hours = '', ...rest] = until.split(':');
    const end = new Date(day(`00:${rest.join(':')}`).getTime() + Number(hours) * 3_600_000);
    expect(new Date(dueAfter(day(asked).getTime()))).toEqual(end);
  });
});

const hour = 3_600_000;

describe('whether a feed that came at 12:20 will do', () => {
  test.each<[Freshness, string, boolean]>([
    ['hourly', '12:20:00', true],
    ['hourly', '13:16:59', true],
    ['hourly', '13:17:00', false],
    // This machine's clock was set back since: nothing can be said.
    ['hourly', '12:00:00', false],
    [{ maxAgeMs: 60_000 }, '12:21:00', true],
    [{ maxAgeMs: 60_000 }, '12:21:01', false],
    [{ maxAgeMs: 60_000 }, '11:00:00', false],
    [{ maxAgeMs: 30 * hour }, '23:59:59', true],
    ['refresh', '12:20:00', false],
    ['offline', '23:59:59', true],
    ['offline', '11:00:00', true],
  ])('%o at %s: %s', (freshness, now, will) => {
    expect(isFresh(day('12:20:00'), freshness, day(now).getTime())).toBe(will);
  });
});
