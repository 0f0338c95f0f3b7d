import type { WireAnswer } from '../http/sending.ts';

/** A difference between clocks that is worth mentioning, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** How far the service's clock is ahead of this machine's, in milliseconds; undefined if its answer has no usable date. */
export const clockAheadMs = (headers: WireAnswer['headers'], now: number): number | undefined => {
  const sent = Date.parse(headers.date ?? '');
  // A cache says for how many seconds it has kept the answer.
  const age = Number(headers.age ?? 0) * 1000;
  return Number.isFinite(sent + age) ? sent + age - now : undefined;
};

/** `2 hours behind`: describes a clock, given how many milliseconds another one is ahead of it. */
export const formatClockDifference = (aheadMs: number): string => {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ${aheadMs > 0 ? 'behind' : 'ahead of'}`;
};
