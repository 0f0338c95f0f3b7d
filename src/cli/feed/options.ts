import type { FeedEvent } from '../../feed/events.ts';
import type { Freshness } from '../../feed/freshness.ts';
import type { FeedOptions } from '../../feed/sources.ts';
import { connectTimeoutMs } from '../connection.ts';
import type { Invocation } from '../invocation.ts';
import { feedCache } from './cache.ts';

/** What it takes to get the feed of the profile's service. `observe` is told what happens on the way. */
export const feedOptions = async (
  invocation: Invocation,
  freshness: Freshness,
  observe: (event: FeedEvent) => void,
): Promise<FeedOptions> => {
  const [{ isLoopback }, { version }] = await Promise.all([
    import('../../network/url.ts'),
    import('../version.ts'),
  ]);
  const { io, settings } = invocation;
  const { baseUrl } = await invocation.profile();
  const { timeoutMs, maxRetries, maxWaitMs } = settings;
  return {
    cache: await feedCache(invocation),
    freshness,
    askOnce: () => askLinkOnce(invocation),
    retry: { maxRetries, maxWaitMs },
    allowLoopback: isLoopback(new URL(baseUrl)),
    connectTimeoutMs: connectTimeoutMs(settings),
    network: await invocation.network(),
    timed: invocation.trace() !== undefined,
    headersTimeoutMs: timeoutMs,
    userAgent: `resale/${version}`,
    signal: io.interruption,
    observe,
  };
};

/** Every request is counted before it leaves, so the client is to repeat none by itself. */
const askLinkOnce = async (invocation: Invocation): Promise<{ url: string; date: Date | undefined }> => {
  let date: Date | undefined;
  const client = await invocation.connect({
    signal: invocation.io.interruption,
    connections: 1,
    retry: { maxRetries: 0 },
    isWatched: true,
    observe: (event) => {
      if (event.kind === 'answer') date = timeOf(event.answer.headers.date);
    },
  });
  try {
    const { url } = await client.call('getFeedLink', {});
    return { url, date };
  } finally {
    await client.close();
  }
};

const timeOf = (header: string | undefined): Date | undefined => {
  const time = new Date(header ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
};
