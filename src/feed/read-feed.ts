import type { judged } from './elements.ts';
import { FeedCacheUnusable } from './errors.ts';
import { ArrayScanner } from './scanner.ts';
import { type FeedOptions, type FeedSource, openFeed } from './source.ts';

/**
 * Reads the newest feed through `judged` or `entryLines`, while it comes, and keeps it where that works. Fails as
 * they, the link, and the host do.
 */
export async function* readFeed(options: FeedOptions, pass: typeof judged): AsyncGenerator<Buffer> {
  const source = await openFeed(options);
  const scanner = new ArrayScanner();
  let failure: unknown;
  try {
    yield* pass(source.bytes, scanner);
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
