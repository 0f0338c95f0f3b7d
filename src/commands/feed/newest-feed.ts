import { version } from '../../../package.json';
import { FeedCache } from '../../feed/cache.ts';
import type { FeedEvent } from '../../feed/events.ts';
import type { FeedLink } from '../../feed/feed-link.ts';
import type { Freshness } from '../../feed/freshness.ts';
import { type FeedOptions, type NewestFeed, newestFeed } from '../../feed/newest.ts';
import { productTranslation, type TranslateEntry } from '../../feed/products.ts';
import { reachOfService } from '../../http/connection/network.ts';
import type { RetryPolicy } from '../../http/retry.ts';
import type { Invocation } from '../../line/invocation.ts';
import { cachePlace, InvalidDirectory } from '../../profiles/directories.ts';
import { NoCredentials, NoProfile } from '../../profiles/keys/key-errors.ts';
import { feedVersion } from '../../service/constants.ts';
import type { DialectSettings } from '../../service/dialect.ts';
import type { Io } from '../../terminal/io.ts';
import { proposal } from '../../words/advice.ts';
import { showDownload } from './download-progress.ts';

/** The cache of the profile's service; undefined if there is neither a home directory nor RESALE_CACHE_DIR. */
export const feedCache = async (invocation: Invocation): Promise<FeedCache | undefined> => {
  const directory = cachePlace(invocation.io.env);
  if (directory === undefined) return undefined;
  const { name, baseUrl, clientId } = await invocation.profile();
  if (clientId === undefined) throw new NoCredentials(name);
  return new FeedCache(directory, baseUrl, clientId);
};

/** What it takes to invalidate cached feeds of a sandbox. */
interface News {
  io: { env: Io['env'] };
  warn: Invocation['warn'];
}

/**
 * Invalidates the cached feeds of a sandbox, under each name of this machine: `clear` removes them; after `expire`, the next
 * command requests a new link.
 */
export const outdateLocalFeeds = async (
  { io, warn }: News,
  baseUrl: string,
  clientId: string,
  how: 'clear' | 'expire',
): Promise<void> => {
  const directory = cachePlace(io.env);
  if (directory === undefined) return;
  const url = new URL(baseUrl);
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    url.hostname = name;
    try {
      await new FeedCache(directory, url.origin, clientId)[how]();
    } catch (error) {
      const { errno, code } = error as NodeJS.ErrnoException;
      if (errno === undefined) throw error;
      warn(
        `An earlier feed can't be removed from ${directory} (${code}): use --refresh to get the sandbox's newest.`,
      );
    }
  }
};

/** The options for fetching the feed of the profile's service. `observe` receives every event. */
export const feedOptions = async (
  invocation: Invocation,
  freshness: Freshness,
  observe: (event: FeedEvent) => void,
  linkRetry?: Pick<RetryPolicy, 'maxRetries'>,
): Promise<FeedOptions> => {
  const { io, settings } = invocation;
  const { baseUrl } = await invocation.profile();
  const { timeoutMs, maxRetries, maxWaitMs } = settings;
  const network = await invocation.network();
  return {
    cache: await feedCache(invocation),
    freshness,
    ask: () => askLink(invocation, observe, linkRetry),
    retry: { maxRetries, maxWaitMs },
    serviceReach: () => reachOfService(network, baseUrl),
    network,
    headersTimeoutMs: timeoutMs,
    clock: io.clock,
    userAgent: `resale/${version}`,
    signal: io.interruption,
    observe,
  };
};

/** The newest feed of the profile's service. Shows the download, which ends before anything is printed. */
export const fetchFeed = async (invocation: Invocation, freshness: Freshness): Promise<NewestFeed> => {
  const { observe, stop } = showDownload(invocation);
  try {
    return await newestFeed(await feedOptions(invocation, freshness, observe));
  } finally {
    stop();
  }
};

/** Reads the first products of the feed at a link, without the rest and without the cache. */
export const firstOfFeed =
  (invocation: Invocation) =>
  async (url: string): Promise<readonly unknown[]> => {
    const { firstProducts } = await import('../../feed/beginning.ts');
    const { observe, stop } = showDownload(invocation, true);
    observe({ kind: 'asking' });
    try {
      return await firstProducts(url, await feedOptions(invocation, 'refresh', observe));
    } finally {
      stop();
    }
  };

/** Asks for the link; the waits between the attempts are shown with the download. */
const askLink = async (
  invocation: Invocation,
  observe: (event: FeedEvent) => void,
  retry: Partial<RetryPolicy> = {},
): Promise<FeedLink> => {
  const client = await invocation.connect({
    signal: invocation.io.interruption,
    retry,
    hasProgress: true,
    observe: (event) => {
      if (event.kind === 'wait') observe(event);
    },
  });
  const link = await client.call('getFeedLink', {}).finally(client.close);
  if (link.version !== undefined && link.version !== feedVersion)
    invocation.warn(
      proposal(
        `The service says that its feed has version ${link.version}; this tool knows only version ${feedVersion}, so its fields may differ. To see how:`,
        invocation.here('feed fetch', [], { check: true }),
      ),
    );
  return link;
};

/** The function that translates an entry of the feed into neutral names; undefined without a dialect. */
export const feedTranslation = async (invocation: Invocation): Promise<TranslateEntry | undefined> => {
  const settings = await dialectSettings(invocation);
  return settings && productTranslation(settings);
};

/** The dialect of the profile, if there is one: files can be read without a profile. */
const dialectSettings = async (invocation: Invocation): Promise<DialectSettings | undefined> => {
  try {
    return (await invocation.profile()).dialect;
  } catch (error) {
    if ([NoProfile, NoCredentials, InvalidDirectory].some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
};
