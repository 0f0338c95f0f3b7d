import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFeedCache } from '../../src/feed/cache.ts';
import type { FeedEvent } from '../../src/feed/feed-events.ts';
import type { FeedOptions } from '../../src/feed/source.ts';

/** A directory for one test. */
export const freshDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'resale-feed-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** What it takes to get the feed of a service, kept in a directory; `events` is what happened on the way. */
export const optionsFor = (
  { baseUrl }: { baseUrl: string },
  directory: string,
  more: Partial<FeedOptions> = {},
): FeedOptions & { cache: NonNullable<FeedOptions['cache']>; events: FeedEvent[] } => {
  const events: FeedEvent[] = [];
  return {
    cache: openFeedCache(directory, baseUrl, 'client'),
    freshness: 'hourly',
    askOnce: async () => {
      const answer = await globalThis.fetch(`${baseUrl}/product-feed`);
      const { url } = (await answer.json()) as { url: string };
      return { url, date: new Date(answer.headers.get('date') ?? '') };
    },
    retry: { maxRetries: 2, maxWaitMs: 50 },
    allowLoopback: true,
    connectTimeoutMs: 2000,
    headersTimeoutMs: 5000,
    userAgent: 'resale/test',
    signal: new AbortController().signal,
    observe: (event) => events.push(event),
    events,
    ...more,
  } as never;
};
