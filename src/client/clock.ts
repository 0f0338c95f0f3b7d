import type { WireAnswer } from './transport.ts';

/** From here on a clock is worth a word, in milliseconds. */
export const clockTolerance = 5 * 60_000;

/** How far the service's clock is ahead of this one, in milliseconds; undefined where its answer does not tell. */
export const clockAheadMs = (headers: WireAnswer['headers'], now: number): number | undefined => {
  const sent = Date.parse(headers.date ?? '');
  // A cache tells for how many seconds it has had the answer.
  const age = Number(headers.age ?? 0) * 1000;
  return Number.isFinite(sent + age) ? sent + age - now : undefined;
};

/** `2 hours behind`, of a clock that another is ahead of by so many milliseconds. */
export const clockWords = (aheadMs: number): string => {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ${aheadMs > 0 ? 'behind' : 'ahead of'}`;
};

/** Makes a watcher of answers that says once, and of the first one that tells, that the clocks differ. */
export const clockWatch = (warn: (text: string) => void): ((headers: WireAnswer['headers']) => void) => {
  let isKnown = false;
  return (headers) => {
    if (isKnown) return;
    const ahead = clockAheadMs(headers, Date.now());
    isKnown = ahead !== undefined;
    if (ahead !== undefined && Math.abs(ahead) > clockTolerance)
      warn(
        `The clock of this machine is ${clockWords(ahead)} the service's: set it, or times will be misjudged.`,
      );
  };
};
