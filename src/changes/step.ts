import type { Client } from '../client/client.ts';
import type { CallError } from '../client/errors.ts';
import type { PreviewedRequest } from '../client/request.ts';
import type { Clock } from '../clock.ts';
import type { RowCode } from '../failure/codes.ts';
import type { Conflict, OutOfRange } from './errors.ts';
import type { Done, Problem } from './outcome.ts';

/** What the journal records of a step before its request is sent: enough to look for its result later. */
export interface Intent {
  id?: string;
  from?: number;
  to?: number;
  delta?: number;
  key?: string;
  /** The listings that had the external identifier before one with it was created. */
  had?: string[];
  /** The listing was read as CLOSED. */
  isClosed?: true;
  /** The service refused it, and the shop could not be read to see whether it was applied all the same. */
  wasRefused?: boolean;
}

/** The inventory that the step of an intent was to lead to; null if there is none, or if the one before was not read. */
export const wantedBy = ({ from, to, delta }: Intent): number | null =>
  to ?? (from === undefined || delta === undefined ? null : from + delta);

/** What the shop shows about an unconfirmed change: that it is there, or what else is known, as a clause. */
export type ProbeResult = { done: Done } | { evidence: string; found?: readonly string[] };

/** What the shop shows about a change that the service refused: also, that the refusal holds, and why. */
export type RefusalProbeResult = ProbeResult | { error: Conflict | CallError };

/** A change that may have been sent and was not confirmed, and how to look for its result. */
export interface Unconfirmed {
  /** The listing or item; undefined if the service has not named it yet. */
  readonly id: string | undefined;
  /** The inventory before the change; null if there is none, or if it was not read. */
  readonly before: number | null;
  /** Whether its listing was read as CLOSED; undefined if its state was not read. */
  readonly isClosed?: boolean | undefined;
  /** The change, as a clause: `Setting the inventory of … from 3 to 2`. */
  readonly clause: string;
  /** The evidence if the probe finds nothing: `the inventory could not be read afterwards`. */
  readonly noEvidence: string;
  /** Reads the shop to learn what happened; never to decide on sending again. Missing if there is nothing to read. */
  probe?(client: Client, settling: SettleOptions): Promise<ProbeResult>;
  /** Reads the shop to learn whether it was refused because it is there already. Missing if a refusal is believed. */
  afterRefusal?(refusal: CallError, client: Client, settling: SettleOptions): Promise<RefusalProbeResult>;
}

/** A change that is ready to be sent. Steps on one listing never overlap. */
export interface Step<Effect extends string = string> extends Unconfirmed {
  /** What it does; its operation has the words for it. */
  readonly effect: Effect;
  /** The inventory after the change; null if there is none. */
  readonly after: number | null;
  /** Whether it closes an open listing. */
  readonly closes: boolean;
  readonly intent: Intent;
  /** Steps of one group are sent in one request, if their operation combines them. */
  readonly group?: string;
  /** The external identifier of a listing to be created. */
  readonly externalIdentifier?: string | undefined;
  /** What a person is told of it before it is sent, by the names of that, where it is no change of an inventory. */
  readonly facts?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** The request, for --dry-run. */
  preview(client: Client): PreviewedRequest;
  /** Sends the request once and returns the confirmed result. Throws `CallError`. */
  send(client: Client): Promise<Done>;
  /** It adds to the inventory that was read: if the wanted one is there, that does not tell who made it so. */
  readonly isDelta?: boolean;
  /** Plans the change again from a different inventory. */
  readonly restart?: ((actual: number) => Planned<Effect>) | undefined;
}

/** Nothing is to be sent: the change is not needed, or not possible. */
export type Decided =
  | { readonly effect: 'none' | 'skip'; readonly done: Done }
  | { readonly effect: 'conflict'; readonly error: Conflict }
  | { readonly effect: 'fault'; readonly error: OutOfRange | Problem };

/** The plan for one row or one command. */
export type Planned<Effect extends string = string> = Step<Effect> | Decided;

export const isStep = <Effect extends string>(planned: Planned<Effect>): planned is Step<Effect> =>
  'send' in planned;

/** The plan for a row that can't be carried out. */
export const fault = (code: RowCode, message: string): Decided => ({
  effect: 'fault',
  error: { code, message },
});

/** How long to wait for a change that was sent but not confirmed. */
export interface SettleOptions {
  /** How long to wait before the first probe, in milliseconds: the request may still arrive. */
  settleMs: number;
  /** The time between two probes, in milliseconds. Default: 1000. */
  betweenProbesMs?: number;
  clock: Clock;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Called before the wait, so that it can be explained to the user. */
  onSettle?: (milliseconds: number) => void;
}
