import { readdirSync } from 'node:fs';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FeedCache } from '../../src/feed/cache.ts';
import { FeedCut, FeedHostUnreachable, FeedTooSlow, NotAFeed } from '../../src/feed/feed-errors.ts';
import { askForLink, newestFeed } from '../../src/feed/newest.ts';
import { collected } from '../support/chunks.ts';
import { leapingClock } from '../support/clock.ts';
import { breakOff, startFeedHost } from '../support/feed-host.ts';
import type { FeedService, ServedFile } from '../support/feed-service.ts';
import { serveForTest } from '../support/on-loopback.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { failureOf, feed, fetched, filesIn, isFeed, file as plain, setUp } from './getting.ts';

/** More than a connection brings at once. */
const packed = gzipSync(feed, { level: 1 });

/** How often the link and the file were asked for. */
const asked = ({ links, files }: FeedService) => [links, files.length];

describe('a feed is asked for once', () => {
  test('where the link is the same as before, so is the feed', async () => {
    const { service, options } = await setUp();
    const { isKept, read, ...first } = await newestFeed(options());
    const stale = options({ freshness: { maxAgeMs: -1 } });
    isFeed(await fetched(stale));
    expect(asked(service)).toEqual([2, 1]);
    expect(await stale.cache.all()).toEqual([first]);
  });

  test('where another process fetches it before the link comes, that is it', async () => {
    const { service, options } = await setUp();
    const { ask } = options();
    const fetchedMeanwhile = async () => {
      await fetched(options());
      return ask();
    };
    isFeed(await fetched(options({ ask: fetchedMeanwhile })));
    expect(asked(service)).toEqual([2, 1]);
  });

  test('--refresh downloads it all the same, and keeps one of two that are equal', async () => {
    const { service, options } = await setUp();
    await fetched(options());
    isFeed(await fetched(options({ freshness: 'refresh' })));
    expect(asked(service)).toEqual([2, 2]);
    expect((await options().cache.all()).length).toBe(1);
  });

  test('another feed is kept beside the one before', async () => {
    const { service, options, folder } = await setUp({ expired: true });
    await fetched(options());
    service.behaviour.file = { bytes: Buffer.from('[{}]'), etag: '"two"' };
    expect(String(await fetched(options({ freshness: 'refresh' })))).toBe('[{}]');
    const kept = await options().cache.all();
    expect(await Promise.all(kept.map(({ path }) => readFile(path, 'utf8')))).toEqual(['[{}]', feed]);
    expect(await filesIn(folder)).toHaveLength(2);
  });

  test('by many at once, each gets the whole, and one whole file stays', async () => {
    const { options, folder } = await setUp();
    for (const bytes of await Promise.all(Array.from({ length: 8 }, () => fetched(options())))) isFeed(bytes);
    isFeed(await readFile((await options().cache.newest())?.path ?? ''));
    expect(await filesIn(folder)).toHaveLength(1);
  });
});

test('a feed that is late is asked for again after two minutes, by whichever process comes then', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { service, options } = await setUp();
  const asks: string[] = [];
  const fetchedAt = async (time: string) => {
    const now = new Date(`2026-03-04T${time}:00Z`);
    vi.setSystemTime(now);
    const isThere = now >= new Date('2026-03-04T00:22:00Z');
    service.behaviour.file = { bytes: Buffer.from(isThere ? '[{}]' : '[]') };
    const ask = async () => {
      asks.push(time);
      return { url: `${service.baseUrl}/file/${isThere ? 'second' : 'first'}` };
    };
    return String(await fetched(options({ ask })));
  };
  const texts: string[] = [];
  for (const time of ['00:10', '00:12', '00:18', '00:19', '00:22', '00:23', '01:16', '01:17'])
    texts.push(await fetchedAt(time));
  expect(texts).toEqual(['[]', '[]', '[]', '[]', '[{}]', '[{}]', '[{}]', '[{}]']);
  expect(asks).toEqual(['00:10', '00:18', '00:22', '01:17']);
});

describe('a download that broke', () => {
  test('for good leaves the good older file where it is, and nothing else', async () => {
    const { service, options, folder } = await setUp();
    await fetched(options());
    service.behaviour.cuts.push(300_000, 0, 0);
    expect(await failureOf(fetched(options({ freshness: 'refresh' })))).toBeInstanceOf(FeedCut);
    isFeed(await fetched(options({ freshness: 'offline' })));
    expect(await filesIn(folder)).toHaveLength(1);
  });

  test('is continued again if the rest ends early, though nothing breaks', async () => {
    const { service, options } = await setUp({
      cuts: [300_000, 1000],
      cut: 'stall',
      afterCut: (now) => {
        now.chunked = true;
        now.cut = 'end';
      },
    });
    isFeed(await fetched(options()));
    expect(service.files.map(({ range }) => range)).toEqual([undefined, 'bytes=300000-', 'bytes=301000-']);
  });

  test('is continued in its encoding', async () => {
    const packed = { bytes: gzipSync(feed), etag: '"gzip"', encoding: 'gzip' };
    const { service, options } = await setUp({ file: packed, cuts: [40_000], cut: 'stall' });
    isFeed(await fetched(options()));
    expect(service.files.at(-1)).toMatchObject({ range: 'bytes=40000-', 'accept-encoding': 'gzip' });
    isFeed(await readFile((await options().cache.newest())?.path ?? ''));
  });

  test('is not tried again more often than was said', async () => {
    const { service, options } = await setUp({ cuts: [9, 9, 9, 9], cut: 'stall' });
    const retry = { maxRetries: 1, maxWaitMs: 50 };
    expect(await failureOf(fetched(options({ retry })))).toBeInstanceOf(FeedTooSlow);
    expect(service.files.length).toBe(2);
  });

  test('is not tried again once no time is left for an answer', async () => {
    let requests = 0;
    const url = await serveForTest(createServer(() => (requests += 1)));
    const { options } = await setUp();
    const silent = options({
      ask: async () => ({ url }),
      headersTimeoutMs: 200,
      retry: { maxRetries: 5, maxWaitMs: 50 },
    });
    expect(await failureOf(fetched(silent))).toBeInstanceOf(FeedHostUnreachable);
    expect(requests).toBe(1);
  });
});

describe('a file that is no feed', () => {
  test.each([
    ['a page', '<html><body>Sign in</body></html>', NotAFeed],
    ['an array that does not end', '[{},{}', FeedCut],
    ['packed rubbish', gzipSync('[{},{},{}]').subarray(0, -9), FeedCut],
  ])('is not kept: %s', async (_, content, kind) => {
    const { folder, options } = await setUp({ file: { bytes: Buffer.from(content), etag: '"one"' } });
    expect(await failureOf(fetched(options()))).toBeInstanceOf(kind);
    expect(await filesIn(folder)).toEqual([]);
  });

  test.each([
    ['cut', feed.slice(0, -9)],
    ['longer', `${feed}]`],
  ])('a kept feed that was damaged since is downloaded again: %s', async (_, text) => {
    const { service, options } = await setUp();
    const { path } = await newestFeed(options());
    await writeFile(path, text);
    isFeed(await fetched(options()));
    expect(asked(service)).toEqual([2, 2]);
  });
});

describe('a download that another process left', () => {
  /** A download that was stopped in the middle. */
  const stopped = async (file: Partial<ServedFile> = {}, at = 300_000) => {
    const made = await setUp({ file: { ...plain, ...file }, cuts: [at], cut: 'stall' });
    const controller = new AbortController();
    const reading = fetched(
      made.options({
        signal: controller.signal,
        observe: (event) => {
          if (event.kind === 'progress' && event.received >= at) controller.abort(new Error('stopped'));
        },
      }),
    );
    expect(await failureOf(reading)).toMatchObject({ message: 'stopped' });
    return made;
  };

  test('is continued where it was, behind the same strong ETag', async () => {
    const { service, options, folder } = await stopped();
    isFeed(await fetched(options()));
    expect(service.files.map(({ range, 'if-range': ifRange }) => [range, ifRange])).toEqual([
      [undefined, undefined],
      ['bytes=300000-', '"one"'],
    ]);
    isFeed(await readFile((await options().cache.newest())?.path ?? ''));
    // What it left stays for a while: it may be at work.
    expect((await filesIn(folder)).map((name) => name.split('-')[0]).sort()).toEqual(['feed', 'part']);
  });

  test('is continued in its encoding', async () => {
    const { service, options } = await stopped({ bytes: packed, encoding: 'gzip' }, 100_000);
    isFeed(await fetched(options()));
    expect(service.files.at(-1)).toMatchObject({ range: 'bytes=100000-', 'accept-encoding': 'gzip' });
  });

  test('begins anew where the host has another file by now', async () => {
    const { service, options } = await stopped();
    service.behaviour.file = { bytes: Buffer.from('[{}]'), etag: '"two"' };
    expect(String(await fetched(options()))).toBe('[{}]');
    expect(service.files.length).toBe(2);
  });

  test('leaves nothing where no strong ETag tells what it belongs to', async () => {
    const { folder } = await stopped({ etag: 'W/"one"' });
    expect(await filesIn(folder)).toEqual([]);
  });

  test('loses its part once that has stood still for long', async () => {
    const { folder, options } = await stopped();
    const [part = ''] = await filesIn(folder);
    await utimes(join(folder, part), 1, 1);
    isFeed(await fetched(options()));
    expect((await filesIn(folder)).length).toBe(1);
  });

  test('is not gone on with where a power cut has lost some of it', async () => {
    const { folder, options } = await stopped();
    const [part = ''] = await filesIn(folder);
    await writeFile(join(folder, part), Buffer.alloc(300_000));
    await utimes(join(folder, part), 1, 1);
    expect(await failureOf(fetched(options()))).toBeInstanceOf(NotAFeed);
    isFeed(await fetched(options()));
  });
});

test('a reader who goes away leaves the feed', async () => {
  const { folder, options } = await setUp();
  for await (const _ of (await newestFeed(options())).read()) break;
  expect(await filesIn(folder)).toHaveLength(1);
});

describe('the link is asked for fifteen times a minute at most, by however many processes', () => {
  const askedBy = async (processes: number, maxWaitMs: number) => {
    const { options } = await setUp();
    // Between a question and its note, no time passes.
    const clock = leapingClock(Number.POSITIVE_INFINITY);
    const asks: number[] = [];
    const { ask, retry } = options();
    const askInTime = () => {
      asks.push(clock.now());
      return ask();
    };
    for (let process = 0; process < processes; process++)
      await askForLink(options({ clock, ask: askInTime, retry: { ...retry, maxWaitMs } }));
    return asks;
  };

  test('the others wait', async () => {
    const asks = await askedBy(40, 60_000);
    for (const [at, time] of asks.slice(15).entries())
      expect(time - (asks[at] ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect((asks[14] ?? 0) - (asks[0] ?? 0)).toBeLessThan(60_000);
  });

  test('or are refused, where nobody would wait for so long', async () => {
    expect(await failureOf(askedBy(16, 1000))).toMatchObject({ code: 'rate-limited' });
  });
});

describe('if the feed can not be kept', () => {
  /** Where the machine has folders that are only there for a moment. */
  const passing = (folder = temporaryFolder()) => {
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    return folder;
  };

  test.each([
    ['there is no place for it', undefined],
    ['its place can not be used', new FeedCache('/dev/null/cache', 'https://api.example', 'client')],
  ])('it is there to be read once: %s', async (_, cache) => {
    const { options } = await setUp();
    const folder = passing();
    const feed = await newestFeed({ ...options(), cache });
    expect(await readdir(folder)).toHaveLength(1);
    isFeed(await collected(feed.read()));
    expect(await readdir(folder)).toEqual([]);
  });

  test('what fails leaves nothing there', async () => {
    const { options } = await setUp({ file: { bytes: Buffer.from('<html>'), etag: '"one"' } });
    const folder = passing();
    expect(await failureOf(newestFeed({ ...options(), cache: undefined }))).toBeInstanceOf(NotAFeed);
    expect(await readdir(folder)).toEqual([]);
  });

  test('where nothing can be written at all, that is said', async () => {
    const { options } = await setUp();
    passing('/dev/null');
    expect(await failureOf(newestFeed({ ...options(), cache: undefined }))).toMatchObject({
      name: 'FeedCacheUnusable',
    });
  });

  test('a folder that is removed meanwhile is an error', async () => {
    const { folder, options } = await setUp();
    const { ask } = options();
    const removing = options({
      async ask() {
        await rm(folder, { recursive: true });
        return ask();
      },
    });
    expect(await failureOf(fetched(removing))).toMatchObject({ name: 'FeedCacheUnusable' });
  });

  test('a file that is larger than the disk is not begun', async () => {
    const { folder, options } = await setUp();
    const length = String(2 ** 50);
    const host = await startFeedHost({ '/feed': breakOff('[{},', 'fin', { 'content-length': length }) });
    onTestFinished(host.close);
    const reading = fetched(options({ ask: async () => ({ url: `${host.url}/feed` }) }));
    expect(await failureOf(reading)).toMatchObject({
      name: 'FeedCacheUnusable',
      message: expect.stringContaining('there is not enough room on the disk'),
    });
    expect(await filesIn(folder)).toEqual([]);
  });
});

test('no link, no key and no query is in any file', async () => {
  const { directory, folder, options } = await setUp({ cuts: [300_000] });
  let names: string[] = [];
  await fetched(
    options({
      observe(event) {
        if (event.kind === 'wait') names = readdirSync(folder);
      },
    }),
  );
  expect(names.length).toBeGreaterThan(0);
  for (const name of [...names, ...(await readdir(folder))])
    expect(name + Buffer.from(name.split('.')[1] ?? '', 'base64url')).not.toMatch(/canary|http:/);
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/canary|http:/);
  expect(await readdir(directory)).toEqual(['feeds']);
});
