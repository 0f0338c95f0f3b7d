import type { PlanTotals } from '../../bulk/plan.ts';
import type { Outcome } from '../../changes/outcome.ts';
import type { Governor } from '../../client/governor.ts';
import { startProgress } from '../../terminal/progress.ts';
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

/** Shows the progress of a run: rows done, refused and unknown, and why it is no faster. */
export const watchRun = ({ io, settings, warn }: Invocation, control: RunControl, { rows }: PlanTotals) => {
  const progress = startProgress(io, { label: 'Running', unit: 'rows', quiet: settings.quiet, lines: true });
  const warned = new Set<string>();
  const warnOnce = (kind: 'wait' | 'settle', words: string): void => {
    if (warned.has(kind)) return;
    warned.add(kind);
    progress.clear();
    warn(words);
  };
  control.onLongWait((why) => warnOnce('wait', why));
  let done = 0;
  const seen: Partial<Record<Outcome, number>> = {};
  return {
    update(outcome: Outcome): void {
      // The run is stopping, so rows that it does not reach are not progress.
      if (outcome === 'unsent') return;
      done += 1;
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      const notes = [
        ...(['refused', 'unknown'] as const).flatMap((name) => (seen[name] ? [`${seen[name]} ${name}`] : [])),
        ...limitNotes(control.governor),
      ];
      progress.update({ done, total: rows, notes });
    },
    /** Explains, the first time, why a row is waiting. */
    settles(milliseconds: number): void {
      warnOnce(
        'settle',
        `An answer was lost. Its row is checked after ${milliseconds / 1000} s (--settle) and never sent again; the others continue.`,
      );
    },
    clear: () => progress.clear(),
    stop: () => progress.stop(),
  };
};

/** What holds rows back, if anything does: how many requests per second the service takes. */
const limitNotes = ({ limit, byHand }: Governor): string[] => {
  if (byHand !== undefined && (limit ?? byHand) >= byHand) return [`no more than ${rateWords(byHand)}`];
  if (limit === undefined) return [];
  if (limit === 0) return ['the service takes no requests at the moment'];
  return [`the service takes about ${rateWords(limit)}`];
};

/** `98 a second`; of a slow rate, how many a minute. */
const rateWords = (perSecond: number): string => {
  const [rate, unit] = perSecond < 1 ? [perSecond * 60, 'minute'] : [perSecond, 'second'];
  return `${rate < 10 ? +rate.toFixed(1) : Math.round(rate)} a ${unit}`;
};
