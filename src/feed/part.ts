import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, ifRefused } from '../files/file-error.ts';
import { openOwnFile } from '../files/own-files.ts';
import { fileWriter } from '../files/whole-file.ts';
import { asCacheError, FeedCacheUnusable } from './feed-errors.ts';

/** A partial download in the cache: the bytes as the host encodes them, from the first one. */
export interface FeedPart extends PartFacts {
  path: string;
}

interface PartFacts {
  /** A strong ETag, which identifies the exact file. Undefined if the download can't be resumed. */
  etag: string | undefined;
  /** The Content-Encoding, empty for none. */
  encoding: string;
  /** The length of the whole file, if the host sent it. */
  total: number | undefined;
}

const prefix = 'part-';
/** File systems limit names to 255 bytes, and the unpacked file has a longer name. */
const longestName = 240;
/** Downloads fail after half a minute without data, so a part that is unchanged for this long belongs to a killed process. */
const leftOverMs = 600_000;

export const isPart = (name: string): boolean => name.startsWith(prefix);

export const isLeftOver = async (path: string): Promise<boolean> => {
  const there = await stat(path).catch(ifMissing(undefined));
  return there !== undefined && there.mtimeMs < Date.now() - leftOverMs;
};

/** The name contains the facts, so that the next process can resume the part. */
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
 * A copy of the newest part of another process, to be resumed; undefined if there is none. The original is kept, since the other
 * process may still be running, unless the part is old.
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
    // The part is gone, untrustworthy, or too large for a copy: the download starts over.
    if (asCacheError(folder, error) instanceof FeedCacheUnusable) return undefined;
    throw error;
  }
};

/** How much of the file is there. */
export const lengthOf = async (part: FeedPart): Promise<number> =>
  (await stat(part.path).catch(ifMissing(undefined)))?.size ?? 0;

export const removePart = ({ path }: Pick<FeedPart, 'path'>): Promise<void> =>
  rm(path, { force: true }).catch(() => {});

// A twentieth of the disk stays free, or 256 MiB of a large one.
const shareLeft = 0.05;
const mostLeft = 256 * 1024 * 1024;
const checkRoomEvery = 16 * 1024 * 1024;

/**
 * Forwards bytes, and appends them to a file in the cache, unless that would fill the disk: `left` is the number of bytes to come.
 * Fails like the source, and with `FeedCacheUnusable`. In any case, all forwarded bytes are on the disk at the end.
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
  const writer = fileWriter(await open(path, 'a', 0o600).catch(refused));
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
      // Afterwards the source may reuse the memory of the piece.
      const failure = await failing;
      if (failure !== undefined) throw failure;
    }
  } finally {
    await writer.end().catch(refused);
    await writer.close();
  }
}

/** Fails if this many more bytes would leave too little room on the disk. */
const leaveRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < Math.min(blocks * bsize * shareLeft, mostLeft))
    throw new FeedCacheUnusable(folder, 'there is not enough room on the disk');
};
