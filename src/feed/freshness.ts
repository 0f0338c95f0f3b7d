import { feedRefreshMinute } from '../service/constants.ts';

/** When a feed was requested, by the service's clock, and how far that clock is ahead of this machine's. */
export interface FetchTime {
  fetchedAt: Date;
  clockAheadMs: number;
}

/** Which cached feed may be used: one that can't have a successor yet, one up to some age, none, or any. */
export type Freshness = 'hourly' | { maxAgeMs: number } | 'refresh' | 'offline';

const hourMs = 3_600_000;
// A feed may be late, and clocks never agree exactly.
const marginMs = 2 * 60_000;

/** When the next feed should be there: two minutes after the next quarter past the hour. */
export const freshUntil = (fetchedAt: Date): Date => {
  const offset = feedRefreshMinute * 60_000 + marginMs;
  return new Date((Math.floor((fetchedAt.getTime() - offset) / hourMs) + 1) * hourMs + offset);
};

/** Whether a cached feed may be used, at a time of this machine's clock. One from the future may not: a clock was wrong. */
export const isFresh = (
  { fetchedAt, clockAheadMs }: FetchTime,
  freshness: Freshness,
  now = Date.now(),
): boolean => {
  if (freshness === 'offline') return true;
  if (freshness === 'refresh') return false;
  const serviceNow = now + clockAheadMs;
  const age = serviceNow - fetchedAt.getTime();
  if (age < -marginMs) return false;
  return freshness === 'hourly' ? serviceNow < freshUntil(fetchedAt).getTime() : age <= freshness.maxAgeMs;
};
