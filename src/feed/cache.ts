import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { readdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifRefused, UnusableFile } from '../files/file-error.ts';
import { isOwnFolder, makeOwnFolder, openOwnFile } from '../files/own-files.ts';
import { asCacheError } from './feed-errors.ts';
import { forgetUnchanged, questionsName } from './freshness.ts';
import { isLeftOver, isPart } from './part.ts';

/** A complete, checked feed on this machine. */
export interface CachedFeed {
  /** The file: the feed's bytes, decompressed. */
  path: string;
  /** SHA-256 of its link. The link itself is not stored: anyone who has it can open the file. */
  linkHash: string;
  /** When the service first sent this link: the time of the file. */
  fetchedAt: Date;
  products: number;
}

/** The hash of the link, the number of products, and the length in bytes. */
const feedName = /^feed-([0-9a-f]{64})-(\d+)-(\d+)\.json$/;

const cacheVariable = 'RESALE_CACHE_DIR';

const feedsFolder = (cacheDirectory: string): string => join(cacheDirectory, 'feeds');

/** The cached feeds of one service and client: at most two. */
export class FeedCache {
  readonly folder: string;

  /** Touches no file yet. */
  constructor(cacheDirectory: string, origin: string, clientId: string) {
    const name = createHash('sha256').update(`${origin}\n${clientId}`).digest('hex').slice(0, 32);
    this.folder = join(feedsFolder(cacheDirectory), name);
  }

  /** Newest first, without files of others. Fails with `FeedCacheUnusable`. */
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
      for (const path of [dirname(this.folder), this.folder]) makeOwnFolder(path, cacheVariable);
      accessSync(this.folder, constants.W_OK);
    } catch (error) {
      throw asCacheError(this.folder, error);
    }
  }

  /**
   * Adds a checked file of the folder, with the time of its link, and removes all but the two newest feeds. It is not checked again,
   * so it must be on the disk, where no power cut damages it.
   */
  async add(
    { path: file, products, bytes }: { path: string; products: number; bytes: number },
    linkHash: string,
    now: number,
  ): Promise<CachedFeed> {
    const before = await this.all();
    const same = before.find((feed) => feed.linkHash === linkHash);
    // A second download of the same feed does not make it newer.
    const fetchedAt = new Date(Math.min(same?.fetchedAt.getTime() ?? now, now));
    const other = before.find((feed) => feed.linkHash !== linkHash);
    // After the clock was set back, the previous feed would seem newer.
    if (other && other.fetchedAt >= fetchedAt) await setTime(other.path, fetchedAt.getTime() - 1000);
    const path = join(this.folder, `feed-${linkHash}-${products}-${bytes}.json`);
    await setTime(file, fetchedAt.getTime());
    await rename(file, path);
    await this.#prune([path, ...(other ? [other.path] : [])]);
    return { path, linkHash, fetchedAt, products };
  }

  /** Expires all feeds, so that the next command requests a new link. */
  async expire(): Promise<void> {
    for (const { path, fetchedAt } of await this.all()) await setTime(path, fetchedAt.getTime() - dayMs);
    await forgetUnchanged(this.folder);
  }

  /** Removes all cached files of this service and client. */
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
      if (staying.includes(path) || file === questionsName || (isPart(file) && !(await isLeftOver(path))))
        continue;
      await rm(path, { force: true, recursive: true });
    }
  }
}

const dayMs = 86_400_000;

const setTime = (path: string, time: number): Promise<void> => utimes(path, time / 1000, time / 1000);

/** The feed in a file; undefined if the file is no feed, not ours, or was just removed. */
const cachedFeed = async (path: string): Promise<CachedFeed | undefined> => {
  const [, linkHash, products, bytes] = feedName.exec(basename(path)) ?? [];
  if (linkHash === undefined) return undefined;
  try {
    const file = await openOwnFile(path);
    const { mtime: fetchedAt, size } = await file.stat().finally(() => file.close());
    if (size !== Number(bytes)) return undefined;
    return { path, linkHash, fetchedAt, products: Number(products) };
  } catch (error) {
    if (error instanceof UnusableFile || (error as NodeJS.ErrnoException).errno !== undefined)
      return undefined;
    throw error;
  }
};

/**
 * Whether a service's folder exists in the folder of all feeds. Closes both to others. An unreadable folder counts as missing; a
 * write will report the error. Fails with `FeedCacheUnusable` if another user could have written there.
 */
const isFeedFolder = (path: string): boolean => {
  try {
    return isOwnFolder(dirname(path), cacheVariable) && isOwnFolder(path, cacheVariable);
  } catch (error) {
    if (error instanceof UnusableFile && error.isRefusedBySystem) return false;
    throw asCacheError(path, error);
  }
};

/** Node's default of 64 KiB takes twice as long. */
const chunkSize = 1024 * 1024;

/**
 * The bytes of a file in the cache. The next piece overwrites the memory of the previous one. An open file can be read to its end,
 * even after its replacement. Fails with `FeedCacheUnusable` and the signal's reason.
 */
export async function* feedBytes(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = await openOwnFile(path).catch((error) => {
    throw asCacheError(path, error);
  });
  try {
    // Reads the next piece into one buffer while the consumer uses the other.
    const memories = [0, 1].map(() => Buffer.allocUnsafeSlow(chunkSize)) as [Buffer, Buffer];
    const readInto = (memory: Buffer) => file.read(memory, 0, chunkSize);
    let next = readInto(memories[0]);
    try {
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead, buffer } = await next;
        if (bytesRead === 0) return;
        memories.reverse();
        next = readInto(memories[0]);
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await next.catch(() => {});
    }
  } finally {
    await file.close();
  }
}
