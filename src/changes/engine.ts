import type { Client } from '../client/client.ts';
import { BrokenPages, CallError } from '../client/errors.ts';
import { pause } from '../client/pause.ts';
import { BelowZero, Conflict, type OnConflict, UnknownOutcome, WouldClose } from './errors.ts';
import { type Done, problemOf } from './outcome.ts';
import {
  type Decided,
  type Intent,
  isStep,
  type Patience,
  type Planned,
  type Step,
  type Unconfirmed,
} from './step.ts';

/** How steps are run: the same for one command, for a row of thousands, and for another program. */
export interface Running {
  client: Client;
  patience: Patience;
  /** A conflict fails where it is left out. */
  onConflict?: OnConflict;
  /** Whether a step may close its listing; left out where none can. */
  mayClose?: boolean;
  /** Puts on disk what is about to be sent; nothing is sent before it has returned. Left out where nobody keeps a journal. */
  intend?: (intent: Intent) => Promise<void>;
}

/** How often a step is made anew from an inventory that somebody else has changed. */
const mostTries = 5;

/**
 * Does what was planned, and says what became of it. Where the inventory is another one than expected, it fails with a
 * `Conflict`, skips, or with `retry` starts again from what is there, up to five times; after an attempt that was not
 * confirmed it never does. Throws what stopped it: `Conflict`, `WouldClose`, `BelowZero`, `UnknownOutcome`, `CallError`.
 */
export const perform = async (planned: Planned, running: Running): Promise<Done> => {
  let next = planned;
  for (let tries = 1; ; tries++) {
    if (!isStep(next)) {
      const done = doneOf(next, running.onConflict ?? 'fail');
      if ('error' in next && done.outcome === 'refused') throw next.error;
      return done;
    }
    if (next.closes && !running.mayClose) throw new WouldClose(next.id ?? '', next.before ?? 0);
    await running.intend?.(next.intent);
    try {
      return await attempt(next, running);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const again =
        running.onConflict === 'retry' && tries < mostTries ? next.restart?.(error.actual) : undefined;
      next = again ?? { effect: 'conflict', error };
    }
  }
};

/** What became of something for which nothing has to be sent. */
export const doneOf = (decided: Decided, onConflict: OnConflict): Done => {
  if ('done' in decided) return decided.done;
  const done = doneAfter(decided.error) ?? { outcome: 'refused', error: problemOf(decided.error) };
  return decided.effect === 'conflict' && onConflict === 'skip' ? { ...done, outcome: 'skipped' } : done;
};

/**
 * Sends a step at most once. Where its answer is lost, the shop is read again only to tell what is known: reading the old
 * value does not prove that the change will not still arrive, so it is never sent again.
 */
const attempt = async (step: Step, { client, patience }: Running): Promise<Done> => {
  try {
    return await step.send(client);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.attempt === 'rejected') throw (await step.explain?.(error, client)) ?? error;
    if (error.attempt === 'ambiguous') return settle(step, error, client, patience);
    throw error;
  }
};

/** What can be told of a change that was sent and not confirmed: that it is there, or an `UnknownOutcome`. */
export const settle = async (
  change: Unconfirmed,
  cause: CallError,
  client: Client,
  patience: Patience,
): Promise<Done> => {
  const seen = await lookAt(change, cause, client, patience);
  if (seen && 'done' in seen) return seen.done;
  const { evidence = change.unseen, found = [] } = seen ?? {};
  // Who did not wait for the look has interrupted it.
  const givenUp = patience.signal.aborted && cause.reason !== 'interrupted';
  throw new UnknownOutcome(change, `${cause.facts.detail.replace(/\.$/, '')}; ${evidence}`, {
    cause: givenUp
      ? new CallError(cause.attempt, 'interrupted', cause.facts, { cause: patience.signal.reason })
      : cause,
    found,
  });
};

/** What became of a change whose sender was stopped before it had the answer. It is never sent again. */
export const recover = (change: Unconfirmed, client: Client, patience: Patience): Promise<Done> => {
  const facts = {
    method: '',
    url: '',
    effect: 'change',
    detail: 'the tool was stopped before it had the answer',
  } as const;
  return settle(change, new CallError('ambiguous', 'connection-lost', facts), client, patience);
};

/**
 * Waits, and looks at what became of a change. Undefined where nothing can be learned: there is nothing to read, the
 * service could not be read, or the user stopped it. Neither may hide that the change was sent.
 */
const lookAt = async (change: Unconfirmed, cause: CallError, client: Client, patience: Patience) => {
  if (cause.reason === 'interrupted' || !change.look) return undefined;
  try {
    if (!hasFinished(cause)) {
      if (patience.settleMs > 0) patience.onSettle?.(patience.settleMs);
      await pause(patience.settleMs, patience.signal);
    }
    return await change.look(client, patience);
  } catch (error) {
    if (error instanceof CallError || error instanceof BrokenPages || error === patience.signal.reason)
      return undefined;
    throw error;
  }
};

/** Where the service itself says that it failed, it has finished with the request. A gateway can't say that. */
const hasFinished = ({ facts }: CallError): boolean =>
  facts.status === 500 && facts.serviceMessage !== undefined;

/**
 * What an error of `perform` makes of one change among several; undefined where it concerns all of them, or none: a
 * refused key, a service that can't be reached.
 */
export const doneAfter = (error: unknown): Done | undefined => {
  if (error instanceof Conflict || error instanceof WouldClose || error instanceof BelowZero)
    return failed(error);
  if (error instanceof UnknownOutcome) {
    const { id, before } = error.of;
    const isOpen = error.cause instanceof CallError && error.cause.reason === 'interrupted';
    return { outcome: 'unknown', id, before, after: null, error: problemOf(error), isOpen };
  }
  if (!(error instanceof CallError) || !error.refusesThisCall) return undefined;
  return {
    outcome: 'refused',
    error: { code: error.reason, message: error.facts.serviceMessage ?? error.message },
  };
};

const failed = (error: Conflict | WouldClose | BelowZero): Done => ({
  outcome: 'refused',
  id: error.id,
  before: error.actual,
  after: error.actual,
  error: problemOf(error),
});
