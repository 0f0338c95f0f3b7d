import type { DialectSettings } from '../service/dialect.ts';
import type { Listing } from '../service/listing-schemas.ts';
import type { FaultRates } from './fault-kinds.ts';
import type { RequestLogEntry } from './host-guard.ts';

/** The defaults of a sandbox. */
export const defaultContents = { products: 200, listings: 120, seed: 1 } as const;

/** A rate with its burst. Default: a second's worth. */
export const limitOf = (perSecond: number, burst = Math.max(1, Math.ceil(perSecond))): Limit => ({
  perSecond,
  burst,
});

interface Limit {
  perSecond: number;
  burst: number;
}

/** The only credentials that a sandbox accepts. They are public. */
export const acceptedCredentials = {
  clientId: 'sandbox-client',
  apiKey: 'sandbox-key-that-is-no-secret',
} as const;

export interface ChaosSettings extends FaultSettings {
  latencyMs?: number;
  limit?: Limit;
}

/** Injected faults. */
export interface FaultSettings {
  /** Without rates of faults, no request can ask for a fault either. */
  faults?: FaultRates;
  /** The lag of reads of listings. */
  lagMs?: number;
}

export interface SandboxOptions extends ChaosSettings {
  /** The port of the API; 0 for any free one. The feed's files are served on the next one, or on any free one. */
  port?: number;
  /** How many products the feed has: 0 to 1,000,000. */
  products?: number;
  /** The number of initial listings, 0 to 1,000,000; or the relevant fields of each. */
  listings?: number | readonly Partial<Listing>[];
  seed?: number;
  /** Whether a closed listing opens again when it gains inventory. */
  reopens?: boolean;
  /** The interval of feeds. Default: a quarter past every hour. */
  feedEveryMs?: number;
  /** Keeps the listings from one start to the next. */
  stateFile?: string;
  /** The deployment's own names. */
  dialect?: DialectSettings;
  now?: () => Date;
  onRequest?: (entry: RequestLogEntry) => void;
  /** Called for a feed outside the service's schedule. */
  onFeed?: () => Promise<void>;
}

/** A running sandbox, and what to try on it: a shop's id, the domain of its store, and a SKU without a listing. */
export interface Sandbox {
  baseUrl: string;
  page: string;
  feedOrigin: string;
  shopId: string;
  domain: string;
  sku: string;
  listings(): Listing[];
  /** Ends both servers and every connection, and waits until all changes are kept. */
  close(): Promise<void>;
}
