import type { Outcome } from '../../changes/outcome.ts';
import type { Governor } from '../../client/governor.ts';
import { startProgress } from '../../terminal/progress.ts';
import type { Amount } from '../../terminal/progress-line.ts';
import type { Invocation } from '../invocation.ts';
import type { RunControl } from './control.ts';

/** Shows how many listings have been read while a plan is made. */
export const watchListings = ({ io, settings }: Invocation) => {
  const progress = startProgress(io, {
    label: 'Reading the listings',
    unit: 'listings',
    quiet: settings.quiet,
  });
  let done = 0;
  progress.update({ done });
  return {
    onListings(read: number): void {
      done += read;
      progress.update({ done });
    },
    stop: () => progress.stop(),
  };
};

/** Shows the progress of a run of so many rows: those done, refused and unknown, and why it is no faster. */
export const watchRun = ({ io, settings, warn }: Invocation, control: RunControl, total: number) => {
  const progress = startProgress(io, {
    label: 'Running',
    unit: 'rows',
    quiet: settings.quiet,
    lines: true,
    atOnce: true,
  });
  const warned = new Set<string>();
  const warnOnce = (kind: 'wait' | 'settle', words: string): void => {
    if (warned.has(kind)) return;
    warned.add(kind);
    warn(words);
  };
  control.onLongWait((why) => warnOnce('wait', why));
  let done = 0;
  const seen: Partial<Record<Outcome, number>> = {};
  /** Looked at whenever it is drawn: what holds rows back may change while none is finished. */
  const now: Amount = {
    get label() {
      return control.stopped() ? 'Stopping' : 'Running';
    },
    get done() {
      return done;
    },
    total,
    get notes() {
      return (['refused', 'unknown'] as const).flatMap((name) =>
        seen[name] ? [`${seen[name]} ${name}`] : [],
      );
    },
    get limit() {
      return limitOf(control.governor);
    },
  };
  progress.update(now);
  return {
    update(outcome: Outcome): void {
      // The run is stopping, so rows that it does not reach are not progress.
      if (outcome === 'unsent') return;
      done += 1;
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      progress.update(now);
    },
    /** Explains, the first time, why a row is waiting. */
    settles(milliseconds: number): void {
      warnOnce(
        'settle',
        `An answer was lost. Its row is checked after ${milliseconds / 1000} s (--settle) and never sent again; the others continue.`,
      );
    },
    /** The counts that are printed next take the place of the bar. */
    end: () => progress.giveWay(),
  };
};

/** What holds rows back, if anything does: how many requests per second the service takes. */
const limitOf = ({ limit, byHand }: Governor): Amount['limit'] => {
  if (byHand !== undefined && (limit ?? byHand) >= byHand)
    return { said: `no more than ${rateWords(byHand)}`, short: `at most ${shortRate(byHand)}` };
  if (limit === undefined) return undefined;
  if (limit === 0)
    return { said: 'the service takes no requests at the moment', short: 'the service is busy' };
  return { said: `the service takes about ${rateWords(limit)}`, short: `about ${shortRate(limit)}` };
};

/** `98 a second`; of a slow rate, how many a minute. */
const rateWords = (perSecond: number): string => {
  const [rate, unit] = perSecond < 1 ? [perSecond * 60, 'minute'] : [perSecond, 'second'];
  return `${rate < 10 ? +rate.toFixed(1) : Math.round(rate)} a ${unit}`;
};

/** `98/s` */
const shortRate = (perSecond: number): string => rateWords(perSecond).replace(/ a (s|min).*/, '/$1');
