import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeFile } from 'atomically';
import { mayHaveHoles } from '../../disk/holes.ts';
import { ContentHash } from '../content-hash.ts';
import type { Asked } from '../freshness.ts';
import { factsText, readFacts } from './cached-feed.ts';
import { ownFolder } from './folder.ts';

/** A whole, judged feed that is kept on this machine. */
export interface CachedFeed {
  /** The file: the feed's bytes, decompressed. */
  path: string;
  /** When it was asked for, by the service's clock. */
  fetchedAt: Date;
  /** How far the service's clock was ahead of this machine's, in milliseconds. */
  clockAheadMs: number;
  /** Bytes of the file. */
  length: number;
  entries: number;
  /** Tells its contents from others, as `ContentHash` does. */
  contentHash: string;
  /** As the host sent it, for the bytes that it sent. */
  etag: string | undefined;
  /** SHA-256 of the link it came from: the link itself opens the file to whoever has it, and is kept nowhere. */
  linkHash: string;
}

/** The feeds of one service, as one client sees it, that are kept on this machine: at most two. */
export interface FeedCache {
  readonly folder: string;
  newest(): Promise<CachedFeed | undefined>;
  /** Newest first. A file that is not as it was written down is left out. */
  all(): Promise<CachedFeed[]>;
  /** Makes the folder. Fails with `FeedCacheUnusable`. */
  prepare(): Promise<void>;
  /** Moves a finished file of the folder in, and the oldest out; one of the same content takes that one's place. */
  add(file: string, facts: Omit<CachedFeed, 'path'>): Promise<CachedFeed>;
  /** Writes down that the service still gives this feed. */
  confirm(feed: CachedFeed, asked: Asked): Promise<CachedFeed>;
  remove(feed: CachedFeed): Promise<void>;
  /** Drops everything that is kept for this service and client. */
  clear(): Promise<void>;
}

const kept = 2;
const factsName = /^feed-[\w-]+\.facts$/;

/** Where the feeds of all services are, each in a folder of its own, below the directory for caches. */
export const feedsFolder = (directory: string): string => join(directory, 'feeds');

/** Opens the cache of a base URL and a client id, below the directory for caches. Touches no file yet. */
export const openFeedCache = (directory: string, origin: string, clientId: string): FeedCache => {
  const name = createHash('sha256').update(`${origin}\n${clientId}`).digest('hex').slice(0, 32);
  const folder = join(feedsFolder(directory), name);

  const namesThere = async (): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      // Where nothing can be read, nothing is kept; whoever writes is told why that doesn't work.
      if ((error as NodeJS.ErrnoException).errno !== undefined) return [];
      throw error;
    }
  };

  const all = async (): Promise<CachedFeed[]> => {
    const names = (await namesThere()).filter((name) => factsName.test(name));
    const feeds = await Promise.all(names.map((name) => readFeed(join(folder, name))));
    return feeds
      .filter((feed) => feed !== undefined)
      .sort((one, other) => other.fetchedAt.getTime() - one.fetchedAt.getTime())
      .slice(0, kept);
  };

  /** Drops every feed file but those of the given feeds. */
  const prune = async (staying: readonly CachedFeed[]): Promise<void> => {
    const names = staying.flatMap(({ path }) => [basename(path), basename(factsPath(path))]);
    for (const name of await namesThere())
      if (name.startsWith('feed-') && !names.includes(name)) await rm(join(folder, name), { force: true });
  };

  return {
    folder,
    all,
    newest: async () => (await all())[0],
    prepare: () => ownFolder(folder),
    async add(file, facts) {
      const others = (await all()).filter(({ contentHash }) => contentHash !== facts.contentHash);
      const time = facts.fetchedAt.toISOString().replace(/[-:]|\.\d+/g, '');
      const path = join(folder, `feed-${time}-${facts.contentHash.slice(0, 8)}.json`);
      const feed = { path, ...facts };
      await rename(file, path);
      await writeFacts(feed);
      await prune([feed, ...others.slice(0, kept - 1)]);
      return feed;
    },
    async confirm(feed, asked) {
      const confirmed = { ...feed, ...asked };
      await writeFacts(confirmed);
      return confirmed;
    },
    async remove({ path }) {
      await rm(factsPath(path), { force: true });
      await rm(path, { force: true });
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
};

const factsPath = (path: string) => path.replace(/\.json$/, '.facts');

const writeFacts = (feed: CachedFeed) =>
  writeFile(factsPath(feed.path), factsText(feed), { mode: 0o600, fsync: false });

/** The feed whose facts stand in a file; undefined where they or the feed are not whole, or were just removed. */
const readFeed = async (facts: string): Promise<CachedFeed | undefined> => {
  const path = facts.replace(/\.facts$/, '.json');
  try {
    const feed = readFacts(await readFile(facts, 'utf8'), path);
    const { size, mtimeMs } = await stat(path);
    if (feed?.length !== size) return undefined;
    if (mayHaveHoles(mtimeMs) && !(await provedWhole(feed))) return undefined;
    return feed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).errno !== undefined) return undefined;
    throw error;
  }
};

/** A feed is not waited for until it is on the disk; so after a restart of the machine it is read once, to be sure. */
const provedWhole = async ({ path, contentHash }: CachedFeed): Promise<boolean> => {
  const hash = new ContentHash();
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  if (hash.value() !== contentHash) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
};
