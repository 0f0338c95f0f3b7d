import type { Io } from './io.ts';
import { canRedraw, startLiveLine } from './live-line.ts';
import { type Amount, type Pace, progressLine, progressSentence } from './progress-line.ts';
import { showsBlocks } from './screen.ts';

export interface ProgressOptions {
  /** What is being done: `Downloading the feed`. */
  label: string;
  /** `bytes`, or what is counted: `rows`. */
  unit: string;
  /** Shows nothing at all. */
  quiet: boolean;
  /** Prints a line every 5 s if stderr is not a terminal; otherwise nothing is printed there. */
  lines?: boolean;
  /** Draws it at once, instead of after a second: the job is known to take long. */
  atOnce?: boolean;
}

/** A job, shown on stderr while it runs. */
interface Progress {
  update(amount: Amount): void;
  stop(): void;
  /** Stops, and is removed as soon as something is printed in its place. */
  giveWay(): void;
}

const appearsAfterMs = 1000;
const redrawMs = 100;
const lineMs = 5000;
/** How often a program is told. */
const toldMs = 250;
/** The rate is measured over the last seconds: long enough for two lines. */
const rateMs = 11_000;

/**
 * Shows how far a job has got: on a terminal once it has run for a second, redrawn in one place below everything that is
 * printed meanwhile, and removed at the end. Elsewhere, and on a terminal that can't move its cursor, only lines are printed, if any.
 * A host is told in place of all that.
 */
export const startProgress = (
  io: Pick<Io, 'stdout' | 'stderr' | 'env' | 'ending' | 'host'>,
  { label, unit, quiet, lines = false, atOnce = false }: ProgressOptions,
): Progress => {
  const { stderr, env, host } = io;
  const inPlace = canRedraw(io);
  if (!host && (quiet || (!inPlace && !lines))) return { update() {}, stop() {}, giveWay() {} };

  const line = startLiveLine(io);
  const began = performance.now();
  const everyMs = host ? toldMs : inPlace ? redrawMs : lineMs;
  let shownAt = inPlace ? began + (atOnce ? 0 : appearsAfterMs) - redrawMs : began;
  let now: Amount | undefined;
  let tick = 0;
  /** What was done when, over the last seconds. */
  let seen: { at: number; done: number }[] = [];

  const pace = (amount: Amount, at: number): Pace => {
    // What was done before everything stood still says nothing about the rate behind it.
    const recent = amount.limit?.holdsAll ? [] : seen.filter((earlier) => earlier.at > at - rateMs);
    seen = [...recent, { at, done: amount.done }];
    const [first] = seen;
    const rate = first && at > first.at ? ((amount.done - first.done) * 1000) / (at - first.at) : undefined;
    return { label, ...amount, unit, rate, tick: tick++ };
  };
  const show = (): void => {
    const at = performance.now();
    if (now === undefined || at - shownAt < everyMs) return;
    shownAt = at;
    const shown = pace(now, at);
    if (host) host.progress(shown);
    else if (!inPlace) stderr.write(`${progressSentence(shown)}\n`);
    else line.draw(progressLine(shown, line.room(), showsBlocks(env)));
  };
  const timer = setInterval(show, redrawMs);
  timer.unref();
  const halt = (): void => {
    clearInterval(timer);
    now = undefined;
  };
  return {
    update(amount) {
      if (now === undefined) seen = [{ at: performance.now(), done: amount.done }];
      now = amount;
      show();
    },
    stop() {
      halt();
      line.stop();
    },
    giveWay() {
      halt();
      line.giveWay();
    },
  };
};
