import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FeedChanged } from '../../../src/feed/errors.ts';
import type { FeedOptions } from '../../../src/feed/newest.ts';
import { freshFeed, readFeed } from '../../../src/feed/newest.ts';
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
const other = feedOf(1900, 'Gown');

const plain: ServedFile = { bytes: feed, etag: '"one"' };
const changed: ServedFile = { bytes: other, etag: '"two"' };
const packed: ServedFile = { bytes: gzipSync(feed), etag: '"one-gzip"', encoding: 'gzip' };
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
    for await (const bytes of readFeed(options, 'judged')) out.push(bytes);
    return Buffer.alloc(0);
  });
  return { out: Buffer.concat(out), error: error instanceof Error ? error : undefined };
};

type Mode = Partial<FeedBehaviour> & { file: ServedFile };

const modes: Record<string, Mode> = {
  'the rest is sent (206)': { file: plain },
  'the whole is sent (200)': { file: plain, ranges: 'ignored' },
  'the range is refused (416)': { file: plain, ranges: 'refused' },
  'the ETag is weak': { file: { ...plain, etag: 'W/"one"' } },
  'the link expired': { file: plain, afterCut: (now) => (now.expired = true) },
};

const rarerModes: Record<string, Mode> = {
  'there is no ETag': { file: { bytes: feed } },
  'no length is told': { file: plain, chunked: true },
  'it is packed': { file: packed },
  'it is packed anew for each request': {
    file: packed,
    ranges: 'ignored',
    afterCut: (now) => (now.file = packedAnew),
  },
};

const changes: Record<string, Mode> = {
  'the file changed': { file: plain, afterCut: (now) => (now.file = changed) },
  'the file changed behind the same ETag': {
    file: plain,
    ranges: 'ignored',
    afterCut: (now) => (now.file = { ...changed, etag: '"one"' }),
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

/** Downloads once for each cut; tells how often the rest of a file was asked for. */
const arrives = async (mode: Mode, cuts: readonly number[]): Promise<number> => {
  const begin = await cutting();
  let resumed = 0;
  await forEachCut(cuts, async (cut) => {
    const { service, options } = begin(mode, cut);
    const { out, error } = await streamed(options);
    expect({ cut, error, whole: out.equals(feed) }).toEqual({ cut, error: undefined, whole: true });
    const kept = await options.cache.newest();
    expect({ cut, whole: (await readFile(kept?.path ?? '')).equals(feed) }).toEqual({ cut, whole: true });
    expect(kept).toMatchObject({ length: feed.length, entries: 2000 });
    if (service.files.some(({ range }) => range)) resumed += 1;
  });
  return resumed;
};

describe('wherever a download is cut, all of it arrives and is kept', () => {
  test.each(Object.entries(modes))('%s', async (_, mode) => {
    const resumed = await arrives(mode, cutPoints(mode.file.bytes, 40, 1));
    // What a reset connection had on its way is lost, but not what came before a stall.
    if (mode.file.etag === plain.etag) expect(resumed).toBeGreaterThan(10);
    else expect(resumed).toBe(0);
  });

  test.each(Object.entries(rarerModes))('%s', async (_, mode) => {
    await arrives(mode, cutPoints(mode.file.bytes, 15, 2));
  });
});

/** What went out is a whole file, or the beginning of one and an error. */
const isNotTakenBack = async (mode: Mode, cuts: readonly number[]) => {
  const begin = await cutting();
  await forEachCut(cuts, async (cut) => {
    const { options } = begin(mode, cut);
    const { out, error } = await streamed(options);
    if (error) {
      expect({ cut, error }).toEqual({ cut, error: expect.any(FeedChanged) });
      expect({ cut, isPrefix: feed.subarray(0, out.length).equals(out) }).toEqual({ cut, isPrefix: true });
      expect(await options.cache.all()).toEqual([]);
    } else expect({ cut, whole: out.equals(feed) || out.equals(other) }).toEqual({ cut, whole: true });
  });
};

describe('if the file changes during a download', () => {
  test('what went out is not taken back', () =>
    isNotTakenBack(changes['the file changed'] as Mode, cutPoints(feed, 60, 3)));

  test.each(Object.entries(changes))('nor is it where %s', (_, mode) =>
    isNotTakenBack(mode, cutPoints(feed, 20, 4)),
  );

  test.each(Object.entries(changes))('what nobody has seen starts over: %s', async (_, mode) => {
    const begin = await cutting();
    await forEachCut(cutPoints(feed, 20, 5), async (cut) => {
      const kept = await readFile((await freshFeed(begin(mode, cut).options)).path);
      expect({ cut, whole: kept.equals(other) || kept.equals(feed) }).toEqual({ cut, whole: true });
    });
  });
});
