import { unpack } from './inflate.ts';
import { appended, type FeedPart, removePart } from './part.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { validated } from './validate.ts';

export interface Whole {
  path: string;
  products: number;
  bytes: number;
}

/**
 * Checks that the bytes of a download are one JSON array of objects, and unpacks them if they are compressed. Fails like the
 * source, and with `NotAFeed`, `FeedCut`, `FeedTooLong` and `FeedCacheUnusable`.
 */
export const wholeOf = async ({ path, encoding }: FeedPart, bytes: AsyncIterable<Buffer>): Promise<Whole> => {
  const { isPacked, bytes: unpacked } = await unpack(bytes, encoding);
  const scanner = new ArrayScanner();
  const all = validated(unpacked, scanner);
  const file = isPacked ? `${path}-unpacked` : path;
  try {
    for await (const _ of isPacked ? appended(file, all) : all);
  } catch (error) {
    if (isPacked) await removePart({ path: file });
    throw error;
  }
  if (isPacked) await removePart({ path });
  return { path: file, products: scanner.entries, bytes: scanner.bytes };
};
