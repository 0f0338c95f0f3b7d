import { askHost, type HostOptions } from './host.ts';
import { inflated } from './inflate.ts';
import { parsedEntries } from './products.ts';
import { entryLines } from './validate.ts';

const enoughProducts = 20;

/**
 * The first products of the feed at a link. The download is cancelled after them, and nothing is cached. Fails like `askHost`,
 * and with `NotAFeed`.
 */
export const firstProducts = async (url: string, options: HostOptions): Promise<unknown[]> => {
  const { body, encoding, close } = await askHost(url, options);
  const products: unknown[] = [];
  try {
    for await (const entries of parsedEntries(entryLines(inflated(body, encoding)))) {
      products.push(...entries);
      if (products.length >= enoughProducts) break;
    }
  } finally {
    await close();
  }
  return products.slice(0, enoughProducts);
};
