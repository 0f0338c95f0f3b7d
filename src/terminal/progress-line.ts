import { figure } from '../words/counted.ts';
import { duration } from '../words/times.ts';
import { shorten } from './width.ts';

/** The progress of a job. */
export interface Amount {
  /** Undefined if there is nothing to count. */
  done?: number | undefined;
  /** Undefined if it is not known. */
  total?: number | undefined;
  /** Each in a few words: `3 refused`. */
  notes?: readonly string[] | undefined;
  /** Why the job stands still: `waiting for 3 answers`. The remaining time is then unknown. */
  waits?: string | undefined;
}

export interface Pace extends Amount {
  label: string;
  /** `bytes`, or what is counted: `rows`. */
  unit: string;
  /** Units per second; undefined while unknown. */
  rate: number | undefined;
  /** Counts the redraws. */
  turn: number;
}

const widestBar = 30;
const narrowestBar = 8;
const gap = '  ';

/** `Running  ████░░░░  1,197 of 5,000  77/s  49 s left`: the bar has the room that is left. Never wider than `width`. */
export const progressLine = (pace: Pace, width: number): string => {
  if (pace.done === undefined) return shorten(`${pace.label} ${'|/-\\'[pace.turn % 4]}`, width);
  const facts = factsOf(pace).join(gap);
  const room = Math.min(widestBar, width - pace.label.length - facts.length - 2 * gap.length);
  const line = [pace.label, ...barOf(pace, room), facts].join(gap);
  return shorten(line, width);
};

/** The same as a line of a log. */
export const progressSentence = (pace: Pace): string => `${pace.label}: ${factsOf(pace).join(', ')}`;

const factsOf = ({ done = 0, total, unit, rate, notes = [], waits }: Pace): string[] => {
  const isBytes = unit === 'bytes';
  const count = total === undefined || isBytes ? amount(done, unit) : grouped(done);
  const of = total === undefined ? '' : ` of ${isBytes ? amount(total, unit) : grouped(total)}`;
  if (waits !== undefined || !rate || done === 0)
    return [count + of, ...notes, ...(waits === undefined ? [] : [waits])];
  const pace = isBytes
    ? `${amount(rate, unit)}/s`
    : rate < 1
      ? `${Math.round(rate * 60)}/min`
      : `${grouped(rate)}/s`;
  const left =
    total !== undefined && total > done ? [`${duration(Math.ceil((total - done) / rate))} left`] : [];
  return [count + of, ...notes, pace, ...left];
};

const barOf = ({ done = 0, total }: Amount, width: number): string[] => {
  if (total === undefined || width < narrowestBar) return [];
  const full = Math.round(width * (total > 0 ? Math.min(1, done / total) : 1));
  return ['█'.repeat(full) + '░'.repeat(width - full)];
};

const multiples = ['bytes', 'kB', 'MB', 'GB', 'TB'];

const grouped = (count: number): string => figure(Math.round(count));

/** `1234567 bytes` → `1.23 MB`, `12345 rows` → `12,345 rows`. */
export const amount = (count: number, unit: string): string => {
  if (unit !== 'bytes') return `${grouped(count)} ${Math.round(count) === 1 ? unit.replace(/s$/, '') : unit}`;
  const power = Math.min(multiples.length - 1, Math.floor(Math.log10(Math.max(1, Math.round(count))) / 3));
  const scaled = count / 1000 ** power;
  const digits = power === 0 || scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  return `${scaled.toFixed(digits)} ${multiples[power]}`;
};
