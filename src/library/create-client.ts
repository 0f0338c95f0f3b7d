import { once } from 'node:events';
import { resolve } from 'node:path';
import { CreateListing } from '../changes/create-listing.ts';
import { uncleanNames } from '../changes/creation-rules.ts';
import { GradeItems } from '../changes/grade-items.ts';
import { CallError, InvalidInput, saysNotFound } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import { reachOfService } from '../http/connection/network.ts';
import { readListing, readListings } from '../http/listing-pages.ts';
import { adjustInventory, setInventory, updateInventory } from './change-inventories.ts';
import { checkOptions, type Kind } from './checked-options.ts';
import type * as api from './interface.ts';
import type { FeedOptions } from './interface.ts';
import { type Call, type Connection, connectionOf, joinedSignal } from './own-connection.ts';
import type * as records from './record-types.ts';
import type { Product } from './record-types.ts';

/** Makes a client. Nothing is sent yet. Throws if the options can't be used. */
export const createClient = (input: api.ClientOptions): api.ResaleClient => {
  const options = checkOptions('client', input);
  const connectionUntil = connectionOf(options);
  const always = joinedSignal(options.signal);
  const whole = connectionUntil(always.signal);
  const all: Call = { client: whole.connect(), connection: whole };

  /** Prepares a call, which may have a signal of its own. */
  const callWith = ({ signal: theirs }: api.CallOptions) => {
    if (theirs === undefined) return { ...all, signal: always.signal, forget() {} };
    const { signal, forget } = joinedSignal(always.signal, theirs);
    return { client: all.client.until(signal), connection: connectionUntil(signal), signal, forget };
  };
  /** A call that is aborted fails with the caller's own reason, but a change that was in flight is `unknown`. */
  const errorOf = (error: unknown, signal: AbortSignal): unknown =>
    error instanceof CallError && error.code === 'interrupted' ? signal.reason : error;
  const runCall = async <Options extends api.CallOptions, Answer>(
    kind: Kind,
    input: Options | undefined,
    ask: (call: Call, how: Options) => Promise<Answer>,
  ): Promise<Answer> => {
    const how = checkOptions(kind, input);
    const call = callWith(how);
    try {
      return await ask(call, how);
    } catch (error) {
      throw errorOf(error, call.signal);
    } finally {
      call.forget();
    }
  };
  const each = async function* <Options extends api.CallOptions, Item>(
    kind: Kind,
    input: Options | undefined,
    ask: (call: Call, how: Options) => AsyncIterable<readonly Item[]>,
  ): AsyncGenerator<Item> {
    const how = checkOptions(kind, input);
    const call = callWith(how);
    try {
      for await (const batch of ask(call, how))
        for (const item of batch) {
          call.signal.throwIfAborted();
          yield item;
        }
    } catch (error) {
      throw errorOf(error, call.signal);
    } finally {
      call.forget();
    }
  };
  /** Changes to one listing go one after the other, whichever client of this process makes them. */
  const inTurn = async <Answer>(
    id: string,
    { connection: { signal, turns } }: Call,
    change: () => Promise<Answer>,
  ): Promise<Answer> => {
    signal.throwIfAborted();
    const key = String(id).toLowerCase();
    const before = turns.get(key) ?? Promise.resolve();
    let hasBegun = false;
    const own = before.then(() => {
      // If it was aborted while it waited, its caller was told so.
      signal.throwIfAborted();
      hasBegun = true;
      return change();
    });
    const turn = own
      .catch(() => {})
      .finally(() => {
        if (turns.get(key) === turn) turns.delete(key);
      });
    turns.set(key, turn);
    const waits = new AbortController();
    await Promise.race([before, once(signal, 'abort', { signal: waits.signal })]);
    waits.abort();
    if (!hasBegun) signal.throwIfAborted();
    return own;
  };
  const close = async (): Promise<void> => {
    always.forget();
    always.abort(new InvalidInput([{ path: '', message: 'the client is closed' }]));
    await all.client.close();
  };

  return {
    createListing: (listing, how) => runCall('call', how, ({ client }) => createOne(client, listing)),
    listListings: (how) =>
      runCall('page', how, ({ client }, { signal, ...query }) => client.call('listListings', { query })),
    getListing: (id, how) => runCall('call', how, ({ client }) => readListing(client, id)),
    updateInventory: (id, update, how) =>
      runCall('call', how, (call) => inTurn(id, call, () => updateInventory(call, id, update))),
    gradeItems: (shipment, how) => runCall('call', how, ({ client }) => gradeShipment(client, shipment)),
    getShops: (domain, how) => runCall('call', how, ({ client }) => shopsOf(client, domain)),
    getFeedLink: (how) => runCall('call', how, ({ client }) => client.call('getFeedLink', {})),
    listings: (how) =>
      each('listings', how, ({ client }, { signal, ...selection }) => readListings(client, selection)),
    setInventory: (id, quantity, how) =>
      runCall('set', { ...how, quantity }, (call, change) =>
        inTurn(id, call, () => setInventory(call, id, change)),
      ),
    adjustInventory: (id, delta, how) =>
      runCall('adjust', { ...how, delta }, (call, change) =>
        inTurn(id, call, () => adjustInventory(call, id, change)),
      ),
    feed: (how) => each('feed', how, ({ connection }, feedOptions) => readProducts(connection, feedOptions)),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const createOne = async (client: Client, listing: records.NewListing): Promise<records.CreatedListing> => {
  client.preview('createListing', { body: (listing ?? {}) as never });
  const unclean = uncleanNames({ ...listing });
  if (unclean.length > 0) throw new InvalidInput(unclean);
  const { answer } = await new CreateListing(listing as never).send(client);
  return answer as unknown as records.CreatedListing;
};

const gradeShipment = async (
  client: Client,
  shipment: { readonly items: readonly records.GradedItem[] },
): Promise<{ items: records.GradedItemAnswer[] }> => {
  client.preview('gradeItems', { body: (shipment ?? {}) as never });
  const { answer } = await new GradeItems(shipment.items as never).send(client);
  return answer as unknown as { items: records.GradedItemAnswer[] };
};

const shopsOf = async (client: Client, domain: string): Promise<records.Shop[]> => {
  try {
    const query = { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: domain } as const;
    return await client.call('getShops', { query });
  } catch (error) {
    // The service may also answer 404 if it knows no such shop.
    if (saysNotFound(error)) return [];
    throw error;
  }
};

/** The products of the newest feed, once it is here and whole. */
async function* readProducts(
  connection: Connection,
  { cacheDirectory }: FeedOptions,
): AsyncGenerator<Product[]> {
  const [{ newestFeed }, { FeedCache }, { parsedEntries, productTranslation }, { entryLines }] =
    await Promise.all([
      import('../feed/newest.ts'),
      import('../feed/cache.ts'),
      import('../feed/products.ts'),
      import('../feed/validate.ts'),
    ]);
  const { baseUrl, clientId, dialect, timeoutMs, network } = connection;
  const translate = dialect && (await productTranslation(dialect));
  const feed = await newestFeed({
    ...connection,
    cache:
      cacheDirectory === undefined ? undefined : new FeedCache(resolve(cacheDirectory), baseUrl, clientId),
    freshness: 'hourly',
    async ask() {
      const client = connection.connect();
      return client.call('getFeedLink', {}).finally(client.close);
    },
    serviceReach: () => reachOfService(network, baseUrl),
    headersTimeoutMs: timeoutMs,
    observe: () => {},
  });
  for await (const batch of parsedEntries(entryLines(feed.read()), translate)) yield batch as Product[];
}
