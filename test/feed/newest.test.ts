import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FeedCut, FeedHostUnreachable, FeedTooSlow, NotAFeed } from '../../src/feed/errors.ts';
import { freshFeed, readFeed } from '../../src/feed/newest.ts';
import { breakOff, startFeedHost } from '../support/feed-host.ts';
import type { FeedService } from '../support/feed-service.ts';
import { serveForTest } from '../support/on-loopback.ts';
import { failureOf, feed, fetched, isFeed, setUp } from './getting.ts';

/** How often the link and the file were asked for. */
const asked = ({ links, files }: FeedService) => [links, files.length];

describe('a feed is asked for once', () => {
  test('where the link is the same as before, so is the feed', async () => {
    const { service, options } = await setUp();
    const first = await freshFeed(options());
    const stale = options({ freshness: { maxAgeMs: -1 } });
    isFeed(await fetched(stale));
    expect(asked(service)).toEqual([2, 1]);
    expect(await stale.cache.all()).toEqual([first]);
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
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('by many at once, each gets the whole, and one whole file stays', async () => {
    const { options, folder } = await setUp();
    for (const bytes of await Promise.all(Array.from({ length: 8 }, () => fetched(options())))) isFeed(bytes);
    isFeed(await readFile((await options().cache.newest())?.path ?? ''));
    expect(await readdir(folder)).toHaveLength(1);
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
    expect(await readdir(folder)).toHaveLength(1);
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
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['cut', FeedCut, feed.slice(0, -9)],
    ['longer', NotAFeed, `${feed}]`],
    ['lost by a power cut', NotAFeed, '\0'.repeat(feed.length)],
  ])('a kept feed that was damaged since is downloaded again the next time: %s', async (_, kind, text) => {
    const { service, options } = await setUp();
    const { path } = await freshFeed(options());
    await writeFile(path, text);
    expect(await failureOf(fetched(options()))).toBeInstanceOf(kind);
    isFeed(await fetched(options()));
    expect(asked(service)).toEqual([2, 2]);
  });
});

test('a reader who goes away leaves nothing', async () => {
  const { folder, options } = await setUp();
  for await (const _ of readFeed(options(), 'validated')) break;
  expect(await readdir(folder)).toEqual([]);
});

describe('if the feed can not be kept', () => {
  /** What it takes if somebody removes the folder of feeds after the link was asked for. */
  const removing = async () => {
    const { folder, options } = await setUp();
    const { ask } = options();
    return options({
      async ask() {
        await rm(folder, { recursive: true });
        return ask();
      },
    });
  };

  test('it comes all the same, with a notice, if the disk does not take it', async () => {
    const options = await removing();
    isFeed(await fetched(options));
    expect(options.events).toContainEqual({ kind: 'not-kept', reason: expect.any(String) });
    expect(await options.cache.all()).toEqual([]);
  });

  test('it comes all the same, with a notice, if the disk stops taking it', async () => {
    const { folder, options } = await setUp();
    const observed = options();
    for await (const _ of readFeed(observed, 'validated')) await rm(folder, { recursive: true, force: true });
    expect(observed.events.at(-1)).toMatchObject({ kind: 'not-kept' });
  });

  test('a feed that is wanted as a file fails', async () => {
    expect(await failureOf(freshFeed(await removing()))).toMatchObject({ name: 'FeedCacheUnusable' });
  });

  test('a file that is larger than the disk is not begun', async () => {
    const { folder, options } = await setUp();
    const length = String(2 ** 50);
    const host = await startFeedHost({ '/feed': breakOff('[{},', 'fin', { 'content-length': length }) });
    onTestFinished(host.close);
    const observed = options({ ask: async () => ({ url: `${host.url}/feed` }) });
    const reading = async () => {
      for await (const _ of readFeed(observed, 'validated')) expect(await readdir(folder)).toEqual([]);
    };
    expect(await failureOf(reading())).toBeInstanceOf(FeedCut);
  });
});

test('no link, no key and no query is in any file', async () => {
  const { directory, folder, options } = await setUp();
  for await (const _ of readFeed(options(), 'validated')) {
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(names.join()).not.toContain('canary');
  }
  for (const name of await readdir(folder))
    expect(name + (await readFile(join(folder, name), 'utf8'))).not.toMatch(/canary|http:/);
  expect(await readdir(directory)).toEqual(['feeds']);
});
