import { feedRefreshMinute } from '../service/constants.ts';

/** Which cached feed may be used: one that can't have a successor yet, one up to some age, none, or any. */
export type Freshness = 'hourly' | { maxAgeMs: number } | 'refresh' | 'offline';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// A feed may be late, and clocks never agree exactly.
const marginMs = 2 * minuteMs;

/** When the successor of a feed that came at a time is due: two minutes after the next quarter past the hour. */
export const dueAfter = (time: number): number => {
  const offset = feedRefreshMinute * minuteMs + marginMs;
  return (Math.floor((time - offset) / hourMs) + 1) * hourMs + offset;
};

/** Whether a feed that came at a time may be used now. One from the future may not: a clock was wrong. */
export const isFresh = (fetchedAt: Date, freshness: Freshness, now: number): boolean => {
  if (freshness === 'offline') return true;
  if (freshness === 'refresh') return false;
  const age = now - fetchedAt.getTime();
  if (age < -marginMs) return false;
  return freshness === 'hourly' ? now < dueAfter(fetchedAt.getTime()) : age <= freshness.maxAgeMs;
};
