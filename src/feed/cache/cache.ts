import { createHash } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ifMissing, ifRefused } from '../../disk/if-missing.ts';
import { askedAgain, type FetchTime } from '../freshness.ts';
import { type CachedFeed, factsPath, readCachedFeed, writeFacts } from './cached-feed.ts';
import { isFeedFolder, makeFeedFolder } from './folder.ts';

/** The feeds of one service, as one client sees it, that are kept on this machine: at most two. */
export interface FeedCache {
  readonly folder: string;
  newest(): Promise<CachedFeed | undefined>;
  /** Newest first. A file that does not match its facts, or is not ours, is left out. Fails with `FeedCacheUnusable`. */
  all(): Promise<CachedFeed[]>;
  /** Makes the folder. Fails with `FeedCacheUnusable`. */
  prepare(): Promise<void>;
  /** Adds a finished file in the folder to the cache, and drops the oldest. A feed with the same content is replaced. */
  add(file: string, facts: DownloadFacts): Promise<CachedFeed>;
  /** Records that the service has given this feed's link again. */
  confirm(feed: CachedFeed, asked: FetchTime): Promise<CachedFeed>;
  remove(feed: CachedFeed): Promise<void>;
  /** Records that the service has a newer feed than those that are kept. */
  expire(): Promise<void>;
  /** Drops everything that is kept for this service and client. */
  clear(): Promise<void>;
}

/** What a download says about its feed. */
type DownloadFacts = Omit<CachedFeed, 'path' | 'arrival' | 'since' | 'repeats'>;

const keptFeeds = 2;
const factsName = /^feed-[\w-]+\.facts$/;

/** The directory with the feeds of all services, each in its own folder. */
const feedsFolder = (cacheDirectory: string): string => join(cacheDirectory, 'feeds');

/** Opens the cache of a base URL and a client id. Touches no file yet. */
export const openFeedCache = (cacheDirectory: string, origin: string, clientId: string): FeedCache => {
  const name = createHash('sha256').update(`${origin}\n${clientId}`).digest('hex').slice(0, 32);
  const folder = join(feedsFolder(cacheDirectory), name);

  const fileNames = async (): Promise<string[]> =>
    isFeedFolder(folder) ? readdir(folder).catch(ifRefused([])) : [];

  const all = async (): Promise<CachedFeed[]> => {
    const names = (await fileNames()).filter((name) => factsName.test(name));
    const feeds = await Promise.all(names.map((name) => readCachedFeed(join(folder, name))));
    return feeds
      .filter((feed) => feed !== undefined)
      .sort(byArrival)
      .slice(0, keptFeeds);
  };

  /** Drops every feed but the given ones. */
  const prune = async (staying: readonly CachedFeed[]): Promise<void> => {
    const names = staying.flatMap(({ path }) => [basename(path), basename(factsPath(path))]);
    for (const name of await fileNames())
      if (name.startsWith('feed-') && !names.includes(name)) await rm(join(folder, name), { force: true });
  };

  return {
    folder,
    all,
    newest: async () => (await all())[0],
    prepare: async () => makeFeedFolder(folder),
    async add(file, facts) {
      const before = await all();
      const others = before.filter(({ contentHash }) => contentHash !== facts.contentHash);
      const [newest] = before;
      const asked =
        newest?.linkHash === facts.linkHash
          ? askedAgain(newest, facts)
          : { since: facts.fetchedAt, repeats: 0 };
      const time = facts.fetchedAt.toISOString().replace(/[-:]|\.\d+/g, '');
      const path = join(folder, `feed-${time}-${facts.contentHash}.json`);
      const feed = { path, arrival: (newest?.arrival ?? 0) + 1, ...facts, ...asked };
      await rename(file, path);
      await writeFacts(feed);
      await prune([feed, ...others.slice(0, keptFeeds - 1)]);
      return feed;
    },
    async confirm(feed, asked) {
      const confirmed = { ...feed, ...askedAgain(feed, asked) };
      await writeFacts(confirmed);
      return confirmed;
    },
    async remove({ path }) {
      await rm(factsPath(path), { force: true });
      await rm(path, { force: true });
    },
    async expire() {
      const [newest] = await all();
      if (newest) await writeFacts({ ...newest, isOver: true });
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Newest first. Feeds that an earlier version of this tool kept have no number, and are older than those that have. */
const byArrival = (one: CachedFeed, other: CachedFeed): number =>
  other.arrival - one.arrival || other.fetchedAt.getTime() - one.fetchedAt.getTime();

/** How many feeds are kept on this machine, of all services and clients together, and how many bytes they take. */
export const cacheUsage = async (cacheDirectory: string): Promise<{ count: number; bytes: number }> => {
  const folder = feedsFolder(cacheDirectory);
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(ifMissing([]));
  const feeds = names.filter((name) => /^feed-.*\.json$/.test(basename(name)));
  const sizes = await Promise.all(feeds.map(async (name) => (await stat(join(folder, name))).size));
  return { count: feeds.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
};
