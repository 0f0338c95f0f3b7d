import { Failure } from '../failure/failure.ts';

/**
 * What became of a change. Done: `applied` (the service confirmed it), `converged` (the wanted value is there, but who
 * wrote it can't be proved), `unchanged` (it was there before, nothing was sent), `skipped` (given up as the user asked,
 * or there already). Not done: `refused` (surely not applied), `unsent` (never reached). `unknown`: it may or may not
 * have been applied.
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

/** Why a change was not done: a stable word for programs, and a sentence. */
export interface Problem {
  code: string;
  message: string;
}

/** An error, or a problem that is none, in the words of a report. */
export const problemOf = (error: Failure | Problem): Problem =>
  error instanceof Failure ? { code: error.meaning.code, message: error.message } : error;

/** A change that is finished, as far as it will be. */
export interface Done {
  outcome: Outcome;
  /** The listing or the item it was about. */
  id?: string | undefined;
  /** The inventory that it was made from, and the inventory now. */
  before?: number | null | undefined;
  after?: number | null | undefined;
  error?: Problem | undefined;
  /** The fields of the service's own answer, where it confirmed the change. */
  answer?: Readonly<Record<string, unknown>>;
  /** The user did not wait for its answer: a run that is resumed looks at it again. */
  isOpen?: boolean;
}

/** A change of an inventory as a record: the fields of the service's answer, and what happened. */
export const inventoryRecord = ({ id, outcome, before, after, answer }: Done): Record<string, unknown> => ({
  ...(answer ?? { id, availableInventory: after }),
  outcome,
  before,
  after,
});
