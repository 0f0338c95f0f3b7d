import { type Counts, type Outcome, outcomes } from '../../changes/outcome.ts';
import { counted, figure, listed } from '../../words/counted.ts';
import { duration } from '../../words/times.ts';
import type { Form } from '../rows/write-rows.ts';
import type { Standing } from './run-state.ts';

/** How the name of a file ends that has the form of a run's input: `csv`. */
export const endingOf = (format: Form['format']): string => (format === 'items' ? 'json' : format);

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'no rows';

const mostLines = 10;

/** `3 in doubt: lines 42, 73 and 90` */
export const unknownWords = (lines: readonly number[]): string =>
  `${figure(lines.length)} in doubt: ${linesWords(lines)}`;

/** `lines 42, 73 and 90`. `count` is the number of all lines if `lines` has only the first. */
export const linesWords = (lines: readonly number[], count?: number): string => {
  const named = [...new Set(lines)].sort((one, other) => one - other);
  const shown = named.slice(0, mostLines).map(String);
  const more = (count ?? named.length) - shown.length;
  const list = listed(more > 0 ? [...shown, `${figure(more)} more`] : shown);
  return `line${shown.length + more === 1 ? '' : 's'} ${list}`;
};

/** The word for an outcome on a screen. It does not say who made a change that converged: it may be somebody else. */
export const outcomeWords = (outcome: string): string =>
  ({
    converged: 'found as wanted',
    unknown: 'in doubt',
    unsent: 'not sent',
    fault: "can't be used",
    conflict: 'in conflict',
  })[outcome] ?? outcome;

type Result = Pick<Standing, 'counts' | 'leftOut'> &
  Partial<Pick<Standing, 'closed'>> & {
    /** The run that it undoes. */
    undoes?: unknown;
  };

const partsOf = ({ counts, leftOut, closed = 0, undoes }: Result, which: readonly Outcome[]): string[] => {
  const own = { ...counts, refused: counts.refused - leftOut };
  const words = which.flatMap((one) => {
    if (own[one] === 0) return [];
    const word = one === 'applied' && undoes != null ? 'restored' : outcomeWords(one);
    return [
      `${figure(own[one])} ${word}${one === 'applied' && closed > 0 ? ` (${figure(closed)} closed)` : ''}`,
    ];
  });
  return leftOut > 0 ? [...words, `${figure(leftOut)} left out`] : words;
};

/** What is done though this run did not apply it. */
const withoutRequest = ['converged', 'unchanged', 'skipped'] as const;

/** The result of a run that reached its end, for a person: `✓ 4,996 applied (18 closed), 4 unchanged, in 1 min 12 s`. */
export const doneWords = (
  end: Standing & Pick<Result, 'undoes'> & { begin?: string | undefined },
): string => {
  const { counts, worked, leftOut, closed, undoes, begin = '' } = end;
  const done = partsOf({ counts, leftOut, closed, undoes }, ['applied', ...withoutRequest]);
  if (done.length === 1 && leftOut > 0) return `✗ ${begin}Nothing to run: every row was left out`;
  const isSo = counts.unchanged > 0 && done.length === 1;
  const all = counts.unchanged === 1 ? 'the row is' : `all ${figure(counts.unchanged)} rows are`;
  const parts = isSo ? [`Nothing to change: ${all} unchanged`] : [...done, ...tookWords(worked)];
  return `✓ ${begin}${parts.join(', ') || 'Nothing to do'}`;
};

/** Less than a second is not mentioned. */
export const tookWords = (worked: number): string[] =>
  worked < 1000 ? [] : [`in ${duration(worked / 1000)}`];

/** How far a run is, for a person: `1,450 of 5,000 done (3 closed), 78 in doubt, 3,472 not sent`. */
export const progressWords = (
  { counts, leftOut, closed = 0, undoes }: Result,
  others: readonly Outcome[],
): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = partsOf({ counts, leftOut: 0, undoes }, ['applied', ...withoutRequest]);
  const count = counts.applied + withoutRequest.reduce((sum, outcome) => sum + counts[outcome], 0);
  const kinds = [
    ...(parts.length > 1 ? [parts.join(', ')] : []),
    ...(closed > 0 ? [`${figure(closed)} closed`] : []),
  ];
  const done =
    count > 0
      ? `${figure(count)} of ${figure(rows)} done${kinds.length > 0 ? ` (${kinds.join('; ')})` : ''}`
      : `None of ${counted(rows, 'row')} is done`;
  return [done, ...partsOf({ counts, leftOut }, others)].join(', ');
};

/** The counts of all outcomes: `4,996 applied, 4 left out`. */
export const resultWords = (result: Result): string => partsOf(result, outcomes).join(', ') || 'no rows';
