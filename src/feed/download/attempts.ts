import { backoffMs, CallTime, type RetryPolicy } from '../../client/retry.ts';
import { FeedCut, FeedHostRefused, FeedHostUnreachable, FeedTooSlow } from '../errors.ts';
import { askHost, type HostAnswer } from './host.ts';
import type { HostOptions, Rest } from './host-request.ts';

/** What is needed to get answers from the file's host even if some requests fail. */
interface AttemptOptions extends HostOptions {
  retry: RetryPolicy;
  /** Asks the service for a new link. */
  askLink: () => Promise<string>;
}

/** The requests of one download, which share its retries. */
export interface Attempts {
  /** Asks until an answer comes. If the link has expired, it asks once with a new one. */
  ask(rest?: Rest): Promise<HostAnswer>;
  /** Waits before the next request; throws the failure if there is no retry. */
  afterFailure(failure: unknown): Promise<void>;
  /** The latest link. */
  link(): string;
}

/** Begins the requests of one download. */
export const startAttempts = (firstLink: string, options: AttemptOptions): Attempts => {
  const { retry, clock, signal, observe } = options;
  let link = firstLink;
  let isRenewed = false;
  let failures = 0;
  // Requests in a row without an answer share the time of one.
  let time = new CallTime(options.headersTimeoutMs);

  const afterFailure = async (failure: unknown): Promise<void> => {
    failures += 1;
    const asked = failure instanceof FeedHostRefused ? (failure.retryAfterMs ?? 0) : 0;
    if (!mayTryAgain(failure) || failures > retry.maxRetries || asked > retry.maxWaitMs) throw failure;
    if (time.spareMs < 0) throw failure;
    const own = Math.min(backoffMs(failures, false, Math.random), retry.maxWaitMs, time.spareMs);
    const milliseconds = Math.max(asked, own);
    if (asked === 0) time.spend(milliseconds);
    observe({ kind: 'wait', milliseconds, why: (failure as Error).message });
    await clock.sleep(milliseconds, signal);
  };

  const ask = async (rest?: Rest): Promise<HostAnswer> => {
    for (;;) {
      const began = performance.now();
      try {
        const answer = await askHost(link, within(time.leftMs, options), rest);
        time = new CallTime(options.headersTimeoutMs);
        return answer;
      } catch (failure) {
        time.spend(performance.now() - began);
        if (isExpiry(failure) && !isRenewed) {
          isRenewed = true;
          link = await options.askLink();
        } else await afterFailure(failure);
      }
    }
  };

  return { ask, afterFailure, link: () => link };
};

const within = (leftMs: number, options: AttemptOptions): AttemptOptions => {
  // Where there is no time left, undici would take 0 for endless.
  const headersTimeoutMs = Math.max(1, leftMs);
  return {
    ...options,
    headersTimeoutMs,
    connectTimeoutMs: Math.min(headersTimeoutMs, options.connectTimeoutMs),
  };
};

/** Hosts report an expired link in different ways. */
const isExpiry = (failure: unknown): boolean =>
  failure instanceof FeedHostRefused && [400, 403, 404, 410].includes(failure.status);

const mayTryAgain = (failure: unknown): boolean => {
  if (failure instanceof FeedCut || failure instanceof FeedTooSlow) return true;
  if (failure instanceof FeedHostRefused) return failure.status >= 500 || [408, 429].includes(failure.status);
  return failure instanceof FeedHostUnreachable && failure.facts.obstacle === 'unreachable';
};
