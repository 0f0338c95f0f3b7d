import type { Outcome } from '../../changes/outcome.ts';
import type { Governor } from '../../client/governor.ts';
import { startProgress } from '../../terminal/progress.ts';
import type { Amount, Limit } from '../../terminal/progress-line.ts';
import { counted } from '../../words/counted.ts';
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
  let lastDone = io.clock.ticks();
  let settling = 0;
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
      const isStill = io.clock.ticks() - lastDone > stillMs;
      if (isStill || control.stopped()) {
        const underWay = control.underWay();
        if (underWay > 0) return awaited(underWay);
        if (settling > 0) return settlingWords(settling);
        if (control.stopped()) return stopping;
      }
      return limitOf(control.governor);
    },
  };
  progress.update(now);
  return {
    update(outcome: Outcome): void {
      // The run is stopping, so rows that it does not reach are not progress.
      if (outcome === 'unsent') return;
      done += 1;
      // A look at a row whose answer was lost is no sign that the service takes changes.
      if (outcome !== 'unknown' && outcome !== 'converged') lastDone = io.clock.ticks();
      seen[outcome] = (seen[outcome] ?? 0) + 1;
      progress.update(now);
    },
    /** Explains, the first time, why a row is waiting. */
    settles(milliseconds: number): void {
      settling += 1;
      setTimeout(() => (settling -= 1), milliseconds).unref();
      warnOnce(
        'settle',
        `An answer was lost. Its row is checked after ${milliseconds / 1000} s (--settle) and never sent again; the others continue.`,
      );
    },
    /** The counts that are printed next take the place of the bar. */
    end: () => progress.giveWay(),
  };
};

/** After how long without a finished row a person wonders what is going on, in milliseconds. */
const stillMs = 2_000;

/** What nothing goes on without: the rate of the last seconds says nothing about the time left. */
const holding = (said: string, short: string): Limit => ({ said, short, holdsAll: true });
const awaited = (requests: number): Limit => holding(`waiting for ${counted(requests, 'answer')}`, 'waiting');
const settlingWords = (rows: number): Limit =>
  holding(`${counted(rows, 'row is', 'rows are')} checked soon`, 'checking');
const stopping = holding('no more is sent', 'stopping');

/** What holds rows back, if anything does: how many requests per second the service takes. */
const limitOf = ({ limit, byHand }: Governor): Limit | undefined => {
  if (byHand !== undefined && (limit ?? byHand) >= byHand)
    return { said: `no more than ${rateWords(byHand)}`, short: `at most ${shortRate(byHand)}` };
  if (limit === undefined) return undefined;
  if (limit === 0) return holding('the service takes no requests at the moment', 'the service is busy');
  return { said: `the service takes about ${rateWords(limit)}`, short: `about ${shortRate(limit)}` };
};

/** `98 a second`; of a slow rate, how many a minute. */
const rateWords = (perSecond: number): string => {
  const [rate, unit] = perSecond < 1 ? [perSecond * 60, 'minute'] : [perSecond, 'second'];
  return `${rate < 10 ? +rate.toFixed(1) : Math.round(rate)} a ${unit}`;
};

/** `98/s` */
const shortRate = (perSecond: number): string => rateWords(perSecond).replace(/ a (s|min).*/, '/$1');
