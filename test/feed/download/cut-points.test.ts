import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Failure } from '../../../src/failure/failure.ts';
import type { FeedOptions } from '../../../src/feed/newest.ts';
import { readFeed } from '../../../src/feed/newest.ts';
import { type FeedBehaviour, type ServedFile, startFeedServices } from '../../support/feed-service.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { optionsFor } from '../getting.ts';

const feedOf = (products: number, word: string) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: products }, (_, id) => ({
        id,
        title: `${word} "${id * 7919}" é`,
        tags: ['a', ']'],
      })),
      null,
      1,
    ),
  );
const feed = feedOf(2000, 'Coat');
// As long as the other, so that no length tells them apart.
const other = feedOf(2000, 'Gown');
const longer = feedOf(2001, 'Gown');

const plain: ServedFile = { bytes: feed, etag: '"one"' };
const changed: ServedFile = { bytes: other, etag: '"two"' };
const packed: ServedFile = { bytes: gzipSync(feed), etag: '"one-gzip"', encoding: 'gzip' };
const packedOtherwise: ServedFile = {
  bytes: brotliCompressSync(feed, { params: { 1: 3 } }),
  etag: '"one-br"',
  encoding: 'br',
};
const packedAnew: ServedFile = { ...packed, bytes: gzipSync(feed, { level: 1 }) };

/**
 * The ends of a file, the middle of a character and of an escape, and as many places between them as it takes; the same ones
 * for the same seed.
 */
const cutPoints = (bytes: Buffer, count: number, seed: number): number[] => {
  const { length } = bytes;
  const within = ['é', '\\"'].map((text) => bytes.indexOf(Buffer.from(text), length / 2) + 1);
  const chosen = [0, 1, 2, ...within, length - 2, length - 1, length];
  return [...chosen, ...fc.sample(fc.nat(length), { numRuns: count - chosen.length, seed })];
};

const outcomeOf = async (run: () => Promise<Buffer>): Promise<Buffer | Error> => {
  try {
    return await run();
  } catch (error) {
    return error as Error;
  }
};

/** What went out, and what was thrown, if anything was. */
const streamed = async (options: FeedOptions) => {
  const out: Buffer[] = [];
  const error = await outcomeOf(async () => {
    for await (const bytes of readFeed(options, 'validated')) out.push(bytes);
    return Buffer.alloc(0);
  });
  return { out: Buffer.concat(out), error: error instanceof Error ? error : undefined };
};

type Mode = Partial<FeedBehaviour> & { file: ServedFile };

/** How a host goes on with the same file. */
const continued: Record<string, Mode> = {
  'the rest is sent (206)': { file: plain },
  'the whole is sent (200)': { file: plain, ranges: 'ignored' },
  'the link expired': { file: plain, afterCut: (now) => (now.expired = true) },
  'no length is told': { file: plain, chunked: true },
  'it is packed': { file: packed },
};

/** How it does not, or sends another one. */
const changes: Record<string, Mode> = {
  'the range is refused (416)': { file: plain, ranges: 'refused' },
  'the ETag is weak': { file: { ...plain, etag: 'W/"one"' } },
  'there is no ETag': { file: { bytes: feed } },
  'it is packed anew for each request': {
    file: { ...packed, etag: 'W/"one"' },
    ranges: 'ignored',
    afterCut: (now) => (now.file = packedAnew),
  },
  'it is packed only the second time': { file: plain, afterCut: (now) => (now.file = packedOtherwise) },
  'the file changed': { file: plain, afterCut: (now) => (now.file = changed) },
  'a longer file came behind the same ETag': {
    file: plain,
    ranges: 'ignored',
    afterCut: (now) => (now.file = { bytes: longer, etag: '"one"' }),
  },
  'the file changed, and there is no ETag': {
    file: { bytes: feed },
    afterCut: (now) => (now.file = { bytes: other }),
  },
  'the link expired, and the new one leads to another file': {
    file: plain,
    afterCut: (now) => {
      now.expired = true;
      now.file = changed;
    },
  },
};

const atOnce = 100;

/** Runs a scenario for each cut point, many at once: most of the time is spent waiting before a retry. */
const forEachCut = async (cuts: readonly number[], run: (cut: number) => Promise<void>) => {
  const left = [...cuts];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let cut = left.pop(); cut !== undefined; cut = left.pop()) await run(cut);
    }),
  );
};

const kinds = ['fin', 'reset', 'stall'] as const;

/** A service whose first connection breaks, and what it takes to get its feed all the same. */
const cutting = async () => {
  const start = await startFeedServices();
  const directory = temporaryFolder();
  return (mode: Mode, cut: number) => {
    const service = start({ ...mode, cuts: [cut], cut: kinds[cut % 3] ?? 'fin' });
    const options = optionsFor(service, directory, {
      leastSpeed: { bytesPerSecond: 1000, windowMs: 400 },
      retry: { maxRetries: 5, maxWaitMs: 50 },
      // Many at once, on a machine that may be busy.
      headersTimeoutMs: 60_000,
    });
    return { service, options };
  };
};

test.each(Object.entries(continued))(
  'wherever a download is cut, all of it arrives and is kept: %s',
  async (_, mode) => {
    const begin = await cutting();
    let resumed = 0;
    await forEachCut(cutPoints(mode.file.bytes, 12, 1), async (cut) => {
      const { service, options } = begin(mode, cut);
      const { out, error } = await streamed(options);
      expect({ cut, error, whole: out.equals(feed) }).toEqual({ cut, error: undefined, whole: true });
      const kept = await options.cache.newest();
      expect({ cut, whole: (await readFile(kept?.path ?? '')).equals(feed) }).toEqual({ cut, whole: true });
      if (service.files.some(({ range }) => range)) resumed += 1;
    });
    // What a reset connection had on its way is lost, but not what came before a stall.
    expect(resumed).toBeGreaterThan(5);
  },
);

test.each(Object.entries(changes))(
  'if the rest is not to be had, what went out is not taken back: %s',
  async (_, mode) => {
    const begin = await cutting();
    let failed = 0;
    await forEachCut(cutPoints(mode.file.bytes, 12, 8), async (cut) => {
      const { options } = begin(mode, cut);
      const { out, error } = await streamed(options);
      if (error) {
        failed += 1;
        expect({ cut, exit: (error as Failure).meaning.exit }).toEqual({ cut, exit: 'temporary' });
        expect({ cut, isPrefix: feed.subarray(0, out.length).equals(out) }).toEqual({ cut, isPrefix: true });
        expect({ cut, isWhole: out.length === feed.length }).toEqual({ cut, isWhole: false });
        expect(await options.cache.all()).toEqual([]);
      } else
        expect({ cut, whole: [feed, other, longer].some((one) => out.equals(one)) }).toEqual({
          cut,
          whole: true,
        });
    });
    expect(failed).toBeGreaterThan(5);
  },
);
