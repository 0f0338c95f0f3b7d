import { appendFile, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FeedCache, openFeedCache } from '../../../src/feed/cache/cache.ts';
import type { CachedFeed } from '../../../src/feed/cache/cached-feed.ts';
import { FeedCacheUnusable } from '../../../src/feed/cache/errors.ts';
import { isFresh } from '../../../src/feed/freshness.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { contentHashOf } from '../getting.ts';

let directory: string;
let cache: FeedCache;
beforeEach(async () => {
  directory = temporaryFolder();
  cache = openFeedCache(directory, 'https://api.example', 'client');
  await cache.prepare();
});

/** Puts a feed of that content into the cache, as it was at an hour of a day. */
const add = async (content: string, hour: number): Promise<CachedFeed> => {
  const file = join(cache.folder, 'finished');
  await writeFile(file, content, { mode: 0o600 });
  return cache.add(file, {
    fetchedAt: new Date(Date.UTC(2026, 2, 4, hour, 20)),
    clockAheadMs: -300,
    length: content.length,
    entries: 1,
    contentHash: contentHashOf(Buffer.from(content)),
    linkHash: 'f'.repeat(64),
  });
};

const hours = async () => (await cache.all()).map(({ fetchedAt }) => fetchedAt.getUTCHours());
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('nothing is there at first', async () => {
  expect([await cache.all(), await cache.newest()]).toEqual([[], undefined]);
  const never = openFeedCache(join(directory, 'nowhere'), 'https://api.example', 'client');
  expect(await never.all()).toEqual([]);
});

test('a feed is read as it was added', async () => {
  const added = await add('[1]', 1);
  expect(await cache.newest()).toEqual(added);
});

test('the two newest are kept, newest first', async () => {
  for (const hour of [1, 2, 3, 4]) await add(`[${hour}]`, hour);
  expect(await hours()).toEqual([4, 3]);
  expect((await readdir(cache.folder)).length).toBe(4);
});

test('the same content once more takes the place of that which is there, not of the one before', async () => {
  for (const [content, hour] of [
    ['[1]', 1],
    ['[2]', 2],
    ['[2]', 3],
  ] as const)
    await add(content, hour);
  expect(await hours()).toEqual([3, 1]);
});

test('that the service gave a link again is recorded', async () => {
  const added = await add('[1]', 1);
  expect(added).toMatchObject({ since: added.fetchedAt, repeats: 0 });
  const fetchedAt = new Date(Date.UTC(2026, 2, 4, 5, 20));
  await cache.confirm(added, { fetchedAt, clockAheadMs: 7 });
  expect(await cache.all()).toEqual([{ ...added, fetchedAt, clockAheadMs: 7, repeats: 1 }]);
});

test('a feed that is over is no longer fresh, until the service has given its link again', async () => {
  const added = await add('[1]', 1);
  const soon = added.fetchedAt.getTime() + 1000;
  expect(isFresh(added, 'hourly', soon)).toBe(true);
  await cache.expire();
  const [over] = await cache.all();
  expect(over).toEqual({ ...added, isOver: true });
  expect(isFresh(over as CachedFeed, 'hourly', soon)).toBe(false);
  await cache.confirm(over as CachedFeed, { fetchedAt: added.fetchedAt, clockAheadMs: 0 });
  expect((await cache.all())[0]?.isOver).toBeUndefined();
});

describe('the order is that of arrival', () => {
  const contents = async () => Promise.all((await cache.all()).map(({ path }) => readFile(path, 'utf8')));

  test.each([
    ['in the same second', [1, 1, 1, 1]],
    ['while the clock is set back', [4, 3, 2, 1]],
    ['in every order of hashes', [1, 2, 1, 2]],
  ])('%s', async (_, times) => {
    for (const [index, hour] of times.entries()) {
      await add(`[${index}]`, hour);
      expect(await contents()).toEqual([`[${index}]`, ...(index > 0 ? [`[${index - 1}]`] : [])]);
    }
  });

  test('behind feeds that an earlier version of the tool kept, which is by their times', async () => {
    for (const hour of [2, 3]) {
      const { path } = await add(`[${hour}]`, hour);
      const facts = path.replace(/json$/, 'facts');
      const { since: _, repeats: __, arrival: ___, ...earlier } = JSON.parse(await readFile(facts, 'utf8'));
      await writeFile(facts, JSON.stringify(earlier));
    }
    expect(await contents()).toEqual(['[3]', '[2]']);
    expect(await cache.newest()).toMatchObject({ repeats: 0, since: new Date(Date.UTC(2026, 2, 4, 3, 20)) });
    await add('[1]', 1);
    expect(await contents()).toEqual(['[1]', '[3]']);
  });
});

test('each service and each client has its own', async () => {
  await add('[1]', 1);
  expect(await openFeedCache(directory, 'https://api.example', 'other').all()).toEqual([]);
  expect(await openFeedCache(directory, 'https://other.example', 'client').all()).toEqual([]);
});

test('it can be removed, and all can be cleared', async () => {
  const first = await add('[1]', 1);
  await add('[2]', 2);
  await cache.remove(first);
  expect(await hours()).toEqual([2]);
  await cache.clear();
  expect(await readdir(join(directory, 'feeds'))).toEqual([]);
});

describe('what is not as it was written down is left out', () => {
  const factsOf = ({ path }: CachedFeed) => path.replace(/json$/, 'facts');
  test.each<[string, (feed: CachedFeed) => Promise<void>]>([
    ['a file that grew', ({ path }) => appendFile(path, ' ')],
    ['a file that was cut', ({ path }) => writeFile(path, '[')],
    ['facts that are no JSON', (feed) => writeFile(factsOf(feed), '{"format":1')],
    ['facts that are none', (feed) => writeFile(factsOf(feed), '[]')],
    ['facts of another version', (feed) => writeFile(factsOf(feed), '{"format":2}')],
    ['facts that are nothing', (feed) => writeFile(factsOf(feed), '')],
  ])('%s', async (_, damage) => {
    await add('[1]', 1);
    await damage(await add('[2]', 2));
    expect(await hours()).toEqual([1]);
  });
});

describe('it is for its owner alone', () => {
  test('whatever the umask', async () => {
    const { path } = await add('[1]', 1);
    expect([await modeOf(cache.folder), await modeOf(join(directory, 'feeds'))]).toEqual(['700', '700']);
    expect([await modeOf(path), await modeOf(path.replace(/json$/, 'facts'))]).toEqual(['600', '600']);
  });

  test('a folder that others may enter is closed to them', async () => {
    const open = openFeedCache(directory, 'https://open.example', 'client');
    await mkdir(open.folder, { mode: 0o755 });
    await open.prepare();
    expect(await modeOf(open.folder)).toBe('700');
  });

  test('a folder that is a link elsewhere is not used', async () => {
    const linked = openFeedCache(directory, 'https://linked.example', 'client');
    await symlink(directory, linked.folder);
    await expect(linked.prepare()).rejects.toThrow(FeedCacheUnusable);
  });

  test('a folder of somebody else is not used', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(process, 'getuid').mockReturnValue((await stat(cache.folder)).uid + 1);
    await expect(cache.prepare()).rejects.toThrow('it belongs to another user');
  });

  test('where something else stands in its way, it says what', async () => {
    await writeFile(join(directory, 'file'), '');
    const blocked = openFeedCache(join(directory, 'file'), 'https://api.example', 'client');
    await expect(blocked.prepare()).rejects.toThrow('a part of its path is not a folder');
    expect(await blocked.all()).toEqual([]);
  });
});

describe('a feed that was kept before the machine started', () => {
  const longAgo = async ({ path }: CachedFeed) => utimes(path, 1, 1);

  test('is read once, and then trusted', async () => {
    const feed = await add('[1]', 1);
    await longAgo(feed);
    expect(await cache.newest()).toEqual(feed);
    expect((await stat(feed.path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is left out where a power cut left holes in it', async () => {
    const feed = await add('[1]', 1);
    await writeFile(feed.path, '\0\0\0');
    await longAgo(feed);
    expect(await cache.newest()).toBeUndefined();
  });
});
