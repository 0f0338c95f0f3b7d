import type { Invocation } from '../../line/invocation.ts';
import { startProgress } from '../../terminal/progress.ts';
import type { Amount } from '../../terminal/progress-line.ts';
import { counted } from '../../words/counted.ts';
import type { ShownOutcome } from '../journal/row-state.ts';
import { outcomeWords } from '../journal/state-words.ts';
import type { RunControl } from './run-control.ts';

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

/** Of `total` rows, so many were `done` before. */
export const watchRun = (
  { io, settings, warn }: Invocation,
  control: RunControl,
  { total, done: before }: { total: number; done: number },
) => {
  const progress = startProgress(io, {
    label: 'Running',
    unit: 'rows',
    quiet: settings.quiet,
    isLong: true,
  });
  let wasTold = false;
  let done = before;
  let lastDone = io.clock.ticks();
  const seen: Partial<Record<ShownOutcome, number>> = {};
  /** Evaluated whenever it is drawn, since the reason for waiting changes between rows. */
  const now: Amount = {
    get done() {
      return done;
    },
    total,
    get notes() {
      return (['refused', 'unknown'] as const).flatMap((name) =>
        seen[name] ? [`${seen[name]} ${outcomeWords(name)}`] : [],
      );
    },
    get waits() {
      const { limit, byHand } = control.limiter;
      const isStill = io.clock.ticks() - lastDone > stillMs;
      const underWay = control.underWay();
      if (limit === 0) return 'waiting for the service';
      if (!isStill && !control.stopping.aborted) return undefined;
      if (underWay > 0) return `waiting for ${counted(underWay, 'answer')}`;
      if (!isStill) return undefined;
      if (byHand !== undefined) return 'waiting for its turn (--rate)';
      return wasTold ? 'waiting to look a row up' : undefined;
    },
  };
  progress.update(now);
  return {
    update(outcome: ShownOutcome): void {
      // The run is stopping, so rows that it does not reach are not progress.
      if (outcome === 'unsent') return;
      done += 1;
      // A look at a row whose answer was lost is no sign that the service takes changes.
      if (outcome !== 'unknown' && outcome !== 'converged') lastDone = io.clock.ticks();
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      progress.update(now);
    },
    settles(milliseconds: number): void {
      if (!wasTold)
        warn(
          `The answer about a row was lost. The row is looked up after ${milliseconds / 1000} s (--settle).`,
        );
      wasTold = true;
    },
    end: () => progress.stop(),
  };
};

/** After this long without a finished row, the progress line says why, in milliseconds. */
const stillMs = 2_000;
