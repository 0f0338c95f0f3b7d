import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifMissing, ifRefused, UnusableFile } from '../../disk/errors.ts';
import { isOwnFolder, makeOwnFolder, openOwnFile } from '../../disk/own-files.ts';
import { feedRefreshMinute } from '../../service/constants.ts';
import { asCacheError } from '../errors.ts';

/** A complete, checked feed on this machine. */
export interface CachedFeed {
  /** The file: the feed's bytes, decompressed. */
  path: string;
  /** SHA-256 of the link it came from. The link itself is not kept: anyone who has it can open the file. */
  linkHash: string;
  /** When this link came first: the time of the file. */
  fetchedAt: Date;
}

const feedName = /^feed-([0-9a-f]{64})\.json$/;

/** The name of an empty file, whose time is when the service last had no newer feed. */
const unchangedName = 'unchanged';
/** A feed that is late may come at any time, and other processes ask as well. */
const unchangedMs = 120_000;

/** What the names of unfinished files begin with. */
export const partPrefix = 'part-';
/** A download writes at least each second, unless whoever reads it pauses; one as old as this was killed. */
const deadPartMs = 3_600_000;

const ownFeeds = { variable: 'RESALE_CACHE_DIR' } as const;

const feedsFolder = (cacheDirectory: string): string => join(cacheDirectory, 'feeds');

/** The feeds of one service, as one client sees it, that are kept on this machine: at most two. */
export class FeedCache {
  readonly folder: string;

  /** Touches no file yet. */
  constructor(cacheDirectory: string, origin: string, clientId: string) {
    const name = createHash('sha256').update(`${origin}\n${clientId}`).digest('hex').slice(0, 32);
    this.folder = join(feedsFolder(cacheDirectory), name);
  }

  /** Newest first. What is not ours is left out. Fails with `FeedCacheUnusable`. */
  async all(): Promise<CachedFeed[]> {
    const names = await this.#fileNames();
    const feeds = await Promise.all(names.map((file) => cachedFeed(join(this.folder, file))));
    return feeds
      .filter((feed) => feed !== undefined)
      .sort((one, other) => other.fetchedAt.getTime() - one.fetchedAt.getTime());
  }

  async newest(): Promise<CachedFeed | undefined> {
    return (await this.all())[0];
  }

  /** Makes the folder. Fails with `FeedCacheUnusable`. */
  prepare(): void {
    try {
      for (const path of [dirname(this.folder), this.folder]) makeOwnFolder(path, ownFeeds);
      accessSync(this.folder, constants.W_OK);
    } catch (error) {
      throw asCacheError(this.folder, error);
    }
  }

  /** Notes that the service was asked at a time, and had no newer feed. */
  async noteUnchanged(now: number): Promise<void> {
    const path = join(this.folder, unchangedName);
    try {
      await writeFile(path, '', { mode: 0o600 });
      await setTime(path, now);
    } catch (error) {
      // On a full disk the feed is there all the same, and the service is asked again.
      ifRefused(undefined)(error as NodeJS.ErrnoException);
    }
  }

  /** Whether the service said so little time before that asking again would only be a burden. */
  async wasUnchanged(now: number): Promise<boolean> {
    if (!isFeedFolder(this.folder)) return false;
    const noted = await stat(join(this.folder, unchangedName)).catch(ifRefused(undefined));
    const age = now - (noted?.mtimeMs ?? Number.NEGATIVE_INFINITY);
    return age >= 0 && age < unchangedMs;
  }

  /** Adds a finished file in the folder, whose link came at a time, and drops what is not one of the newest two. */
  async add(file: string, linkHash: string, now: number): Promise<CachedFeed> {
    const before = await this.all();
    const same = before.find((feed) => feed.linkHash === linkHash);
    // Another download of the same feed makes it no newer.
    const fetchedAt = new Date(Math.min(same?.fetchedAt.getTime() ?? now, now));
    const other = before.find((feed) => feed !== same);
    // After a clock was set back, the feed before would seem to be the newer one.
    if (other && other.fetchedAt >= fetchedAt) await setTime(other.path, fetchedAt.getTime() - 1000);
    const path = join(this.folder, `feed-${linkHash}.json`);
    await setTime(file, fetchedAt.getTime());
    await rename(file, path);
    await this.#prune([path, ...(other ? [other.path] : [])]);
    return { path, linkHash, fetchedAt };
  }

  /** Makes all feeds so old that the service is asked for a new one. */
  async expire(): Promise<void> {
    for (const { path, fetchedAt } of await this.all()) await setTime(path, fetchedAt.getTime() - dayMs);
    await rm(join(this.folder, unchangedName), { force: true });
  }

  /** Drops everything that is kept for this service and client. */
  clear(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async #fileNames(): Promise<string[]> {
    return isFeedFolder(this.folder) ? readdir(this.folder).catch(ifRefused([])) : [];
  }

  /** Removes all files except these and those that are still being written. */
  async #prune(staying: readonly string[]): Promise<void> {
    for (const file of await this.#fileNames()) {
      const path = join(this.folder, file);
      if (staying.includes(path) || (file.startsWith(partPrefix) && (await isRecent(path)))) continue;
      await rm(path, { force: true, recursive: true });
    }
  }
}

const dayMs = 86_400_000;

const setTime = (path: string, time: number): Promise<void> => utimes(path, time / 1000, time / 1000);

const isRecent = async (path: string): Promise<boolean> => {
  const there = await stat(path).catch(ifMissing(undefined));
  return there !== undefined && there.mtimeMs > Date.now() - deadPartMs;
};

/** The feed in a file; undefined if the file is none, not ours, or was just removed. */
const cachedFeed = async (path: string): Promise<CachedFeed | undefined> => {
  const linkHash = feedName.exec(basename(path))?.[1];
  if (linkHash === undefined) return undefined;
  try {
    const file = await openOwnFile(path);
    const { mtime: fetchedAt } = await file.stat().finally(() => file.close());
    return { path, linkHash, fetchedAt };
  } catch (error) {
    if (error instanceof UnusableFile || (error as NodeJS.ErrnoException).errno !== undefined)
      return undefined;
    throw error;
  }
};

/**
 * Whether a service's folder exists, in the one for all feeds. Closes both to others. A folder that can't be read counts as
 * missing; a write there will report why it fails. Fails with `FeedCacheUnusable` if somebody else could have put files there.
 */
const isFeedFolder = (path: string): boolean => {
  try {
    return isOwnFolder(dirname(path), ownFeeds) && isOwnFolder(path, ownFeeds);
  } catch (error) {
    if (error instanceof UnusableFile && error.isRefusedBySystem) return false;
    throw asCacheError(path, error);
  }
};

/** Which cached feed may be used: one that can't have a successor yet, one up to some age, none, or any. */
export type Freshness = 'hourly' | { maxAgeMs: number } | 'refresh' | 'offline';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// A feed may be late, and clocks never agree exactly.
const marginMs = 2 * minuteMs;

/** When the successor of a feed that came at a time is due: two minutes after the next quarter past the hour. */
export const dueAfter = (time: number): number => {
  const offset = feedRefreshMinute * minuteMs + marginMs;
  return (Math.floor((time - offset) / hourMs) + 1) * hourMs + offset;
};

/** Whether a feed that came at a time may be used now. One from the future may not: a clock was wrong. */
export const isFresh = (fetchedAt: Date, freshness: Freshness, now: number): boolean => {
  if (freshness === 'offline') return true;
  if (freshness === 'refresh') return false;
  const age = now - fetchedAt.getTime();
  if (age < -marginMs) return false;
  return freshness === 'hourly' ? now < dueAfter(fetchedAt.getTime()) : age <= freshness.maxAgeMs;
};
