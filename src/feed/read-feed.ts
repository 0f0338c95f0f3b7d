import { FeedCacheUnusable } from './errors.ts';
import type { Pass } from './pass.ts';
import { type FeedOptions, type FeedSource, openFeed } from './source.ts';

/**
 * Reads the newest feed through a pass, which it closes, while it comes, and keeps it where that works. Fails as the
 * pass, the link, and the host do.
 */
export async function* readFeed(options: FeedOptions, pass: Pass): AsyncGenerator<Buffer> {
  try {
    yield* readThrough(pass, await openFeed(options), options);
  } finally {
    await pass.close();
  }
}

async function* readThrough(pass: Pass, source: FeedSource, options: FeedOptions): AsyncGenerator<Buffer> {
  let failure: unknown;
  try {
    yield* pass.bytes(source.bytes);
    await keepIfPossible(source, pass.entries(), options);
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
