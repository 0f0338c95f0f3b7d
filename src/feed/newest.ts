import { FeedCacheUnusable } from './errors.ts';
import { type Way, ways } from './judge.ts';
import { ArrayScanner } from './scanning/scanner.ts';
import { type FeedOptions, type FeedSource, openFeed } from './sources.ts';

/**
 * Reads the newest feed in one of the ways there are, while it comes, and keeps it where that works. Fails as the way,
 * the link, and the host do.
 */
export async function* readFeed(options: FeedOptions, way: Way): AsyncGenerator<Buffer> {
  const source = await openFeed(options);
  let failure: unknown;
  try {
    const scanner = new ArrayScanner();
    yield* ways[way](source.bytes, scanner);
    await keepIfPossible(source, scanner.entries, options);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await source.close(failure);
  }
}

const keepIfPossible = async (source: FeedSource, entries: number, { observe }: FeedOptions) => {
  try {
    await source.keep(entries);
  } catch (error) {
    if (!(error instanceof FeedCacheUnusable)) throw error;
    observe({ kind: 'not-kept', reason: error.message });
  }
};
