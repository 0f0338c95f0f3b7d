import type { RowCode } from '../failure/codes.ts';
import type { CallError } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import type { ShownRequest } from '../http/request.ts';
import { counted } from '../words/counted.ts';
import type { Conflict, OutOfRange } from './change-errors.ts';
import type { InventorySnapshot } from './inventory-snapshot.ts';
import type { Done, Problem } from './outcome.ts';
import type { SettleOptions } from './settling.ts';

/** The effect of a step on the shop. */
export type Effect = 'change' | 'close' | 'create' | 'grade';

const listings = (count: number) => counted(count, 'listing');

/** Each effect is the verb for what it is done to: `close`, as in `close 2 listings`, `closes 2 listings` and `2 to close`. */
export const effects: Readonly<Record<Effect, (count: number) => string>> = {
  change: (count) => counted(count, 'inventory', 'inventories'),
  close: listings,
  create: listings,
  grade: (count) => counted(count, 'item'),
};

/** What the journal records before a request is sent: enough to look for the result later. */
export interface Intent {
  id?: string;
  from?: number;
  to?: number;
  delta?: number;
  key?: string;
  /** What a new listing must have, to be the created one. */
  sku?: string;
  condition?: string;
  /** The listings that had the external identifier before. */
  had?: string[];
  /** The listing was read as CLOSED. */
  isClosed?: true;
}

/** The inventory that an intent wants; null if there is none, or if the old one was not read. */
export const wantedBy = ({
  from,
  to,
  delta,
}: {
  [field in 'from' | 'to' | 'delta']?: number | undefined;
}): number | null => to ?? (from === undefined || delta === undefined ? null : from + delta);

/** The change was found in the shop, or the evidence as a clause. */
export type ProbeResult = { done: Done } | { evidence: string; found?: readonly string[] };

/** Also: the refusal is believed, for this reason. */
export type RefusalProbeResult = ProbeResult | { error: Conflict | CallError };

/** A change that may have been sent and is not confirmed. */
export interface Unconfirmed {
  /** Undefined if the service has not named it yet. */
  readonly id: string | undefined;
  /** A name by which it can be looked up, where it has no id. */
  readonly name?: string | undefined;
  /** Null if there is no inventory, or if it was not read. */
  readonly before: number | null;
  /** Undefined if the state was not read. */
  readonly isClosed?: boolean | undefined;
  /** `Setting the inventory of … from 3 to 2` */
  readonly clause: string;
  /** The evidence if nothing is found: `the inventory could not be read afterwards`. */
  readonly noEvidence: string;
  /**
   * Looks for the result, never to decide on sending again. `sentAgoMs` is how long ago it was sent. Missing if there is nothing
   * to read.
   */
  probe?(client: Client, settling: SettleOptions, sentAgoMs: number): Promise<ProbeResult>;
  /** Looks whether it was refused because it was already done. Missing if a refusal is believed. */
  afterRefusal?(refusal: CallError, client: Client, settling: SettleOptions): Promise<RefusalProbeResult>;
}

/** A change that is ready to be sent. Steps on one listing never overlap. */
export interface Step extends Unconfirmed {
  /** Its operation has the words for it. */
  readonly effect: Effect;
  readonly after: number | null;
  readonly closes: boolean;
  readonly intent: Intent;
  /** Steps of one group are sent in one request if their operation combines them. */
  readonly group?: string;
  preview(client: Client): ShownRequest;
  /** Sends the request once. Throws `CallError`. */
  send(client: Client): Promise<Done>;
  /** It adds to the inventory that was read, so finding the wanted one does not tell who wrote it. */
  readonly isDelta?: boolean;
  readonly restart?: ((actual: Pick<InventorySnapshot, 'inventory' | 'isClosed'>) => Planned) | undefined;
}

/** Nothing is to be sent. */
export type Decided =
  | { readonly effect: 'unchanged' | 'skip'; readonly done: Done }
  | { readonly effect: 'conflict'; readonly error: Conflict }
  | { readonly effect: 'fault'; readonly error: OutOfRange | Problem };

export type Planned = Step | Decided;

export const isStep = (planned: Planned): planned is Step => 'send' in planned;

export const fault = (code: RowCode, message: string): Decided => ({
  effect: 'fault',
  error: { code, message },
});
