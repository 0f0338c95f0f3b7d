/*
 * What the package gives to programs: this file and `records.ts` are the whole of it, and their declarations are what an editor
 * shows. Everything is written out, so that nobody needs the types of a library to read it.
 */

import type {
  Condition,
  CreatedListing,
  FeedLink,
  GradedItem,
  GradedItemAnswer,
  InventoryUpdate,
  Listing,
  ListingState,
  ListingsPage,
  ListingsPageQuery,
  ListingsSelection,
  NewListing,
  Product,
  Shop,
  UpdatedInventory,
} from './record-types.ts';

/** Whose `AbortSignal` it is does not matter: Node's, or the DOM's. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own } }
  ? Own
  : { readonly aborted: boolean; readonly reason: unknown };

/** What `await using` looks for, wherever TypeScript knows it. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [Name in Key]: () => Promise<void> }
  : object;

/** The names that a deployment uses instead of the neutral ones. */
export interface DialectNames {
  /** The word for Service: with `Acme`, the header `X-Service-Client-Id` is `X-Acme-Client-Id`. */
  readonly serviceName?: string | undefined;
  /** The word for Commerce: with `Mart`, the constant `COMMERCE_SKU` is `MART_SKU`. */
  readonly commerceName?: string | undefined;
  /** Single names: `{ 'query.pageSize': 'first' }`. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** How to reach a service. */
export interface ClientOptions {
  /** Where the service is, such as `https://api.shop.example`. Plain http is taken for this machine only. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Goes to the origin of `baseUrl` and nowhere else, and into no error, text or log. */
  readonly apiKey: string;
  /** Names that this deployment uses; everything here stays in the neutral ones. */
  readonly dialect?: DialectNames | undefined;
  /** How long one call may take, all its attempts together. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again if that can do no harm. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** The longest wait that the service may ask for, on top of `timeoutMs`. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** How long to wait before looking what became of a change whose answer was lost. Default: 15,000. */
  readonly settleMs?: number | undefined;
  /** How many requests a second may leave at most. Without it, as many as the service takes. */
  readonly rate?: number | undefined;
  /** Ends everything in flight. Each call takes another one for itself. */
  readonly signal?: Signal | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /**
   * Ends this call, which then throws the signal's reason: nothing was changed. But a change that was on its way is `unknown`:
   * an outcome of `setInventory` and `adjustInventory`, the code of a `CallError` from all others.
   */
  readonly signal?: Signal | undefined;
}

/** The service of one shop. All calls share its connections, its rate, and its signal. */
export interface ResaleClient extends AsyncDispose {
  /** Lists an item. Sent once: an error whose code is `unknown` says that it may have been created. */
  createListing(listing: NewListing, options?: CallOptions): Promise<CreatedListing>;
  /** One page of the listings. */
  listListings(page?: ListingsPageQuery & CallOptions): Promise<ListingsPage>;
  getListing(id: string, options?: CallOptions): Promise<Listing>;
  /** One inventory update as the service has it. `setInventory` and `adjustInventory` say more about what became of it. */
  updateInventory(id: string, update: InventoryUpdate, options?: CallOptions): Promise<UpdatedInventory>;
  /** Grades the items of one shipment. Sent once; items that the answer does not name may have been graded or not. */
  gradeItems(
    shipment: { readonly items: readonly GradedItem[] },
    options?: CallOptions,
  ): Promise<{ items: GradedItemAnswer[] }>;
  /** The shops whose store has that domain; none if there is no such shop. */
  getShops(domain: string, options?: CallOptions): Promise<Shop[]>;
  /** The link to the newest product feed. The service allows 15 requests a minute; `feed` follows the link. */
  getFeedLink(options?: CallOptions): Promise<FeedLink>;

  /**
   * All listings, page by page as they are needed, none of them twice. Throws if the pages can't be followed to their end, so
   * that the list is never silently short.
   */
  listings(selection?: ListingsSelection & CallOptions): AsyncIterableIterator<Listing>;

  /**
   * Sets the inventory if it still has the value of `expect`, or else the value that is read first. With `expect` it can be repeated
   * safely, whether it was applied or not.
   */
  setInventory(id: string, quantity: number, options?: SetInventoryOptions): Promise<InventoryResult>;
  /**
   * Adds to the inventory: reads it, and sets the sum if it is still the same, up to five times. After `unknown`, do not repeat
   * it before you have looked: it could count twice.
   */
  adjustInventory(id: string, delta: number, options?: ChangeOptions): Promise<InventoryResult>;

  /** All products of the newest feed, while it is downloaded. Throws if it is cut short: it never ends early. */
  feed(options?: FeedOptions): AsyncIterableIterator<Product>;

  /** Closes all connections and aborts the calls in flight. A program may also end without it. */
  close(): Promise<void>;
}

/** What a change of an inventory may do. */
export interface ChangeOptions extends CallOptions {
  /** Whether it may take the inventory to 0, which closes the listing. Default: false. */
  readonly mayClose?: boolean | undefined;
}

export interface SetInventoryOptions extends ChangeOptions {
  /** The inventory that the listing must have now. */
  readonly expect?: number | undefined;
}

/** What became of a change of an inventory. An error is thrown only for what concerns other changes, too. */
export type InventoryResult = InventoryDone | InventoryRefused | InventoryUnknown;

/** The inventory is as wanted. */
export interface InventoryDone {
  /**
   * `applied`: the service confirmed it. `converged`: no answer confirmed it, and the wanted inventory is there. `unchanged`: it was
   * there already, and nothing was sent.
   */
  readonly outcome: 'applied' | 'converged' | 'unchanged';
  readonly id: string;
  readonly before: number;
  readonly after: number;
}

/** Nothing was changed. */
export interface InventoryRefused {
  readonly outcome: 'refused';
  readonly id: string;
  /** The inventory, if it was read. */
  readonly before: number | null;
  readonly after: number | null;
  /** Why: `conflict`, `would-close`, `below-zero`, `too-large`, `not-found`, or `refused` with the service's own words. */
  readonly error: Problem;
  /** After a `conflict`: the inventory that was expected. */
  readonly expected?: number;
  /** After a `conflict`: the inventory that the listing has. */
  readonly actual?: number;
}

/** It was sent, and may have been applied or not. It is never sent again. */
export interface InventoryUnknown {
  readonly outcome: 'unknown';
  readonly id: string;
  /** The inventory before the change. */
  readonly before: number | null;
  readonly after: null;
  /** The evidence. */
  readonly error: Problem;
}

/** Why something was not done: a word for programs, and a sentence. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** How to get the product feed. */
export interface FeedOptions extends CallOptions {
  /** A folder to keep the feed in: until the next one is due, it is read from there. Without it, nothing is kept. */
  readonly cacheDirectory?: string | undefined;
}

/** A fault that the sandbox injects into a request. */
export type SandboxFault =
  | 'reset'
  | 'lost-answer'
  | '500'
  | '429'
  | 'slow'
  | 'truncate'
  | 'repeated'
  | '403'
  | 'gateway-page'
  | 'slow-body';

/** A listing that a sandbox begins with. A field that is left out has a default: OPEN, GOOD, an inventory of 1. */
export interface SandboxListing {
  readonly id?: string | undefined;
  readonly state?: ListingState | undefined;
  readonly condition?: Condition | undefined;
  readonly sku?: string | undefined;
  readonly availableInventory?: number | undefined;
  readonly externalIdentifier?: string | null | undefined;
}

/** What a sandbox is like. Everything random about it comes from `seed`, so it is the same each time. */
export interface SandboxOptions {
  /** How many listings there are at the beginning, or which. Default: 120. */
  readonly listings?: number | readonly SandboxListing[] | undefined;
  /** How many products the feed has. Default: 200. */
  readonly products?: number | undefined;
  /**
   * How often each fault happens: `'lost-answer=100%'`, `'500=5%,429=10%'`, or shares: `{ '500': 0.05 }`. With `'lag=150ms'`, what is
   * read of listings is so far behind.
   */
  readonly faults?: string | { readonly [Fault in SandboxFault]?: number | undefined } | undefined;
  /** How many requests a second it takes before it answers 429: `100`, `'100/s'`, `'1000/min'`. */
  readonly rate?: number | string | undefined;
  /** The number that data and faults are made from. Default: 1. */
  readonly seed?: number | undefined;
  /** Whether a closed listing that gains inventory is OPEN again. By default it stays CLOSED. */
  readonly reopens?: boolean | undefined;
  /** Names of its own, to test a client with a dialect. */
  readonly dialect?: DialectNames | undefined;
}

/** The whole service on a free port of this machine, in this process. `createClient(sandbox)` is its client. */
export interface Sandbox extends AsyncDispose {
  readonly baseUrl: string;
  readonly clientId: string;
  /** No secret: every sandbox takes this one and no other. */
  readonly apiKey: string;
  readonly dialect?: DialectNames;
  /** A shop to list items in. */
  readonly shopId: string;
  /** The domain of that shop's store. */
  readonly domain: string;
  /** A SKU to list an item by. */
  readonly sku: string;
  /** Its listings as they are now, oldest first. */
  listings(): Required<Listing>[];
  /** Ends it and every connection to it. Nothing is left behind. */
  close(): Promise<void>;
}
