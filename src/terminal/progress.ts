import type { BottomLine, Io } from './io.ts';
import { type Amount, type Pace, progressLine, progressSentence } from './progress-line.ts';
import { screenWidth } from './screen.ts';
import { shorten, widthOf } from './width.ts';

/** The terminal echoes ^C at the cursor, and may wrap after its last column. */
const leftFree = '^C^C'.length + 1;

/** Whether stderr is a terminal whose cursor can be moved, and no build server's. */
export const canRedraw = ({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && env.TERM !== 'dumb' && !/^(?!(0|false|no|off)$)./i.test(env.CI ?? '');

/**
 * A line that is redrawn at the bottom of the terminal that stderr is. What is printed appears above it. If the tool is forced to
 * end, the line is still removed.
 */
const startLiveLine = (io: Pick<Io, 'stdout' | 'stderr' | 'ending'>) => {
  const { stderr, ending } = io;
  let drawn = '';
  const room = (): number => Math.max(1, screenWidth(stderr, { env: {} }) - leftFree);
  /** Moves to the start of the line, which a terminal has wrapped into several rows if it became narrower. */
  const back = (): string => {
    const width = widthOf(drawn);
    const rows = Math.ceil(width / (stderr.columns || width));
    return rows > 1 ? `\r\x1b[${rows - 1}A\x1b[J` : '\r';
  };
  const clear = (): void => {
    if (drawn !== '') stderr.write(`${back()}\x1b[K`);
    drawn = '';
  };
  const bottomLine: BottomLine = {
    clear,
    below(text) {
      if (drawn === '') return text;
      const begin = `${back()}\x1b[K${text}`;
      drawn = text.endsWith('\n') ? shorten(drawn, room()) : '';
      return `${begin}${drawn}`;
    },
  };
  const screens = [stderr, ...(io.stdout.isTTY ? [io.stdout] : [])];
  // A job may be part of another one, whose line comes back at its end.
  const outer = stderr.bottomLine;
  outer?.clear();
  for (const screen of screens) screen.bottomLine = bottomLine;
  ending.addEventListener('abort', clear);
  return {
    room,
    draw(text: string) {
      if (stderr.bottomLine !== bottomLine || screens.some(({ isCovered }) => isCovered)) return;
      stderr.write(`${back()}${text}\x1b[K`);
      drawn = text;
    },
    clear,
    stop() {
      ending.removeEventListener('abort', clear);
      clear();
      for (const screen of screens) if (screen.bottomLine === bottomLine) screen.bottomLine = outer;
    },
  };
};

export interface ProgressOptions extends Pick<Pace, 'label' | 'unit'> {
  /** No output at all. */
  quiet: boolean;
  /** A long job: drawn immediately instead of after a second, and as lines where redrawing is impossible. */
  isLong?: boolean;
}

type Streams = Pick<Io, 'stdout' | 'stderr' | 'env' | 'ending' | 'host' | 'clock'>;

const appearsAfterMs = 1000;
const redrawMs = 100;
const lineMs = 5000;
const hostMs = 250;
/** The rate is that of the last seconds: long enough for two lines. */
const rateMs = 11_000;

/**
 * Shows the progress of a job: on a terminal, below all other output, and removed at the end. A host receives it instead.
 */
export const startProgress = (io: Streams, { label, unit, quiet, isLong = false }: ProgressOptions) => {
  const { stderr, host, clock } = io;
  const inPlace = canRedraw(io);
  if (!host && (quiet || (!inPlace && !isLong))) return { update(_: Amount) {}, hide() {}, stop() {} };

  const line = startLiveLine(io);
  const appearsAt = clock.ticks() + (inPlace && !isLong ? appearsAfterMs : 0);
  let now: Amount | undefined;
  let turn = 0;
  let seen: { at: number; done: number }[] = [];

  const pace = (amount: Amount, at: number): Pace => {
    const { done = 0 } = amount;
    // After a standstill, measuring the rate starts over.
    const recent = amount.waits ? [] : seen.filter((earlier) => earlier.at > at - rateMs);
    seen = [...recent, { at, done }];
    const [first] = seen;
    const rate = first && at > first.at ? ((done - first.done) * 1000) / (at - first.at) : undefined;
    return { ...amount, label, unit, rate, turn: turn++ };
  };
  const show = (): void => {
    const at = clock.ticks();
    if (now === undefined || at < appearsAt) return;
    const shown = pace(now, at);
    if (host) host.progress(shown);
    else if (!inPlace) stderr.write(`${progressSentence(shown)}\n`);
    else line.draw(progressLine(shown, line.room()));
  };
  const end = clock.alarm(host ? hostMs : inPlace ? redrawMs : lineMs, show);
  return {
    update(amount: Amount) {
      const isFirst = now === undefined;
      if (isFirst) seen = [{ at: clock.ticks(), done: amount.done ?? 0 }];
      now = amount;
      if (isFirst && inPlace) show();
    },
    /** Removes it from the screen until the next update. */
    hide() {
      now = undefined;
      line.clear();
    },
    stop() {
      end();
      now = undefined;
      line.stop();
    },
  };
};

/**
 * Progress without a count, from the first of several waits to the end of the last. Returns a function that starts a wait, and
 * returns the function that ends it.
 */
export const makeSpinner = (io: Streams, { label, quiet }: { label: string; quiet: boolean }) => {
  let awaited = 0;
  let progress: ReturnType<typeof startProgress> | undefined;
  return (): (() => void) => {
    awaited += 1;
    if (awaited === 1) {
      progress = startProgress(io, { label, unit: '', quiet });
      progress.update({});
    }
    return () => {
      awaited -= 1;
      if (awaited === 0) progress?.stop();
    };
  };
};
