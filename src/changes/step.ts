import type { Client } from '../client/client.ts';
import type { CallError } from '../client/errors.ts';
import type { PreviewedRequest } from '../client/request.ts';
import type { BelowZero, Conflict } from './errors.ts';
import type { Done, Problem } from './outcome.ts';

/** What a journal keeps of a step before its request leaves: enough to look for its result later. */
export interface Intent {
  id?: string;
  from?: number;
  to?: number;
  delta?: number;
  key?: string;
}

/** What the shop shows of a change whose answer was lost: that it is there, or else what is known, as a clause. */
export type Sighting = { done: Done } | { evidence: string; found?: readonly string[] };

/** A change that was sent, or may have been, and how to find out what became of it. */
export interface Unconfirmed {
  /** The listing or the item it is about; undefined where the service has yet to name it. */
  readonly id: string | undefined;
  /** The inventory that it starts from; null where it is about none, or where nobody has read it. */
  readonly before: number | null;
  /** What was to happen, as a clause: `Setting the inventory of … from 3 to 2`. */
  readonly clause: string;
  /** What is said where nothing can be seen of it: `the inventory could not be read since`. */
  readonly unseen: string;
  /** Reads what the shop holds now, only to tell what is known. Missing where the service has nothing to read. */
  look?(client: Client, patience: Patience): Promise<Sighting>;
}

/** A change that is decided and not sent. Steps about one listing never overlap. */
export interface Step<Effect extends string = string> extends Unconfirmed {
  /** What it does, in a word that its operation explains. */
  readonly effect: Effect;
  /** The inventory that it leads to, where it is about one. */
  readonly after: number | null;
  /** Whether it closes a listing that is open. */
  readonly closes: boolean;
  readonly intent: Intent;
  /** Steps with the same group go out in one request. */
  readonly group?: string;
  /** The name that a creation gives its listing. */
  readonly externalIdentifier?: string | undefined;
  /** Whether its listing is CLOSED, as far as somebody has read it: it stays so, whatever its inventory becomes. */
  readonly isClosed?: boolean | undefined;
  /** What would be sent. */
  preview(client: Client): PreviewedRequest;
  /** Sends it, once, and says what a confirming answer means. Throws `CallError`. */
  send(client: Client): Promise<Done>;
  /** What stands behind a refusal, where it is more than the service says. */
  explain?(refusal: CallError, client: Client): Promise<Conflict | undefined>;
  /** What is to be done from another inventory than the one it expects. */
  readonly restart?: ((actual: number) => Planned<Effect>) | undefined;
}

/** Nothing has to be sent: it is done already, or can't be done. */
export type Decided =
  | { readonly effect: 'none' | 'skip'; readonly done: Done }
  | { readonly effect: 'conflict'; readonly error: Conflict }
  | { readonly effect: 'fault'; readonly error: BelowZero | Problem };

/** What is to be done about a row, or about what was asked for in a command. */
export type Planned<Effect extends string = string> = Step<Effect> | Decided;

export const isStep = <Effect extends string>(planned: Planned<Effect>): planned is Step<Effect> =>
  'send' in planned;

/** A row that can't be done. */
export const fault = (code: string, message: string): Decided => ({
  effect: 'fault',
  error: { code, message },
});

/** How much time is given to a change that was sent and not confirmed. */
export interface Patience {
  /** How long to wait before looking at it, in milliseconds: it may still arrive. */
  settleMs: number;
  /** The time between two looks, in milliseconds: a second where left out. */
  betweenLooksMs?: number;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Called before the wait, so that a person sees why nothing happens. */
  onSettle?: (milliseconds: number) => void;
}
