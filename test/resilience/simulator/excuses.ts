import type { Books, Effect, KeptRequest } from './books.ts';

/** Reads that are further behind than this are believed: the tool waits a second for a reading to change. */
const longestWaitMs = 1_000;

/** For so long it looks into lists for what it may have created. */
const longestLookMs = 30_000;

/**
 * Whether a row may be called not done, though it was: what docs/guarantees.md says can't be told. Each of them needs its cause in the books.
 */
export const maySay = (effects: readonly Effect[], books: Books): boolean =>
  effects.every((effect) => {
    const { cause, listing, at } = effect;
    if (!('request' in cause)) return false;
    // A service that shows an old inventory for longer than a second.
    if (books.lag.read > longestWaitMs) return true;
    // A change that was delivered twice, and before anybody looks somebody else changes the same listing.
    const isRepeated = cause.request.deliveries.length > 1;
    // The refusal of a creation's second delivery, where no list shows the first one for as long as the tool looks.
    if (isRepeated && cause.request.kind === 'creation' && books.lag.list > longestLookMs) return true;
    // A request that adds is sent alone, without a reading before: the refusal of its second delivery is taken for its answer.
    if (isRepeated && cause.request.body.action === 'ADJUST_INVENTORY') return true;
    const soon = books.effects.some(
      (other) =>
        other.listing === listing &&
        !isOf(other, cause.request.by) &&
        other.at >= at &&
        (cause.request.by.wasSuspended || other.at - at < momentMs),
    );
    return isRepeated && soon;
  });

const isOf = ({ cause }: Effect, process: KeptRequest['by']): boolean =>
  'request' in cause && cause.request.by === process;

/** Within this, a tool that looks what became of a change can meet another one. */
const momentMs = 20_000;

/** What a request that adds is confirmed to have led to, nothing can be compared with: others may have changed the listing as well. */
export const wasMisanswered = ({ doubt, body }: KeptRequest): boolean =>
  body.action === 'ADJUST_INVENTORY' && doubt === 'its answer was about something else';

/** Whether a change may be in doubt: its answer was lost, or the service refused it, perhaps only a second delivery. */
export const mayDoubt = (request: KeptRequest): boolean =>
  wasLost(request) || request.deliveries.some(({ status }) => status >= 400);

/**
 * Whether its answer did not arrive, or says nothing; or its process was killed, or stood still, before it had written down what it
 * was told.
 */
export const wasLost = ({ doubt, answeredAt, deliveries, by }: KeptRequest): boolean =>
  doubt !== undefined ||
  answeredAt === undefined ||
  // Until it is sent again after a 429, only its process knows that it was not begun.
  (deliveries.length === 0 && by.ending?.kind === 'killed') ||
  by.wasSuspended ||
  (by.ending?.kind === 'killed' && (by.ended ?? 0) - answeredAt < by.recordsWithinMs);
