import { type Clock, systemClock } from '../clock.ts';
import { CallError } from './call-error.ts';
import type { CallFacts } from './call-facts.ts';
import { type KnownFacts, statusError } from './classify.ts';
import { type Permit, RateLimiter } from './rate/rate-limiter.ts';
import type { ApiKeys, headersOf, ShownRequest, WireRequest } from './request.ts';
import { CallTime, isFull, isTooMuch, nextPauseMs, type RetryPolicy, unaskedMs } from './retry.ts';
import type { WireAnswer } from './sending.ts';
import type { Transport } from './transport.ts';

/** An event of a call, for code that shows it. Contains no secrets. */
export type ClientEvent =
  /** A function, since describing a request takes longer than sending it. */
  | { kind: 'request'; request: () => ShownRequest; attempt: number }
  | { kind: 'answer'; answer: WireAnswer; milliseconds: number }
  | { kind: 'failure'; detail: string; milliseconds: number }
  | { kind: 'wait'; milliseconds: number; why: string };

export interface ExchangeOptions {
  credentials: () => Promise<ApiKeys>;
  /** Whether the service has accepted them. Clients of the same service share one: a 403 is then not about them. */
  keys?: { areAccepted: boolean };
  /** Called before a change is first sent; if it throws, nothing is sent. */
  beforeChange?: () => Promise<void>;
  /** How long the attempts of one call may take together: connecting, sending, waiting, reading. */
  callTimeoutMs: number;
  retry: RetryPolicy;
  clock?: Clock;
  /** Says when a request may leave, so that the service takes it. Clients of the same service share one. */
  limiter?: RateLimiter;
  signal: AbortSignal;
  /** After this signal, no read (or no change) is sent or retried; requests in flight continue. Default: `signal`. */
  noMoreAfter?: Readonly<Record<CallFacts['effect'], AbortSignal>>;
  observe?: (event: ClientEvent) => void;
  /** Masks the credentials in what the service says of an error, which may repeat them. Answers are parsed as they came. */
  redact?: (text: string) => string;
}

/** One call: its request, how its answer is read, and what a failure should tell. */
interface Exchange<Answer> {
  request: WireRequest;
  facts: KnownFacts;
  fresh: boolean;
  /** The permit of the first attempt, if it has been waited for. */
  permit?: Permit | undefined;
  /** An attempt was certainly not begun by the service, and is to be made again: `again` is awaited before it is sent. */
  returned?: (() => void) | undefined;
  again?: (() => Promise<void>) | undefined;
  /** Ends it, in place of all other signals. */
  signal?: AbortSignal | undefined;
  /** Throws if the answer is not to be believed. */
  read: (answer: WireAnswer) => Answer;
}

export const createExchange = (
  transport: Transport,
  headers: ReturnType<typeof headersOf>,
  {
    credentials,
    keys: known = { areAccepted: false },
    beforeChange,
    callTimeoutMs,
    retry,
    clock = systemClock,
    limiter = new RateLimiter(),
    signal: always,
    noMoreAfter = { read: always, change: always },
    observe = () => {},
    redact = (text) => text,
  }: ExchangeOptions,
) => {
  /** Once this signal aborts, nothing more is sent for a call. */
  const endOf = ({ facts, signal = noMoreAfter[facts.effect] }: Exchange<unknown>) => signal;

  /** One attempt: sends the request and classifies the answer's status. */
  const attemptOnce = async (
    exchange: Exchange<unknown>,
    attempt: number,
    time: CallTime,
  ): Promise<WireAnswer> => {
    const { request, facts, fresh, permit: firstPermit, signal = always } = exchange;
    const keys = await credentials();
    const ended = endOf(exchange);
    const permit = (attempt === 1 ? firstPermit : undefined) ?? (await limiter.acquire(ended));
    await permit.due(ended);
    if (ended.aborted) {
      permit.end();
      throw ended.reason;
    }
    if (attempt > 1)
      try {
        await exchange.again?.();
      } catch (error) {
        permit.end();
        throw error;
      }
    observe({ kind: 'request', request: () => headers.previewed(request), attempt });
    const began = systemClock.ticks();
    let answered = false;
    try {
      const answer = await transport.send(
        request,
        headers.sent(request, keys, fresh),
        facts.effect,
        { milliseconds: time.leftMs, words: formatLimit(time, attempt) },
        signal,
      );
      answered = true;
      observe({ kind: 'answer', answer, milliseconds: systemClock.ticks() - began });
      const { areAccepted: areKeysAccepted } = known;
      const failure = statusError(answer, { ...facts, areKeysAccepted }, clock.now(), redact);
      if (failure) throw failure;
      known.areAccepted = true;
      permit.taken();
      return answer;
    } catch (error) {
      if (error instanceof CallError && isTooMuch(error)) permit.refused(error.facts.retryAfterMs);
      else if (answered) permit.taken();
      if (error instanceof CallError && !answered)
        observe({ kind: 'failure', detail: error.facts.detail, milliseconds: systemClock.ticks() - began });
      throw error;
    } finally {
      permit.end();
      time.spend(systemClock.ticks() - began);
    }
  };

  return async <Answer>(exchange: Exchange<Answer>): Promise<Answer> => {
    if (exchange.facts.effect === 'change') await beforeChange?.();
    const time = new CallTime(callTimeoutMs);
    let outlasted = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return exchange.read(await attemptOnce(exchange, attempt, time));
      } catch (error) {
        const isOutlasted = retry.outlasts === true && error instanceof CallError && isFull(error);
        const counted = isOutlasted ? attempt : attempt - outlasted;
        const milliseconds = nextPauseMs(error, counted, retry, time.spareMs, limiter.refusedForMs);
        if (milliseconds === undefined) throw error;
        // Outlasted refusals must not use up the retries of a later failure.
        if (isOutlasted) outlasted += 1;
        time.spend(unaskedMs(error as CallError, milliseconds));
        exchange.returned?.();
        observe({ kind: 'wait', milliseconds, why: (error as CallError).facts.detail });
        await clock.sleep(milliseconds, endOf(exchange));
      }
    }
  };
};

/** `within 30 s`; after the first attempt, that the others had their part of the time. */
const formatLimit = ({ wholeMs }: CallTime, attempt: number): string =>
  `within ${wholeMs / 1000} s${attempt > 1 ? `, the time for all ${attempt} attempts` : ''}`;
