import { CallError } from './call-error.ts';

export interface RetryPolicy {
  maxRetries: number;
  /** The longest wait that the service may ask for; a longer one ends the call. */
  maxWaitMs: number;
  /**
   * A request too many for the service (429), or for this machine's connections, is retried as long as other requests
   * are taken: until all have been refused for `maxWaitMs`. A job of many calls outlasts a busy hour.
   */
  outlasts?: boolean;
}

const shortestPauseMs = 200;
const shortestPauseThrottledMs = 1_000;
const longestPauseMs = 20_000;

/**
 * Turns the header `Retry-After`, in seconds or as a date, into milliseconds to wait. A date is compared with the
 * answer's own `Date` header, since the local clock may be wrong. Anything unclear (negative, empty,
 * past, not a number) gives undefined.
 */
export const retryAfterMs = (
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts almost any words with a number in them as a date.
  if (!/^(?=.*\d:\d\d:\d\d).*(GMT|Z)$/.test(text)) return undefined;
  const wait = Date.parse(text) - (Date.parse(date ?? '') || now);
  return wait > 0 ? wait : undefined;
};

/** Full jitter: a random time up to a bound that doubles with each attempt (1 is the first). */
export const backoffMs = (attempt: number, throttled: boolean, random: () => number): number =>
  random() *
  Math.min(longestPauseMs, (throttled ? shortestPauseThrottledMs : shortestPauseMs) * 2 ** (attempt - 1));

/** Failures that a retry can't fix, and the user's wish to stop. */
const hopeless: ReadonlySet<CallError['reason']> = new Set(['tls', 'proxy', 'redirect', 'interrupted']);

const shortages: ReadonlySet<string | undefined> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS']);

const isShortage = ({ attempt, facts }: CallError): boolean =>
  attempt === 'not-sent' && shortages.has(facts.code);

/**
 * Whether the same request may be sent again after this failure: a change only if it certainly was
 * not begun; a read whenever the next answer may be different.
 */
export const mayTryAgain = (error: CallError, attempt: number): boolean => {
  const { attempt: known, reason, facts } = error;
  if (hopeless.has(reason) || known === 'rejected') return false;
  // A name that no server knows is more often a typo than an outage.
  if (facts.code === 'ENOTFOUND' && attempt > 1) return false;
  if (known === 'not-sent' || known === 'not-processed') return true;
  return facts.effect === 'read' && reason !== 'bad-answer';
};

/** Whether the service, or this machine, has no room for a request at the moment. */
export const isFull = (error: CallError): boolean => error.attempt === 'not-processed' || isShortage(error);

/** How much of a wait after this failure nobody asked for: neither the service, nor this machine until it has connections again. */
export const unaskedMs = (error: CallError, pauseMs: number): number =>
  isFull(error) ? 0 : Math.max(0, pauseMs - (error.facts.retryAfterMs ?? 0));

/** Whether a request was one too many: fewer should leave from now on. */
export const isTooMuch = (error: CallError): boolean =>
  isFull(error) || error.facts.status === 503 || error.reason === 'not-the-service';

/** The time that all attempts of a call share, and with them the waits that nobody asked for. */
export class CallTime {
  #leftMs: number;

  constructor(readonly wholeMs: number) {
    this.#leftMs = wholeMs;
  }

  get leftMs(): number {
    return this.#leftMs;
  }

  /** How long the next attempt may be put off. One that has hardly any time is of no use: a change would end unconfirmed. */
  get spareMs(): number {
    return this.#leftMs - Math.min(longestReserveMs, this.wholeMs / 4);
  }

  spend(milliseconds: number): void {
    this.#leftMs -= milliseconds;
  }
}

const longestReserveMs = 1_000;

/**
 * How long to wait before the next attempt: the backoff, or a longer Retry-After. Undefined if there is none, because
 * the call was retried often enough, has no time left, or the service asks for a longer wait than the user allows.
 */
export const nextPauseMs = (
  error: unknown,
  attempt: number,
  policy: RetryPolicy,
  /** How much time the call can spare for a wait that nobody asked for. */
  spareMs: number,
  /** For how long the service has refused everything. */
  refusedForMs = 0,
  random: () => number = Math.random,
): number | undefined => {
  if (!(error instanceof CallError) || !mayTryAgain(error, attempt) || spareMs < 0) return undefined;
  const { maxRetries, maxWaitMs, outlasts } = policy;
  const retryAfterMs = error.facts.retryAfterMs ?? 0;
  if (retryAfterMs > maxWaitMs) return undefined;
  if (outlasts && isFull(error)) {
    if (refusedForMs > maxWaitMs) return undefined;
  } else if (attempt > maxRetries) return undefined;
  const ownTime = isFull(error) ? Number.POSITIVE_INFINITY : spareMs;
  const jitter = Math.min(backoffMs(attempt, isTooMuch(error), random), ownTime);
  // Others may have been asked to come back at the same time.
  const spread = retryAfterMs + Math.min(jitter, retryAfterMs / 4, 1000);
  return Math.min(Math.max(spread, jitter), maxWaitMs);
};
