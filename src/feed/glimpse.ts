import { askHost } from './download/host.ts';
import { FeedCut } from './errors.ts';
import { inflated } from './inflate.ts';
import { entryLines } from './judge.ts';
import { requestLink } from './link.ts';
import { type FeedOptions, linkFolder } from './newest.ts';
import { parsedEntries } from './products.ts';

/** The beginning of a feed. */
interface Glimpse {
  /** The first products, as they are written in the file. */
  entries: unknown[];
  /** How many bytes were received. */
  bytes: number;
}

const enoughProducts = 20;
const enoughBytes = 1024 * 1024;

/**
 * The first products of the newest feed, without the rest: the download ends as soon as they are there. Nothing is cached.
 * Fails as the link and the host do, and with `NotAFeed`.
 */
export const glimpseFeed = async (options: FeedOptions): Promise<Glimpse> => {
  const { answer } = await requestLink(await linkFolder(options), options);
  const { body, encoding, close } = await askHost(answer.url, options);
  const glimpse: Glimpse = { entries: [], bytes: 0 };
  const counted = async function* () {
    for await (const chunk of body) {
      glimpse.bytes += chunk.length;
      yield chunk;
    }
  };
  let left = enoughBytes;
  const beginning = async function* () {
    for await (const chunk of inflated(counted(), encoding)) {
      yield chunk;
      left -= chunk.length;
      if (left <= 0) return;
    }
  };
  try {
    for await (const entries of parsedEntries(entryLines(beginning()))) {
      glimpse.entries.push(...entries);
      if (glimpse.entries.length >= enoughProducts) break;
    }
  } catch (error) {
    // We ended it ourselves.
    if (left > 0 || !(error instanceof FeedCut)) throw error;
  } finally {
    await close();
  }
  return { ...glimpse, entries: glimpse.entries.slice(0, enoughProducts) };
};
