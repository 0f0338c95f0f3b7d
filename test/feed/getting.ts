import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { FeedCache } from '../../src/feed/cache.ts';
import type { FeedEvent } from '../../src/feed/events.ts';
import { type FeedOptions, newestFeed } from '../../src/feed/newest.ts';
import { collected } from '../support/chunks.ts';
import { leapingClock } from '../support/clock.ts';
import { type FeedBehaviour, startFeedServices } from '../support/feed-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface ObservedOptions extends FeedOptions {
  cache: FeedCache;
  /** What happened on the way. */
  events: FeedEvent[];
}

/** How a host on this machine is asked, by whom nobody waits. */
export const patience = () => ({
  serviceReach: async () => 'machine' as const,
  headersTimeoutMs: 60_000,
  userAgent: 'resale/test',
  clock: leapingClock(),
  signal: new AbortController().signal,
});

/** What it takes to get the feed of a service, kept in a directory. */
export const optionsFor = (
  { baseUrl }: { baseUrl: string },
  directory: string,
  more: Partial<ObservedOptions> = {},
): ObservedOptions => {
  const events: FeedEvent[] = [];
  return {
    freshness: 'hourly',
    ask: async () => (await fetch(`${baseUrl}/product-feed`)).json() as Promise<{ url: string }>,
    retry: { maxRetries: 2, maxWaitMs: 50 },
    ...patience(),
    observe: (event) => events.push(event),
    cache: new FeedCache(directory, baseUrl, 'client'),
    ...more,
    events,
  };
};

/** The files in a cache's folder, but for the times of questions. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== 'asked');

/** All bytes of the newest feed. */
export const fetched = async (options: FeedOptions): Promise<Buffer> =>
  collected((await newestFeed(options)).read());

/** A feed that comes in many chunks. */
export const feed = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ id, title: `Coat ${id * 7919}` })),
);
/** The same as its host serves it. */
export const file = { bytes: Buffer.from(feed), etag: '"one"' };

/** A service with a feed, and what it takes to get it. */
export const setUp = async (behaviour: Partial<FeedBehaviour> = {}) => {
  const service = (await startFeedServices())({ file, ...behaviour });
  const directory = temporaryFolder();
  // What stalls is given up soon, but not where the machine pauses for a moment.
  const leastSpeed = { bytesPerSecond: 10_000, windowMs: 600 };
  const options = (more: Partial<ObservedOptions> = {}) =>
    optionsFor(service, directory, { leastSpeed, ...more });
  return { service, directory, options, folder: options().cache.folder };
};

/** What an attempt fails with. */
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );

/** Checks that the whole of that feed came. */
export const isFeed = (bytes: Buffer) => expect(bytes.equals(file.bytes)).toBe(true);
