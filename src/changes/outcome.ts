import type { ErrorCode, RowCode } from '../failure/codes.ts';
import { Failure } from '../failure/failure.ts';

/**
 * The outcomes of a change. Done: `applied` (the service confirmed it), `converged` (the wanted value is there, but not
 * provably written by us), `unchanged` (the value was already there, nothing was sent), `skipped` (a conflict skipped at
 * the user's request, or a listing that already exists). Not done: `refused` (certainly not applied), `unsent` (never
 * reached). `unknown`: it may or may not have been applied.
 */
export const outcomes = [
  'applied',
  'converged',
  'unchanged',
  'skipped',
  'refused',
  'unsent',
  'unknown',
] as const;
export type Outcome = (typeof outcomes)[number];

export type Counts = Record<Outcome, number>;

export const noCounts = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;

/** The caveat about an adjustment that converged. */
export const orAnEqualChange =
  'the answer was lost, and the inventory is as wanted. If somebody else made an equal change at that moment, it would look the same.';

/** The decisions of a person about a change in doubt. */
export const decisions = ['applied', 'not-applied'] as const;
export type Decision = (typeof decisions)[number];

/** A code for programs, and a sentence. */
export interface Problem {
  code: RowCode;
  message: string;
}

export const problemOf = (error: Failure<ErrorCode & RowCode> | Problem): Problem =>
  error instanceof Failure ? { code: error.meaning.code, message: error.message } : error;

/**
 * Facts about a row besides its inventory: the page of a new listing, the wanted and the actual grade, and that its listing was
 * CLOSED before it gained stock.
 */
export const answeredFields = ['url', 'wanted', 'condition', 'stateBefore'] as const;
export type AnsweredField = (typeof answeredFields)[number];
export type Answered = { [Field in AnsweredField]?: string | undefined };

/** The service gave the item another grade than the one wanted. */
export const wasRegraded = ({ wanted, condition }: { [Field in AnsweredField]?: unknown }): boolean =>
  wanted != null && condition != null && condition !== wanted;

export interface Done extends Answered {
  outcome: Outcome;
  id?: string | undefined;
  before?: number | null | undefined;
  after?: number | null | undefined;
  error?: Problem | undefined;
  /** The fields of the service's answer, if it confirmed the change. */
  answer?: Readonly<Record<string, unknown>>;
  /** The result of each item of a shipment, by its id in lower case. */
  each?: ReadonlyMap<string, Done>;
  /** The user did not wait, or the service could not be read: `runs resume` looks again. */
  isUnread?: boolean;
  /** The service refused it, even if the inventory is as wanted. */
  wasRefused?: boolean;
  /** Whether the listing was CLOSED when it was read before the change; undefined if the state was not read. */
  wasClosed?: boolean | undefined;
  /** The state that was read after the change, if it was. */
  state?: string | undefined;
}

/**
 * Whether there is stock in a listing that was read as CLOSED, and neither the answer nor a later reading says OPEN. Whether such a
 * listing is for sale again is the service's to say.
 */
export const hasStockWhereClosed = ({ outcome, after, wasClosed, state, answer }: Done): boolean =>
  (outcome === 'applied' || outcome === 'converged') &&
  (after ?? 0) > 0 &&
  wasClosed === true &&
  (state ?? answer?.state) !== 'OPEN';

export const inventoryRecord = (done: Done): Record<string, unknown> => {
  const { id, outcome, before, after, answer } = done;
  return {
    ...(answer ?? { id, availableInventory: after }),
    ...{ outcome, before, after },
    ...(hasStockWhereClosed(done) && { stateBefore: 'CLOSED' }),
  };
};
