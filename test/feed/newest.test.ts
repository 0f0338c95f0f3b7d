import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NoCachedFeed } from '../../src/feed/cache/errors.ts';
import { FeedChanged, FeedCut, FeedHostRefused, FeedTooSlow, NotAFeed } from '../../src/feed/errors.ts';
import type { FeedOptions } from '../../src/feed/newest.ts';
import { freshFeed, readFeed } from '../../src/feed/newest.ts';
import { breakOff, startFeedHost } from '../support/feed-host.ts';
import type { FeedBehaviour, FeedService } from '../support/feed-service.ts';
import {
  failureOf,
  feed,
  fetched,
  file,
  isFeed,
  type ObservedOptions,
  optionsFor,
  setUp,
} from './getting.ts';

/** How often the link and the file were asked for. */
const asked = ({ links, files }: FeedService) => [links, files.length];

describe('a feed is asked for once', () => {
  test('as long as it is fresh, it comes from the cache', async () => {
    const { service, options } = await setUp();
    isFeed(await fetched(options()));
    isFeed(await fetched(options()));
    isFeed(await readFile((await freshFeed(options())).path));
    expect(asked(service)).toEqual([1, 1]);
  });

  test('where the link is the same as before, so is the feed', async () => {
    const { service, options } = await setUp();
    const first = await freshFeed(options());
    const stale = options({ freshness: { maxAgeMs: -1 } });
    isFeed(await fetched(stale));
    expect(asked(service)).toEqual([2, 1]);
    expect(await stale.cache.all()).toEqual([{ ...first, ...(await timesOf(stale)) }]);
  });

  test('--refresh downloads it all the same, and keeps one of two that are equal', async () => {
    const { service, options } = await setUp();
    await fetched(options());
    isFeed(await fetched(options({ freshness: 'refresh' })));
    expect(asked(service)).toEqual([2, 2]);
    expect((await options().cache.all()).length).toBe(1);
  });

  test('another feed is kept beside the one before', async () => {
    const { service, options } = await setUp({ expired: true });
    await fetched(options());
    service.behaviour.file = { bytes: Buffer.from('[{}]'), etag: '"two"' };
    expect(String(await fetched(options({ freshness: 'refresh' })))).toBe('[{}]');
    expect((await options().cache.all()).map(({ entries }) => entries)).toEqual([1, 40_000]);
  });

  test('by many at once', async () => {
    const { service, options } = await setUp();
    for (const bytes of await Promise.all(Array.from({ length: 8 }, () => fetched(options())))) isFeed(bytes);
    expect(asked(service)).toEqual([1, 1]);
  });

  test('by many at once, each of whom wants it anew: the second is content with what the first got', async () => {
    const { service, options } = await setUp();
    await Promise.all(Array.from({ length: 2 }, () => fetched(options({ freshness: 'refresh' }))));
    expect(asked(service)).toEqual([1, 1]);
  });
});

const timesOf = async ({ cache }: ObservedOptions) => {
  const { fetchedAt, clockAheadMs } = { ...(await cache.newest()) };
  return { fetchedAt, clockAheadMs };
};

test('a feed that is late is fetched soon after it came, by a new process each time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { service, options } = await setUp({ file: { bytes: Buffer.from('[]'), etag: '"one"' } });
  const at = (time: string) => new Date(`2026-03-04T${time}:00Z`);
  const fetchedAt = async (time: string, freshness: 'hourly' | 'refresh' = 'hourly') => {
    vi.setSystemTime(at(time));
    const isThere = at(time) >= at('00:22');
    service.behaviour.file = isThere
      ? { bytes: Buffer.from('[{}]'), etag: '"two"' }
      : { bytes: Buffer.from('[]'), etag: '"one"' };
    const ask = async () => {
      asks.push(time);
      return { answer: { url: `${service.baseUrl}/file/${isThere ? 'second' : 'first'}` }, date: at(time) };
    };
    return String(await fetched(options({ ask, freshness })));
  };
  const asks: string[] = [];
  const texts: string[] = [];
  for (const time of ['00:10', '00:12', '00:18', '00:19', '00:22', '00:23', '01:16', '01:17'])
    texts.push(`${time} ${await fetchedAt(time)}`);
  expect(texts.filter((text) => text.endsWith('{}]')).map((text) => text.slice(0, 5))).toEqual([
    '00:22',
    '00:23',
    '01:16',
    '01:17',
  ]);
  expect(asks).toEqual(['00:10', '00:18', '00:22', '01:17']);
});

describe('offline', () => {
  test('what is kept, whatever its age', async () => {
    const { service, options } = await setUp();
    await fetched(options());
    const old = await options().cache.newest();
    if (old) await options().cache.confirm(old, { fetchedAt: new Date(0), clockAheadMs: 0 });
    isFeed(await fetched(options({ freshness: 'offline' })));
    expect(asked(service)).toEqual([1, 1]);
  });

  test('where nothing is kept, that is said, and nothing is asked or written', async () => {
    const { service, directory, options } = await setUp();
    expect(await failureOf(fetched(options({ freshness: 'offline' })))).toBeInstanceOf(NoCachedFeed);
    expect([asked(service), await readdir(directory)]).toEqual([[0, 0], []]);
  });
});

describe('a download that broke for good', () => {
  test('is continued the next time', async () => {
    const { service, folder, options } = await setUp({ cuts: [600_000, 0, 0], cut: 'stall' });
    expect(await failureOf(fetched(options()))).toBeInstanceOf(FeedTooSlow);
    const { size } = await stat(join(folder, 'part'));
    isFeed(await fetched(options()));
    expect(service.files.at(-1)).toMatchObject({ range: `bytes=${size}-`, 'if-range': '"one"' });
    expect(await readdir(folder)).toEqual([
      expect.stringMatching(/^feed-.*\.facts$/),
      expect.stringMatching(/^feed-.*\.json$/),
      'link-requests.json',
    ]);
  });

  test('is continued in its encoding', async () => {
    const packed = { bytes: gzipSync(feed), etag: '"gzip"', encoding: 'gzip' };
    const { service, options } = await setUp({ file: packed, cuts: [90_000, 0, 0], cut: 'stall' });
    expect(await failureOf(fetched(options()))).toBeInstanceOf(FeedTooSlow);
    isFeed(await fetched(options()));
    expect(service.files.at(-1)).toMatchObject({ range: expect.any(String), 'accept-encoding': 'gzip' });
    isFeed(await readFile((await options().cache.newest())?.path ?? ''));
  });

  test('starts over if the file has changed by then', async () => {
    const { service, options } = await setUp({ cuts: [600_000, 0, 0], cut: 'stall' });
    await failureOf(fetched(options()));
    service.behaviour.file = { bytes: Buffer.from('[{}]'), etag: '"two"' };
    expect(String(await fetched(options()))).toBe('[{}]');
  });

  test('is not continued after a restart of the machine: its bytes may not have reached the disk', async () => {
    const { service, folder, options } = await setUp({ cuts: [600_000, 0, 0], cut: 'stall' });
    await failureOf(fetched(options()));
    await utimes(join(folder, 'part'), 0, 0);
    isFeed(await fetched(options()));
    expect(service.files.at(-1)?.range).toBeUndefined();
  });

  test('where all of it was there already, the host is asked for nothing more', async () => {
    const { service, folder, options } = await setUp();
    await fetched(options());
    const [kept] = await options().cache.all();
    await options().cache.clear();
    await options().cache.prepare();
    await writeFile(join(folder, 'part'), feed);
    await writeFile(join(folder, 'part.facts'), JSON.stringify({ etag: '"one"', encoding: '' }));
    isFeed(await fetched(options()));
    expect(service.files.at(-1)).toMatchObject({ range: `bytes=${feed.length}-` });
    expect(await options().cache.newest()).toMatchObject({ contentHash: kept?.contentHash });
  });

  test('leaves the good older file where it is', async () => {
    const { service, options } = await setUp();
    await fetched(options());
    service.behaviour.cuts.push(600_000, 0, 0);
    expect(await failureOf(fetched(options({ freshness: 'refresh' })))).toBeInstanceOf(FeedCut);
    isFeed(await fetched(options({ freshness: 'offline' })));
  });

  test('is continued again if the rest ends early, though nothing breaks', async () => {
    const { service, options } = await setUp({
      cuts: [600_000, 1000],
      cut: 'stall',
      afterCut: (now) => {
        now.chunked = true;
        now.cut = 'end';
      },
    });
    isFeed(await fetched(options()));
    expect(service.files.map(({ range }) => range)).toEqual([undefined, 'bytes=600000-', 'bytes=601000-']);
  });

  test('is not tried again more often than was said', async () => {
    const { service, options } = await setUp({ cuts: [9, 9, 9, 9] });
    await failureOf(fetched(options({ retry: { maxRetries: 1, maxWaitMs: 50 } })));
    expect(service.files.length).toBe(2);
  });
});

describe('a download that breaks after some of it went out', () => {
  const breaking = (etag: string): Partial<FeedBehaviour> => ({
    ranges: 'ignored',
    cuts: [600_000],
    cut: 'stall',
    afterCut: (now) => {
      now.file = { bytes: file.bytes, etag };
    },
  });

  test('goes on after that if the host sends the same file from its beginning', async () => {
    const { service, options } = await setUp(breaking('"one"'));
    isFeed(await fetched(options()));
    expect(service.files.length).toBe(2);
  });

  test('fails where the host says that it is another file: whether it is, is not worth another download', async () => {
    const { service, options } = await setUp(breaking('"two"'));
    expect(await failureOf(fetched(options()))).toBeInstanceOf(FeedChanged);
    expect(service.files.length).toBe(2);
    isFeed(await fetched(options()));
  });
});

describe('a link that has expired', () => {
  test('is replaced by a new one', async () => {
    const { service, options } = await setUp({
      cuts: [600_000],
      cut: 'stall',
      afterCut: (now) => {
        now.expired = true;
      },
    });
    isFeed(await fetched(options()));
    expect([asked(service), service.files.at(-1)?.range]).toEqual([[2, 3], 'bytes=600000-']);
  });

  test('but only once', async () => {
    const { service, options } = await setUp({ expired: true });
    const refusing = options();
    const stale = {
      ...refusing,
      ask: async () => ({ answer: { url: `${service.baseUrl}/file/none` }, date: undefined }),
    };
    expect(await failureOf(fetched(stale))).toBeInstanceOf(FeedHostRefused);
    expect(service.files.length).toBe(2);
  });
});

describe('a file that is no feed', () => {
  test.each([
    ['a page', '<html><body>Sign in</body></html>', NotAFeed],
    ['an object', '{"products":[]}', NotAFeed],
    ['an array that goes on after its end', '[{}] [{}]', NotAFeed],
    ['an array that does not end', '[{},{}', FeedCut],
    ['nothing', '', NotAFeed],
    ['packed rubbish', gzipSync('[{},{},{}]').subarray(0, -9), FeedCut],
  ])('is neither kept nor continued: %s', async (_, content, kind) => {
    const { folder, options } = await setUp({ file: { bytes: Buffer.from(content), etag: '"one"' } });
    expect(await failureOf(fetched(options()))).toBeInstanceOf(kind);
    expect(await readdir(folder)).toEqual(['link-requests.json']);
  });

  test('a kept feed that was damaged since is downloaded again the next time', async () => {
    const { service, options } = await setUp();
    const { path, length } = await freshFeed(options());
    await writeFile(path, `[{"${'['.repeat(length - 3)}`);
    expect(await failureOf(fetched(options()))).toBeInstanceOf(FeedCut);
    isFeed(await fetched(options()));
    expect(asked(service)).toEqual([2, 2]);
  });
});

test('a reader who goes away leaves a part to go on with', async () => {
  const { service, folder, options } = await setUp();
  for await (const _ of readFeed(options(), 'judged')) break;
  const { size } = await stat(join(folder, 'part'));
  expect(size).toBeGreaterThan(0);
  isFeed(await fetched(options()));
  expect(service.files.at(-1)).toMatchObject({ range: `bytes=${size}-` });
});

describe('if the feed can not be kept', () => {
  test('it comes all the same, silently, if no directory can be made', async () => {
    const { service, directory } = await setUp();
    await writeFile(join(directory, 'file'), '');
    const options = optionsFor(service, join(directory, 'file'));
    isFeed(await fetched(options));
    expect(options.events.map(({ kind }) => kind)).not.toContain('not-kept');
  });

  test('it comes all the same, with a notice, if the disk stops taking it', async () => {
    const { folder, options } = await setUp();
    // What stands where the download should go can't be written, whoever one is.
    await mkdir(join(folder, 'part', 'deep'), { recursive: true });
    await chmod(folder, 0o700);
    const observed = options();
    isFeed(await fetched(observed));
    expect(observed.events.at(-1)).toMatchObject({ kind: 'not-kept' });
    expect(await observed.cache.all()).toEqual([]);
  });

  test('a file that is larger than the disk is not begun', async () => {
    const { folder, options } = await setUp();
    const length = String(2 ** 50);
    const host = await startFeedHost({ '/feed': breakOff('[{},', 'fin', { 'content-length': length }) });
    onTestFinished(host.close);
    const ask: FeedOptions['ask'] = async (turn) => {
      await turn();
      return { answer: { url: `${host.url}/feed` }, date: undefined };
    };
    expect(await failureOf(fetched(options({ ask })))).toBeInstanceOf(FeedCut);
    expect(await readdir(folder)).toEqual(['link-requests.json']);
  });

  test('a feed that is wanted as a file fails', async () => {
    const { folder, options } = await setUp();
    await mkdir(join(folder, 'part', 'deep'), { recursive: true });
    expect(await failureOf(freshFeed(options()))).toMatchObject({ name: 'FeedCacheUnusable' });
  });
});

test('no link, no key and no query is in any file', async () => {
  const { directory, folder, options } = await setUp({ cuts: [600_000, 0, 0], cut: 'stall' });
  await failureOf(fetched(options()));
  for (let round = 1; round <= 2; round++) {
    const names = await readdir(folder);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/canary|http:/);
    await fetched(options());
  }
  expect(await readdir(directory)).toEqual(['feeds']);
});
