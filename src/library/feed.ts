import { resolve } from 'node:path';
import { reachOfService } from '../network/network.ts';
import type { Connection } from './connection.ts';
import type { FeedOptions } from './interface.ts';
import type { Product } from './records.ts';

/** The products of the newest feed as they arrive. Fails if the file is cut short. */
export async function* readProducts(
  connection: Connection,
  { cacheDirectory }: FeedOptions,
): AsyncGenerator<Product[]> {
  const [{ readFeed }, { openFeedCache }, { parsedEntries, productTranslation }] = await Promise.all([
    import('../feed/newest.ts'),
    import('../feed/cache/cache.ts'),
    import('../feed/products.ts'),
  ]);
  const { baseUrl, clientId, dialect, timeoutMs, network } = connection;
  const bytes = readFeed(
    {
      ...connection,
      cache:
        cacheDirectory === undefined ? undefined : openFeedCache(resolve(cacheDirectory), baseUrl, clientId),
      freshness: 'hourly',
      async ask() {
        const client = connection.connect();
        return client.call('getFeedLink', {}).finally(client.close);
      },
      serviceReach: () => reachOfService(network, baseUrl),
      headersTimeoutMs: timeoutMs,
      observe: () => {},
    },
    'entryLines',
  );
  const translate = dialect && (await productTranslation(dialect));
  for await (const batch of parsedEntries(bytes, translate)) yield batch as Product[];
}
