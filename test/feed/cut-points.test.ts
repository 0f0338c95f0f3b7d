import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { newestFeed } from '../../src/feed/newest.ts';
import {
  type FeedBehaviour,
  type FeedService,
  type ServedFile,
  startFeedServices,
} from '../support/feed-service.ts';
import { fc } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { failureOf, fetched, optionsFor } from './getting.ts';

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

type Mode = Partial<FeedBehaviour> & { file: ServedFile };

/** How a host goes on with the same file. */
const continued: Record<string, Mode> = {
  'the rest is sent (206)': { file: plain },
  'the whole is sent (200)': { file: plain, ranges: 'ignored' },
  'the link expired': { file: plain, afterCut: (now) => (now.expired = true) },
  'no length is told': { file: plain, chunked: true },
  'it is packed': { file: packed },
};

/** How it does not, or sends another one: all of that is asked for. */
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
  'the rest of another file is sent (206)': {
    file: plain,
    ranges: 'careless',
    afterCut: (now) => (now.file = changed),
  },
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
    const options = (maxRetries: number) =>
      optionsFor(service, directory, {
        leastSpeed: { bytesPerSecond: 1000, windowMs: 400 },
        retry: { maxRetries, maxWaitMs: 50 },
        // Many at once, on a machine that may be busy.
        headersTimeoutMs: 60_000,
      });
    return { service, options };
  };
};

/** What a broken connection had on its way is lost, but not what came before a stall. */
const mustResume = (name: string, { file }: Mode, cut: number): boolean =>
  name in continued && cut > 0 && cut < file.bytes.length && kinds[cut % 3] === 'stall';

const isResumed = ({ files }: FeedService): boolean => files.some(({ range }) => range !== undefined);

const modes = Object.entries({ ...continued, ...changes });

test.each(modes)(
  'wherever a download is cut, it becomes a whole feed, or nothing: %s',
  async (name, mode) => {
    const begin = await cutting();
    const wholes = name in continued ? [feed] : [feed, other, longer];
    let failed = 0;
    // By the same process, or by the next one.
    for (const maxRetries of [5, 0])
      await forEachCut(cutPoints(mode.file.bytes, 12, 1), async (cut) => {
        const { service, options } = begin(mode, cut);
        const first = await failureOf(newestFeed(options(maxRetries)));
        if (first instanceof Failure) {
          failed += 1;
          expect({ cut, exit: first.meaning.exit }).toEqual({ cut, exit: 'temporary' });
          expect(await options(0).cache.all()).toEqual([]);
        }
        const bytes = await fetched(options(5));
        const kept = await options(0).cache.newest();
        expect({ cut, isWhole: wholes.some((whole) => bytes.equals(whole)) }).toEqual({ cut, isWhole: true });
        expect({ cut, isKept: (await readFile(`${kept?.path}`)).equals(bytes) }).toEqual({
          cut,
          isKept: true,
        });
        if (mustResume(name, mode, cut))
          expect({ cut, isResumed: isResumed(service) }).toEqual({ cut, isResumed: true });
      });
    expect(failed).toBeGreaterThan(5);
    // All but those that are not cut after all.
    expect(failed).toBeLessThanOrEqual(12);
  },
);
