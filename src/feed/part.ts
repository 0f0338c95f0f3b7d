import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, ifRefused } from '../files/file-error.ts';
import { openOwnFile } from '../files/own-files.ts';
import { fileWriter } from '../files/whole-file.ts';
import { asCacheError, FeedCacheUnusable } from './feed-errors.ts';

/** A file in the cache that is still being downloaded: the bytes as the host sends them, from the first on. */
export interface FeedPart extends PartFacts {
  path: string;
}

interface PartFacts {
  /** Strong: behind the same one, the host has exactly the same file. Undefined if the rest can't be asked for. */
  etag: string | undefined;
  /** The Content-Encoding, empty for none. */
  encoding: string;
  /** The length of the whole, if the host said so. */
  total: number | undefined;
}

const prefix = 'part-';
/** File systems take names of 255 bytes, and what is unpacked beside it has a longer one. */
const longestName = 240;
/** A download that gets nothing for half a minute is given up. As long as this, only one that was killed stands still. */
const leftOverMs = 600_000;

export const isPart = (name: string): boolean => name.startsWith(prefix);

export const isLeftOver = async (path: string): Promise<boolean> => {
  const there = await stat(path).catch(ifMissing(undefined));
  return there !== undefined && there.mtimeMs < Date.now() - leftOverMs;
};

/** Its facts are in its name, so that the next process can continue it. */
const pathOf = (folder: string, facts: PartFacts): string => {
  const name = `${prefix}${randomUUID()}`;
  const { etag, encoding, total } = facts;
  const suffix = Buffer.from(JSON.stringify([etag, encoding, total])).toString('base64url');
  const isTold = etag !== undefined && name.length + suffix.length < longestName;
  return join(folder, isTold ? `${name}.${suffix}` : name);
};

const factsIn = (name: string): PartFacts | undefined => {
  const [, suffix] = isPart(name) ? name.split('.') : [];
  if (suffix === undefined) return undefined;
  try {
    const [etag, encoding, total] = JSON.parse(Buffer.from(suffix, 'base64url').toString());
    return { etag: String(etag), encoding: String(encoding), total: total ?? undefined };
  } catch {
    // No name of ours.
    return undefined;
  }
};

/** A new part in a folder, of which nothing is there yet. */
export const newPart = (folder: string, facts: PartFacts): FeedPart => ({
  path: pathOf(folder, facts),
  ...facts,
});

/**
 * A copy of the newest part that another process left in a folder, to be continued; undefined if there is none. It is a copy,
 * since the other process may still be at work. One that certainly is not loses its part.
 */
export const partLeftOver = async (folder: string): Promise<FeedPart | undefined> => {
  const found: { path: string; facts: PartFacts; time: number }[] = [];
  for (const name of await readdir(folder).catch(ifRefused([]))) {
    const facts = factsIn(name);
    const path = join(folder, name);
    const there = facts && (await stat(path).catch(ifRefused(undefined)));
    if (facts && there && there.size > 0) found.push({ path, facts, time: there.mtimeMs });
  }
  const newest = found.sort((one, other) => other.time - one.time)[0];
  if (newest === undefined) return undefined;
  const copy = newPart(folder, newest.facts);
  try {
    // Refuses what is not ours, or a pipe.
    await (await openOwnFile(newest.path)).close();
    await copyFile(newest.path, copy.path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if (await isLeftOver(newest.path)) await rm(newest.path, { force: true });
    return copy;
  } catch (error) {
    await removePart(copy);
    // It is gone by now, or is not to be trusted, or does not fit twice: the download starts over.
    if (asCacheError(folder, error) instanceof FeedCacheUnusable) return undefined;
    throw error;
  }
};

/** How much of the file is there. */
export const lengthOf = async (part: FeedPart): Promise<number> =>
  (await stat(part.path).catch(ifMissing(undefined)))?.size ?? 0;

export const removePart = ({ path }: Pick<FeedPart, 'path'>): Promise<void> =>
  rm(path, { force: true }).catch(() => {});

// A twentieth of the disk is left to others, or 256 MiB of a large one.
const shareLeft = 0.05;
const mostLeft = 256 * 1024 * 1024;
const checkRoomEvery = 16 * 1024 * 1024;

/**
 * Passes bytes on, and writes them to the end of a file in the cache, unless that would fill the disk: `left` says how many are
 * still to come. Fails as the bytes do, and with `FeedCacheUnusable`. However it ends, what was passed on is written then.
 */
export async function* appended(
  path: string,
  bytes: AsyncIterable<Buffer>,
  left: () => number = () => 0,
): AsyncGenerator<Buffer> {
  const inCache = (error: unknown) => asCacheError(dirname(path), error);
  const refused = (error: unknown): never => {
    throw inCache(error);
  };
  const writer = fileWriter(await open(path, 'a', 0o600).catch(refused), false);
  let unchecked = 0;
  try {
    await leaveRoom(dirname(path), left()).catch(refused);
    for await (const piece of bytes) {
      unchecked += piece.length;
      if (unchecked > checkRoomEvery) {
        unchecked = 0;
        await leaveRoom(dirname(path), left()).catch(refused);
      }
      const failing = writer.write(piece).then(() => undefined, inCache);
      yield piece;
      // Afterwards the memory of the piece may be used again.
      const failure = await failing;
      if (failure !== undefined) throw failure;
    }
  } finally {
    await writer.end().catch(refused);
    await writer.close();
  }
}

/** Fails if so many more bytes would leave others too little room on the disk. */
const leaveRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < Math.min(blocks * bsize * shareLeft, mostLeft))
    throw new FeedCacheUnusable(folder, 'there is not enough room on the disk');
};
