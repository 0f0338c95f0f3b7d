import { type FileHandle, utimes } from 'node:fs/promises';
import { writeFile } from 'atomically';
import { UnusableFile } from '../../disk/errors.ts';
import { openOwnFile, readOwnFile } from '../../disk/own-files.ts';
import { parsedJson } from '../../json/parsed.ts';
import { ContentHash } from '../content-hash.ts';
import type { LinkTimes } from '../freshness.ts';
import { mayBeIncomplete } from './folder.ts';

/** A complete, checked feed that is kept on this machine: a file, and its facts beside it. */
export interface CachedFeed extends LinkTimes {
  /** The file: the feed's bytes, decompressed. */
  path: string;
  /** Its place in the order of arrival, which no clock changes. */
  arrival: number;
  /** Bytes of the file. */
  length: number;
  entries: number;
  /** Identifies its contents, as `ContentHash` does. */
  contentHash: string;
  /** SHA-256 of the link it came from. The link itself is not kept: anyone who has it can open the file. */
  linkHash: string;
}

/** The file in which a feed's facts are kept. */
export const factsPath = (path: string): string => path.replace(/\.json$/, '.facts');

export const writeFacts = ({ path, ...facts }: CachedFeed): Promise<void> =>
  writeFile(factsPath(path), `${JSON.stringify({ format: 1, ...facts })}\n`, { mode: 0o600, fsync: false });

/** Reads a feed's facts; undefined if they or the feed are incomplete, not ours, or were just removed. */
export const readCachedFeed = async (factsFile: string): Promise<CachedFeed | undefined> => {
  const path = factsFile.replace(/\.facts$/, '.json');
  try {
    const feed = parseFacts(readOwnFile(factsFile) ?? '', path);
    const file = await openOwnFile(path);
    try {
      const { size, mtimeMs } = await file.stat();
      if (feed?.length !== size) return undefined;
      if (mayBeIncomplete(mtimeMs) && !(await provedWhole(feed, file))) return undefined;
      return feed;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnusableFile || (error as NodeJS.ErrnoException).errno !== undefined)
      return undefined;
    throw error;
  }
};

/** The feed with these facts; undefined if this tool did not write them. */
const parseFacts = (text: string, path: string): CachedFeed | undefined => {
  // Facts that can't be read count as missing: the feed is then downloaded again.
  const facts = { ...(parsedJson(text) as Readonly<Record<string, unknown>> | undefined) };
  const { format, fetchedAt, clockAheadMs, length, entries, contentHash, linkHash } = facts;
  // Earlier versions of this tool did not write the last three.
  const { since = fetchedAt, repeats = 0, arrival = 0, isOver } = facts;
  const [time, first] = [new Date(String(fetchedAt)), new Date(String(since))];
  const numbers = [clockAheadMs, length, entries, repeats, arrival].every(Number.isFinite);
  const texts = [contentHash, linkHash].every((value) => typeof value === 'string');
  const times = !Number.isNaN(time.getTime()) && !Number.isNaN(first.getTime());
  if (format !== 1 || !times || !numbers || !texts) return undefined;
  return {
    path,
    fetchedAt: time,
    since: first,
    repeats: repeats as number,
    isOver: isOver === true || undefined,
    arrival: arrival as number,
    clockAheadMs: clockAheadMs as number,
    length: length as number,
    entries: entries as number,
    contentHash: contentHash as string,
    linkHash: linkHash as string,
  };
};

/** The cache does not wait until a feed is on the disk, so after a restart of the machine the feed is checked once. */
const provedWhole = async ({ path, contentHash }: CachedFeed, file: FileHandle): Promise<boolean> => {
  const hash = new ContentHash();
  const bytes = file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false });
  for await (const piece of bytes) hash.update(piece);
  if (hash.value() !== contentHash) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
};
