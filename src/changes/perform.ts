import { BrokenPages, CallError } from '../http/call-error.ts';
import type { Client } from '../http/client.ts';
import { Conflict, type OnConflict, OutOfRange, UnknownOutcome, WouldClose } from './change-errors.ts';
import { type Done, type Problem, problemOf } from './outcome.ts';
import type { SettleOptions } from './settling.ts';
import {
  type Decided,
  type Intent,
  isStep,
  type Planned,
  type RefusalProbeResult,
  type Step,
  type Unconfirmed,
} from './step.ts';

interface PerformOptions {
  client: Client;
  settling: SettleOptions;
  /** Default: fail. */
  onConflict?: OnConflict;
  /** Whether a step may close its listing. Default: false. */
  mayClose?: boolean;
  /** Records the intent before the request is sent; missing if there is no journal. */
  recordIntent?: (intent: Intent) => Promise<void>;
}

/** The limit for --on-conflict retry. */
const mostTries = 5;

/**
 * Carries out a plan and returns the result. If the inventory is not as expected, it throws `Conflict`, skips, or with
 * `retry` starts again from the current value, up to five times. It never retries after an attempt that was not
 * confirmed. Throws `Conflict`, `WouldClose`, `OutOfRange`, `UnknownOutcome` or `CallError`.
 */
export const perform = async (planned: Planned, options: PerformOptions): Promise<Done> => {
  let next = planned;
  for (let tries = 1; ; tries++) {
    if (!isStep(next)) {
      const done = doneOf(next, options.onConflict ?? 'fail');
      if ('error' in next && done.outcome === 'refused') throw next.error;
      return done;
    }
    if (next.closes && !options.mayClose) throw new WouldClose(next.id ?? '', next.before ?? 0);
    await options.recordIntent?.(next.intent);
    try {
      return { wasClosed: next.isClosed, ...(await attempt(next, options)) };
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const mayStartAgain = options.onConflict === 'retry' && tries < mostTries;
      next = (mayStartAgain ? next.restart?.(error.seen) : undefined) ?? { effect: 'conflict', error };
    }
  }
};

export const doneOf = (decided: Decided, onConflict: OnConflict): Done => {
  if ('done' in decided) return decided.done;
  const done = doneFromError(decided.error) ?? { outcome: 'refused', error: problemOf(decided.error) };
  return decided.effect === 'conflict' && onConflict === 'skip' ? { ...done, outcome: 'skipped' } : done;
};

/**
 * Sends a step at most once. If the answer is lost, the shop is read again, but only to report the evidence: finding the
 * old value does not prove that the change won't arrive later, so it is never sent again.
 */
const attempt = async (step: Step, { client, settling }: PerformOptions): Promise<Done> => {
  const sentAt = settling.clock.ticks();
  try {
    return await sendStep(step, client, settling);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.attempt === 'ambiguous' || error.attempt === 'rejected')
      return settle(step, error, client, settling, sentAt);
    throw error;
  }
};

/** Sends a step once, and remembers what the service confirms of an inventory. */
export const sendStep = async (step: Step, client: Client, { own }: SettleOptions): Promise<Done> => {
  const done = await step.send(client);
  if (done.id !== undefined) own.confirmed(done.id, done.before, done.after);
  return done;
};

/** The evidence if the user did not wait for the look. */
const notAwaited = 'the tool was stopped before it looked what became of it';

/**
 * Finds out what happened to a change that was lost or refused: returns its result, or throws the refusal or `UnknownOutcome`.
 * `sentAt` is when it was sent, in ticks of the clock.
 */
export const settle = async (
  change: Unconfirmed,
  cause: CallError,
  client: Client,
  settling: SettleOptions,
  sentAt: number,
): Promise<Done> => {
  const seen = await probe(change, cause, client, settling, sentAt);
  if ('done' in seen) return seen.done;
  if ('error' in seen) throw seen.error;
  const isStopped = settling.signal.aborted || cause.reason === 'interrupted';
  const { evidence = isStopped ? notAwaited : change.noEvidence, found = [], isUnread = false } = seen;
  const givenUp = isStopped && cause.reason !== 'interrupted';
  throw new UnknownOutcome(change, `${lostBy(cause)}; ${evidence}`, {
    cause: givenUp
      ? new CallError(cause.attempt, 'interrupted', cause.facts, { cause: settling.signal.reason })
      : cause,
    found,
    isUnread,
  });
};

/** Why the outcome is unknown, as a clause. */
const lostBy = ({ attempt, facts }: CallError): string => {
  const { detail, status, serviceMessage } = facts;
  if (attempt !== 'rejected') return detail.replace(/\.$/, '');
  const reason = serviceMessage?.replace(/\.$/, '');
  return `the service refused it (${reason === undefined ? status : `${status}: ${reason}`})`;
};

/** Finds out what happened to a change that an earlier process sent `sentAgoMs` ago, and `why` that is unknown. It is never sent again. */
export const recover = async (
  change: Unconfirmed,
  client: Client,
  settling: SettleOptions,
  sentAgoMs: number,
  why: string,
): Promise<Done> => {
  const facts = { method: '', url: '', effect: 'change', detail: why } as const;
  const sentAt = settling.clock.ticks() - sentAgoMs;
  const lost = new CallError('ambiguous', 'connection-lost', facts);
  return { wasClosed: change.isClosed, ...(await settle(change, lost, client, settling, sentAt)) };
};

/** The result of such a change before anybody has looked. */
export const notLookedAt = ({ id, before, clause }: Unconfirmed): Done => ({
  outcome: 'unknown',
  id,
  before,
  after: null,
  error: { code: 'unknown', message: `${clause} was sent but not confirmed: ${notAwaited}` },
  isUnread: true,
});

/** What a probe has found. It is empty after an interruption; `isUnread` if the service could not be read, but may be later. */
type Seen =
  | Extract<RefusalProbeResult, { done: Done } | { error: unknown }>
  | { evidence?: string; found?: readonly string[]; isUnread?: boolean };

/**
 * Looks for the result, after a wait if the answer was lost. An error or interruption here must not hide that the change was
 * sent.
 */
const probe = async (
  change: Unconfirmed,
  cause: CallError,
  client: Client,
  settling: SettleOptions,
  sentAt: number,
): Promise<Seen> => {
  if (cause.attempt === 'rejected' && !change.afterRefusal) return { error: cause };
  if (cause.reason === 'interrupted') return {};
  try {
    if (cause.attempt === 'rejected' && change.afterRefusal)
      return await change.afterRefusal(cause, client, settling);
    if (!change.probe) return {};
    if (!hasFinished(cause)) {
      settling.signal.throwIfAborted();
      settling.yields?.();
      if (settling.settleMs > 0) settling.onSettle?.(settling.settleMs);
      await settling.clock.sleep(settling.settleMs, settling.signal);
    }
    return await change.probe(client, settling, settling.clock.ticks() - sentAt);
  } catch (error) {
    if (error instanceof CallError)
      return { isUnread: error.refusesCredentials || error.meaning.exit === 'temporary' };
    if (error instanceof BrokenPages || error === settling.signal.reason) return {};
    throw error;
  }
};

/** A 500 from the service itself means that it has finished. A gateway's does not. */
const hasFinished = ({ facts }: CallError): boolean => facts.status === 500 && facts.isServices === true;

/** The result for an error of one change. Undefined if the error concerns all changes, such as a refused key. */
export const doneFromError = (error: unknown): Done | undefined => {
  if (error instanceof Conflict || error instanceof WouldClose || error instanceof OutOfRange)
    return failed(error);
  if (error instanceof UnknownOutcome) {
    const { of, isUnread, cause } = error;
    const wasRefused = cause instanceof CallError && cause.attempt === 'rejected';
    const known = { id: of.id, before: of.before, after: null, error: problemOf(error) };
    return { outcome: 'unknown', ...known, isUnread, wasRefused };
  }
  if (!(error instanceof CallError) || !error.refusesThisCall) return undefined;
  return { outcome: 'refused', error: problemOfCall(error) };
};

/** In the service's words, if it said something. */
export const problemOfCall = ({ reason, facts, message }: CallError): Problem => ({
  code: reason,
  message: facts.serviceMessage ?? message,
});

const failed = (error: Conflict | WouldClose | OutOfRange): Done => ({
  outcome: 'refused',
  id: error.id,
  before: error.actual,
  after: error.actual,
  error: problemOf(error),
});
