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

/** The number of changes by outcome. */
export type Counts = Record<Outcome, number>;

export const noCounts = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;

/** What can't be ruled out of a change that adds to an inventory and has converged. */
export const orAnEqualChange =
  'the answer was lost, and the inventory is as wanted. If somebody else made an equal change at that moment, it would look the same.';

/** What a person can say of an unknown change: it was applied, it was not, or it is to be sent again. */
export const decisions = ['applied', 'refused', 'retry'] as const;
export type Decision = (typeof decisions)[number];

/** Why a change was not done: a stable word for programs, and a sentence. */
export interface Problem {
  code: RowCode;
  message: string;
}

/** The code and message of an error for a report. */
export const problemOf = (error: Failure<ErrorCode & RowCode> | Problem): Problem =>
  error instanceof Failure ? { code: error.meaning.code, message: error.message } : error;

/**
 * What is known of a row apart from inventories: where a new listing is in the shop, the grade that was wanted for an item and the
 * one that it got, and of a listing that it leaves with items in it, that it is CLOSED.
 */
export const answeredFields = ['url', 'wanted', 'condition', 'state'] as const;
export type AnsweredField = (typeof answeredFields)[number];
export type Answered = { [Field in AnsweredField]?: string | undefined };

/** The same in a report: null where nothing is known. A state is there only if it is worth a word. */
export const reportedAnswers = (
  fields: readonly AnsweredField[],
  known: { readonly [Field in AnsweredField]?: string | null | undefined },
): { [Field in AnsweredField]?: string | null } =>
  Object.fromEntries(
    fields
      .map((field) => [field, known[field] ?? null] as const)
      .filter(([field, said]) => field !== 'state' || said !== null),
  );

/** Whether the service gave an item another grade than was wanted. */
export const wasRegraded = ({ wanted, condition }: { [Field in AnsweredField]?: unknown }): boolean =>
  wanted != null && condition != null && condition !== wanted;

/** The result of a change. */
export interface Done extends Answered {
  outcome: Outcome;
  /** The listing or the item it was about. */
  id?: string | undefined;
  /** The inventory before and after. */
  before?: number | null | undefined;
  after?: number | null | undefined;
  error?: Problem | undefined;
  /** The fields of the service's answer, if it confirmed the change. */
  answer?: Readonly<Record<string, unknown>>;
  /** The result of each item, by its id in small letters, if the change was about several. */
  each?: ReadonlyMap<string, Done>;
  /** What is wrong about the answer although it confirms the change, as a clause: `$.url is missing`. */
  oddity?: string | undefined;
  /** The user did not wait for the answer, or the service could not be read: resuming the run looks for it again. */
  isOpen?: boolean;
  /** Then, why it is not known, as a clause, and whether the service refused the change. */
  lost?: string | undefined;
  wasRefused?: boolean;
}

/** An inventory change as a record: the fields of the service's answer, the outcome, and the values before and after. */
export const inventoryRecord = ({ id, outcome, before, after, answer }: Done): Record<string, unknown> => ({
  ...(answer ?? { id, availableInventory: after }),
  outcome,
  before,
  after,
});
