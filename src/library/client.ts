import { CreateListing } from '../changes/create-listing.ts';
import { GradeItems } from '../changes/grade.ts';
import type { Client } from '../client/client.ts';
import { CallError, saysNotFound } from '../client/errors.ts';
import { readListing, readListings } from '../client/listings.ts';
import { type Call, type Connection, connectionOf, joinedSignal } from './connection.ts';
import { fromCaller } from './errors.ts';
import { readProducts } from './feed.ts';
import type * as api from './interface.ts';
import { adjustInventory, setInventory, updateInventory } from './inventory.ts';

/** Makes a client. Nothing is sent yet. Throws if the options can't be used. */
export const createClient = (options: api.ClientOptions): api.ResaleClient => {
  let connectionUntil: (signal: AbortSignal) => Connection;
  try {
    connectionUntil = connectionOf(options);
  } catch (error) {
    throw fromCaller(error, createClient);
  }
  const always = joinedSignal(options.signal);
  const whole = connectionUntil(always.signal);
  const all: Call = { client: whole.connect(), connection: whole };

  /** What a call uses, which may have a signal of its own. */
  const callWith = ({ signal: theirs }: api.CallOptions) => {
    if (theirs === undefined) return { ...all, signal: always.signal, forget() {} };
    const { signal, forget } = joinedSignal(always.signal, theirs);
    return { client: all.client.until(signal), connection: connectionUntil(signal), signal, forget };
  };
  /** Whoever aborts gets the own reason back; but a change that was under way is `unknown`. */
  const failed = (error: unknown, signal: AbortSignal, inside: (...given: never) => unknown): unknown =>
    error instanceof CallError && error.code === 'interrupted' ? signal.reason : fromCaller(error, inside);
  const ended = async <Answer>(
    callOptions: api.CallOptions | undefined,
    ask: (call: Call) => Promise<Answer>,
  ): Promise<Answer> => {
    const call = callWith(callOptions ?? {});
    try {
      return await ask(call);
    } catch (error) {
      throw failed(error, call.signal, ended);
    } finally {
      call.forget();
    }
  };
  const each = async function* <Item>(
    callOptions: api.CallOptions,
    ask: (call: Call) => AsyncIterable<readonly Item[]>,
  ): AsyncGenerator<Item> {
    const call = callWith(callOptions);
    try {
      for await (const batch of ask(call))
        for (const item of batch) {
          call.signal.throwIfAborted();
          yield item;
        }
    } catch (error) {
      throw failed(error, call.signal, each);
    } finally {
      call.forget();
    }
  };
  const close = async (): Promise<void> => {
    always.forget();
    await all.client.close();
  };

  return {
    createListing: (listing, how) => ended(how, ({ client }) => created(client, listing)),
    listListings: ({ signal, ...query } = {}) =>
      ended({ signal }, ({ client }) => client.call('listListings', { query })),
    getListing: (id, how) => ended(how, ({ client }) => readListing(client, id)),
    updateInventory: (id, update, how) => ended(how, ({ client }) => updateInventory(client, id, update)),
    gradeItems: (shipment, how) => ended(how, ({ client }) => graded(client, shipment)),
    getShops: (domain, how) => ended(how, ({ client }) => shopsOf(client, domain)),
    getFeedLink: (how) => ended(how, ({ client }) => client.call('getFeedLink', {})),
    listings: ({ signal, ...selection } = {}) =>
      each({ signal }, ({ client }) => readListings(client, selection)),
    setInventory: (id, quantity, how) => ended(how, (call) => setInventory(call, id, quantity, how)),
    adjustInventory: (id, delta, how) => ended(how, (call) => adjustInventory(call, id, delta, how)),
    feed: (how = {}) => each(how, ({ connection }) => readProducts(connection, how)),
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
