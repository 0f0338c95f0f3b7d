import type { Clock } from '../clock.ts';
import type { WireAnswer } from './sending.ts';

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

/** Makes an observer of answers. The first answer with a time decides whether it warns that the clocks differ. */
export const clockWatch = (
  warn: (text: string) => void,
  clock: Clock,
): ((headers: WireAnswer['headers']) => void) => {
  let isKnown = false;
  return (headers) => {
    if (isKnown) return;
    const ahead = clockAheadMs(headers, clock.now());
    isKnown = ahead !== undefined;
    if (ahead !== undefined && Math.abs(ahead) > clockTolerance)
      warn(
        `The clock of this machine is ${formatClockDifference(ahead)} the service's: set it, or waits and expiry dates will be wrong.`,
      );
  };
};
