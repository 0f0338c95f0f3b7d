import { feedRefreshMinute } from '../service/constants.ts';

/** When a feed was requested, by the service's clock, and how far that clock is ahead of this machine's. */
export interface FetchTime {
  fetchedAt: Date;
  clockAheadMs: number;
}

/** The last request that brought a feed's link, and those before it. */
export interface LinkTimes extends FetchTime {
  /** When this link came first, by the service's clock. */
  since: Date;
  /** How often in a row it came again although the next feed was due. */
  repeats: number;
  /** The service has a new feed already, though none is due: a sandbox on this machine says so. */
  isOver?: boolean | undefined;
}

/** Which cached feed may be used: one that can't have a successor yet, one up to some age, none, or any. */
export type Freshness = 'hourly' | { maxAgeMs: number } | 'refresh' | 'offline';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// A feed may be late, and clocks never agree exactly.
const marginMs = 2 * minuteMs;

/** When the successor of a feed is due: two minutes after the next quarter past the hour. */
const dueAfter = (time: Date): Date => {
  const offset = feedRefreshMinute * minuteMs + marginMs;
  return new Date((Math.floor((time.getTime() - offset) / hourMs) + 1) * hourMs + offset);
};

/**
 * When to ask for the next feed, by the service's clock. If the same link came again although the next feed was due, that one is
 * late, and worth a question after 2 minutes, then 4, 8 and so on, until the one after it is due.
 */
export const nextAskAt = ({ since, fetchedAt, repeats, isOver }: LinkTimes): Date => {
  if (isOver) return fetchedAt;
  const due = dueAfter(since);
  if (fetchedAt < due) return due;
  const soon = fetchedAt.getTime() + 2 ** repeats * minuteMs;
  return new Date(Math.min(soon, dueAfter(fetchedAt).getTime()));
};

/** What is known once the service has given the same link again. */
export const askedAgain = (before: LinkTimes, { fetchedAt, clockAheadMs }: FetchTime): LinkTimes => {
  // A clock that was set back must not put the next feed off.
  const since = fetchedAt < before.since ? fetchedAt : before.since;
  const isLate = fetchedAt >= dueAfter(since);
  return { fetchedAt, clockAheadMs, since, repeats: isLate ? before.repeats + 1 : 0, isOver: undefined };
};

/** Whether a cached feed may be used, at a time of this machine's clock. One from the future may not: a clock was wrong. */
export const isFresh = (asked: LinkTimes, freshness: Freshness, now: number): boolean => {
  if (freshness === 'offline') return true;
  if (freshness === 'refresh') return false;
  const serviceNow = now + asked.clockAheadMs;
  const age = serviceNow - asked.fetchedAt.getTime();
  if (age < -marginMs) return false;
  return freshness === 'hourly' ? serviceNow < nextAskAt(asked).getTime() : age <= freshness.maxAgeMs;
};
