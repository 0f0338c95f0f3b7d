import type { SettleOptions } from '../../src/changes/step.ts';
import type { Client } from '../../src/client/client.ts';
import { systemClock } from '../../src/clock.ts';
import type { Listing } from '../../src/service/listing.ts';
import { clientFor } from '../client/calling.ts';
import { type Meddling, type Relay, startRelay } from '../support/relay.ts';
import { sandboxed } from '../support/resale.ts';

/** A shop with one listing that has five for sale, behind a relay. */
export interface Shop {
  client: Client;
  id: string;
  relay: Relay;
  shopId: string;
  settling: SettleOptions;
  /** Ends whatever is under way, as Ctrl-C does. */
  stop: AbortController;
  /** What is for sale in truth. */
  inventory: () => Promise<number | undefined>;
  /** Somebody else changes what is for sale. */
  becomes: (quantity: number) => Promise<unknown>;
  /** Every listing there is in truth. */
  listings: () => Promise<Listing[]>;
}

type Options = {
  maxRetries?: number;
  timeoutMs?: number;
  settleMs?: number;
  onSettle?: (ms: number) => void;
  /** Hears that a call waits before it is sent again. */
  onWait?: (shop: Shop) => void;
};

/** Opens a shop for one test. `meddle` says what happens to the requests of the client under test. */
export const shopWith = async (
  meddle: (shop: Shop, method: string, before: number) => Meddling | undefined = () => undefined,
  { maxRetries = 0, timeoutMs = 300_000, settleMs = 0, onSettle, onWait }: Options = {},
): Promise<Shop> => {
  const { baseUrl, env, shopId } = await sandboxed({ faults: {}, listings: 12 });
  const pair = { clientId: env.RESALE_CLIENT_ID ?? '', apiKey: env.RESALE_API_KEY ?? '' };
  const credentials = async () => pair;
  const somebodyElse = clientFor(baseUrl, { credentials });
  const listings = async () =>
    (await somebodyElse.call('listListings', { query: { pageSize: 200 } })).listings;
  const id = (await listings()).find(({ state }) => state === 'OPEN')?.id ?? '';
  const read = async () => (await somebodyElse.call('getListing', { params: { id } })).availableInventory;
  const becomes = async (newInventory: number) =>
    somebodyElse.call('updateInventory', {
      params: { id },
      body: { action: 'SET_INVENTORY', oldInventory: (await read()) ?? 0, newInventory },
    });
  const stop = new AbortController();
  const relay = await startRelay(baseUrl, (method, before) => meddle(shop, method, before));
  const observe = ({ kind }: { kind: string }) => {
    if (kind === 'wait') onWait?.(shop);
  };
  const shop: Shop = {
    client: clientFor(relay.url, { credentials, maxRetries, timeoutMs, signal: stop.signal, observe }),
    id,
    relay,
    shopId,
    // Real time: some tests interrupt it while it waits.
    settling: {
      settleMs,
      betweenProbesMs: 20,
      clock: systemClock,
      signal: stop.signal,
      ...(onSettle ? { onSettle } : {}),
    },
    stop,
    inventory: read,
    becomes,
    listings,
  };
  await becomes(5);
  return shop;
};

/** What happens to the first change alone. */
export const toFirstChange =
  (meddling: (shop: Shop) => Meddling) =>
  (shop: Shop, method: string, before: number): Meddling | undefined =>
    method !== 'GET' && before === 0 ? meddling(shop) : undefined;
