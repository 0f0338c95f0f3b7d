import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileWriter } from '../../disk/whole-file.ts';
import { asCacheError, FeedCacheUnusable } from '../errors.ts';
import { type CachedFeed, type FeedCache, partPrefix } from './cache.ts';

// A twentieth of the disk is left to others, or 256 MiB of a large one.
const shareLeft = 0.05;
const mostLeft = 256 * 1024 * 1024;
const checkRoomEvery = 16 * 1024 * 1024;

/**
 * Begins a file in the cache's folder, which was prepared: a feed is written there while it is read, and becomes one of the cache
 * once it is whole. Fails with `FeedCacheUnusable`.
 */
export const startKeeping = async (cache: FeedCache) => {
  const path = join(cache.folder, `${partPrefix}${randomUUID()}`);
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw asCacheError(cache.folder, error);
  });
  const writer = fileWriter(file, false);
  let failure: unknown;
  let isAdded = false;

  /** Runs a step on the disk, unless an earlier one failed. */
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    if (failure !== undefined) return;
    try {
      await step();
    } catch (error) {
      failure = asCacheError(cache.folder, error);
      await discard();
    }
  };

  /** Removes the file, unless it was added. */
  const discard = async (): Promise<void> => {
    await writer.close();
    if (!isAdded) await rm(path, { force: true }).catch(() => {});
  };

  return {
    /** Passes bytes on, and writes them. If the disk fails, or `left` bytes more would fill it, the rest is only passed on. */
    async *copy(bytes: AsyncIterable<Buffer>, left: () => number): AsyncGenerator<Buffer> {
      let [length, nextCheck] = [0, 0];
      for await (const piece of bytes) {
        if (length >= nextCheck) {
          nextCheck += checkRoomEvery;
          await attempt(() => leaveRoom(cache.folder, left()));
        }
        length += piece.length;
        const written = attempt(() => writer.write(piece));
        yield piece;
        // Afterwards the piece is overwritten.
        await written;
      }
    },
    /** Adds the whole feed to the cache. Fails with `FeedCacheUnusable`, also if the disk failed before. */
    async commit(linkHash: string, now: number): Promise<CachedFeed> {
      let added: CachedFeed | undefined;
      await attempt(async () => {
        await writer.end();
        added = await cache.add(path, linkHash, now);
        isAdded = true;
      });
      if (added === undefined) throw failure;
      return added;
    },
    discard,
  };
};

/** Fails if so many more bytes would leave others too little room on the disk. */
const leaveRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < Math.min(blocks * bsize * shareLeft, mostLeft))
    throw new FeedCacheUnusable(folder, 'there is not enough room on the disk');
};
