import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
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

/** Where a file is cut. */
type Places = (bytes: Buffer) => readonly number[];

/** Behind its beginning, in the middle of a character and of an escape, and before its end. */
export const tellingPlaces: Places = (bytes) => {
  const { length } = bytes;
  const within = ['é', '\\"'].map((text) => bytes.indexOf(Buffer.from(text), length / 2) + 1);
  return [2, ...within, length - 1];
};

/** These, the ends of the file, and some between them; the same ones for the same seed. */
export const morePlaces: Places = (bytes) => {
  const { length } = bytes;
  const between = fc.sample(fc.nat(length), { numRuns: 4, seed: 1 });
  return [0, 1, ...tellingPlaces(bytes), length - 2, length, ...between];
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

export const modes = Object.entries({ ...continued, ...changes });

/** A test of a mode: a download that is cut at these places becomes a whole feed, or nothing. */
export const cutAtAll =
  (placesOf: Places) =>
  async (name: string, mode: Mode): Promise<void> => {
    const begin = await cutting();
    const wholes = name in continued ? [feed] : [feed, other, longer];
    const places = placesOf(mode.file.bytes);
    let failed = 0;
    // By the same process, or by the next one.
    for (const maxRetries of [5, 0])
      await forEachCut(places, async (cut) => {
        const { service, options } = begin(mode, cut);
        const first = await failureOf(newestFeed(options(maxRetries)));
        if (first instanceof Failure) {
          failed += 1;
          expect({ cut, exit: first.meaning.exit }).toEqual({ cut, exit: 'temporary' });
          expect(await options(0).cache.all()).toEqual([]);
        }
        const bytes = await fetched(options(5));
        const kept = await options(0).cache.newest();
        expect({ cut, isWhole: wholes.some((whole) => bytes.equals(whole)) }).toEqual({
          cut,
          isWhole: true,
        });
        expect({ cut, isKept: (await readFile(`${kept?.path}`)).equals(bytes) }).toEqual({
          cut,
          isKept: true,
        });
        if (mustResume(name, mode, cut))
          expect({ cut, isResumed: isResumed(service) }).toEqual({ cut, isResumed: true });
      });
    expect(failed).toBeGreaterThan(places.length / 3);
    // All but those that are not cut after all.
    expect(failed).toBeLessThanOrEqual(places.length);
  };
