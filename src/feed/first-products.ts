import { askHost } from './download/host.ts';
import { FeedCut } from './errors.ts';
import { inflated } from './inflate.ts';
import type { FeedOptions } from './newest.ts';
import { parsedEntries } from './products.ts';
import { entryLines } from './validate.ts';

const enoughProducts = 20;
const enoughBytes = 1024 * 1024;

/**
 * The first products of the feed at a link, without the rest: the download ends as soon as they are there. Nothing is cached.
 * Fails as the host does, and with `NotAFeed`.
 */
export const firstProducts = async (url: string, options: FeedOptions): Promise<unknown[]> => {
  const { body, encoding, close } = await askHost(url, options);
  const products: unknown[] = [];
  let left = enoughBytes;
  const beginning = async function* () {
    for await (const chunk of inflated(body, encoding)) {
      yield chunk;
      left -= chunk.length;
      if (left <= 0) return;
    }
  };
  try {
    for await (const entries of parsedEntries(entryLines(beginning()))) {
      products.push(...entries);
      if (products.length >= enoughProducts) break;
    }
  } catch (error) {
    // We ended it ourselves.
    if (left > 0 || !(error instanceof FeedCut)) throw error;
  } finally {
    await close();
  }
  return products.slice(0, enoughProducts);
};
