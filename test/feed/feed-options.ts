import { request } from 'undici';
import { type FeedCache, openFeedCache } from '../../src/feed/cache/cache.ts';
import { ContentHash } from '../../src/feed/content-hash.ts';
import type { FeedEvent } from '../../src/feed/events.ts';
import type { FeedOptions } from '../../src/feed/newest.ts';
import { readFeed } from '../../src/feed/newest.ts';
import { collected } from '../support/chunks.ts';

export interface ObservedOptions extends FeedOptions {
  cache: FeedCache;
  /** What happened on the way. */
  events: FeedEvent[];
}

/** What it takes to get the feed of a service, kept in a directory. */
export const optionsFor = (
  { baseUrl }: { baseUrl: string },
  directory: string,
  more: Partial<FeedOptions> = {},
): ObservedOptions => {
  const events: FeedEvent[] = [];
  return {
    freshness: 'hourly',
    askOnce: async () => {
      const { body, headers } = await request(`${baseUrl}/product-feed`);
      const { url } = (await body.json()) as { url: string };
      return { url, date: new Date(String(headers.date)) };
    },
    retry: { maxRetries: 2, maxWaitMs: 50 },
    allowLoopback: true,
    connectTimeoutMs: 2000,
    headersTimeoutMs: 5000,
    userAgent: 'resale/test',
    signal: new AbortController().signal,
    observe: (event) => events.push(event),
    ...more,
    cache: openFeedCache(directory, baseUrl, 'client'),
    events,
  };
};

/** Identifies contents, however they come. */
export const contentHashOf = (...parts: readonly Uint8Array[]): string => {
  const hash = new ContentHash();
  for (const part of parts) hash.update(part);
  return hash.value();
};

/** All bytes of the newest feed. */
export const fetched = (options: FeedOptions): Promise<Buffer> => collected(readFeed(options, 'judged'));
