import { createHash } from 'node:crypto';
import { pause } from '../client/pause.ts';
import { nextPauseMs, RetryBudget, type RetryPolicy } from '../client/retry.ts';
import type { FeedEvent } from './events.ts';
import type { Asked } from './freshness.ts';
import { takeTurn } from './link-budget.ts';

/** How the service is asked for the feed's link. */
export interface LinkOptions {
  /** Asks once, whatever comes; gives the link, and what time it is by the service's clock where it said so. */
  askOnce: () => Promise<{ url: string; date: Date | undefined }>;
  retry: RetryPolicy;
  signal: AbortSignal;
  observe: (event: FeedEvent) => void;
}

/** A link, and when it was given. */
export interface GivenLink extends Asked {
  url: string;
}

/**
 * Asks the service for the feed's link, again where that may help. Every request is counted in the folder, where there
 * is one, and waits for its turn. Fails with `LinkBudgetSpent`, or as the call does.
 */
export const requestLink = async (folder: string | undefined, options: LinkOptions): Promise<GivenLink> => {
  const { askOnce, retry, signal, observe } = options;
  const budget = new RetryBudget();
  const onWait = (milliseconds: number) =>
    observe({
      kind: 'wait',
      milliseconds,
      why: "the feed's link may be asked for only so often in a minute",
    });
  for (let attempt = 1; ; attempt++) {
    if (folder !== undefined) await takeTurn(folder, { maxWaitMs: retry.maxWaitMs, signal, onWait });
    observe({ kind: 'asking' });
    try {
      const { url, date } = await askOnce();
      const now = Date.now();
      const fetchedAt = date ?? new Date(now);
      return { url, fetchedAt, clockAheadMs: fetchedAt.getTime() - now };
    } catch (failure) {
      const milliseconds = nextPauseMs(failure, attempt, retry, budget);
      if (milliseconds === undefined) throw failure;
      observe({ kind: 'wait', milliseconds, why: (failure as Error).message });
      await pause(milliseconds, signal);
    }
  }
};

/** What a link is known by on the disk. */
export const hashOf = (link: string): string => createHash('sha256').update(link).digest('hex');
