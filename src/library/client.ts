import { CreateListing } from '../changes/create-listing.ts';
import { GradeItems } from '../changes/grade.ts';
import type { Client } from '../client/client.ts';
import { CallError, saysNotFound } from '../client/errors.ts';
import { readListing, readListings } from '../client/listings.ts';
import { type Connection, connectionOf } from './connection.ts';
import { fromCaller } from './errors.ts';
import { readProducts } from './feed.ts';
import type * as api from './interface.ts';
import { adjustInventory, setInventory, updateInventory } from './inventory.ts';

/** Makes a client. Nothing is sent yet. Throws if the options can't be used. */
export const createClient = (options: api.ClientOptions): api.ResaleClient => {
  let connection: Connection;
  try {
    connection = connectionOf(options);
  } catch (error) {
    throw fromCaller(error, createClient);
  }
  const { signal, patience } = connection;
  const client = connection.connect();

  /** Whoever aborts gets the own reason back; but a change that was under way is `unknown`. */
  const failed = (error: unknown, inside: (...given: never) => unknown): unknown =>
    error instanceof CallError && error.code === 'interrupted' ? signal.reason : fromCaller(error, inside);
  const ended = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      throw failed(error, ended);
    }
  };
  const each = async function* <Item>(batches: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
    try {
      for await (const batch of batches) yield* batch;
    } catch (error) {
      throw failed(error, each);
    }
  };
  const close = async (): Promise<void> => {
    connection.forget();
    await client.close();
  };

  return {
    createListing: (listing) => ended(created(client, listing)),
    listListings: (query = {}) => ended(client.call('listListings', { query })),
    getListing: (id) => ended(readListing(client, id)),
    updateInventory: (id, update) => ended(updateInventory(client, id, update)),
    gradeItems: (shipment) => ended(graded(client, shipment)),
    getShops: (domain) => ended(shopsOf(client, domain)),
    getFeedLink: () => ended(client.call('getFeedLink', {})),
    listings: (selection = {}) => each(readListings(client, selection)),
    setInventory: (...change) => ended(setInventory(client, patience, ...change)),
    adjustInventory: (...change) => ended(adjustInventory(client, patience, ...change)),
    feed: (feedOptions = {}) => each(readProducts(connection, feedOptions)),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const created = async (client: Client, listing: api.NewListing): Promise<api.CreatedListing> => {
  const { answer } = await new CreateListing(listing as never).send(client);
  return answer as unknown as api.CreatedListing;
};

const graded = async (
  client: Client,
  { items }: { readonly items: readonly api.GradedItem[] },
): Promise<{ items: api.GradedItemAnswer[] }> => {
  const { answer } = await new GradeItems(items as never).send(client);
  return answer as unknown as { items: api.GradedItemAnswer[] };
};

const shopsOf = async (client: Client, domain: string): Promise<api.Shop[]> => {
  try {
    const query = { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: domain } as const;
    return await client.call('getShops', { query });
  } catch (error) {
    // The service may also answer 404 if it knows no such shop.
    if (saysNotFound(error)) return [];
    throw error;
  }
};
