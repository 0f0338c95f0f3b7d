import { brotliCompressSync, gzipSync } from 'node:zlib';
import { FeedCut, NotAFeed } from '../../../src/feed/feed-errors.ts';
import { inflated } from '../../../src/feed/inflate.ts';
import { entryLines } from '../../../src/feed/validate.ts';
import { collected, cutAt } from '../../support/chunks.ts';
import { fc } from '../../support/properties.ts';
import { feedText } from '../faults/feed-file.ts';
import type { Fuzzer } from './fuzzer.ts';

/** The ways in which a host may compress a file, and what it calls them. */
const packed = {
  gzip: { encoding: 'gzip', bytes: gzipSync(feedText) },
  'a .gz file': { encoding: '', bytes: gzipSync(feedText) },
  'gzip twice': { encoding: 'gzip', bytes: gzipSync(gzipSync(feedText)) },
  'gzip in parts': {
    encoding: 'gzip',
    bytes: Buffer.concat([feedText.slice(0, 999), feedText.slice(999)].map((part) => gzipSync(part))),
  },
  brotli: { encoding: 'br', bytes: brotliCompressSync(feedText) },
};

/** What became of the compressed bytes on their way: some turned over, the end gone, or more behind them. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('turned'), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut'), at: fc.nat() }),
  fc.record({ kind: fc.constant('more'), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
) as fc.Arbitrary<Damage>;

type Damage =
  | { kind: 'turned'; at: number; by: number }
  | { kind: 'cut'; at: number }
  | { kind: 'more'; bytes: Uint8Array };

const spoilt = (bytes: Buffer, one: Damage): Buffer => {
  if (one.kind === 'cut') return bytes.subarray(0, one.at % bytes.length);
  if (one.kind === 'more') return Buffer.concat([bytes, one.bytes]);
  const left = Buffer.from(bytes);
  left[one.at % left.length] = (left[one.at % left.length] ?? 0) ^ one.by;
  return left;
};

const whole = await collected(entryLines(cutAt(feedText)));

/** However a compressed feed is chunked, cut or damaged, its entries are those of the whole, or it is refused. */
export const compressedFeeds: Fuzzer = {
  name: 'compressed feeds',
  share: 0.1,
  law: () =>
    fc.asyncProperty(
      fc.constantFrom(...Object.values(packed)),
      fc.option(damage, { nil: undefined }),
      fc.array(fc.nat(), { maxLength: 6 }),
      async ({ encoding, bytes }, one, places) => {
        // Brotli has no checksum: another letter in its place is a letter.
        fc.pre(!(encoding === 'br' && one?.kind === 'turned'));
        const left = one ? spoilt(bytes, one) : bytes;
        const entries = await unpacked(left, encoding, places);
        if (entries === undefined ? left === bytes : !entries.equals(whole))
          throw new Error(`${entries} came of ${left.toString('base64')}`);
      },
    ),
};

/** The entries' lines, or nothing where it is refused. */
const unpacked = async (
  bytes: Buffer,
  encoding: string,
  places: readonly number[],
): Promise<Buffer | undefined> => {
  try {
    return await collected(entryLines(inflated(cutAt(bytes, places), encoding)));
  } catch (error) {
    if (error instanceof FeedCut || error instanceof NotAFeed) return undefined;
    throw error;
  }
};
