import { type FeedCache, openFeedCache } from '../../feed/cache/cache.ts';
import { cachePlace } from '../../profiles/directories.ts';
import { NoCredentials } from '../../profiles/keys/errors.ts';
import type { Io } from '../../terminal/io.ts';
import type { Invocation } from '../invocation.ts';

/** The cache of the profile's service; undefined if there is neither a home directory nor RESALE_CACHE_DIR. */
export const feedCache = async (invocation: Invocation): Promise<FeedCache | undefined> => {
  const directory = await cachePlace(invocation.io.env);
  if (directory === undefined) return undefined;
  const { name, baseUrl, clientId } = await invocation.profile();
  if (clientId === undefined) throw new NoCredentials(name);
  return openFeedCache(directory, baseUrl, clientId);
};

/** What a sandbox has to say to the caches of feeds on this machine. */
interface News {
  io: { env: Io['env'] };
  warn: Invocation['warn'];
}

/** Drops the cached feeds of a service on this machine, under each name of the machine. */
export const dropLocalFeeds = (news: News, baseUrl: string, clientId: string): Promise<void> =>
  inLocalCaches(news, baseUrl, clientId, (cache) => cache.clear());

/** The same, but has them asked for again: the service has a new feed. */
export const expireLocalFeeds = (news: News, baseUrl: string, clientId: string): Promise<void> =>
  inLocalCaches(news, baseUrl, clientId, (cache) => cache.expire());

const inLocalCaches = async (
  { io, warn }: News,
  baseUrl: string,
  clientId: string,
  act: (cache: FeedCache) => Promise<void>,
): Promise<void> => {
  const directory = await cachePlace(io.env);
  if (directory === undefined) return;
  const url = new URL(baseUrl);
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    url.hostname = name;
    try {
      await act(openFeedCache(directory, url.origin, clientId));
    } catch (error) {
      const { errno, code } = error as NodeJS.ErrnoException;
      if (errno === undefined) throw error;
      warn(
        `An earlier feed can't be removed from ${directory} (${code}): use --refresh to get the sandbox's newest.`,
      );
    }
  }
};
