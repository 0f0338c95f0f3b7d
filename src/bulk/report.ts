import {
  type AnsweredField,
  type Counts,
  type Outcome,
  type Problem,
  reportedAnswers,
} from '../changes/outcome.ts';
import type { RowState } from './journal/replay.ts';

/** The report of one row, with what the answers of its operation say besides. */
export interface RowReport extends Partial<Record<AnsweredField, string | null>> {
  line: number;
  id: string | null;
  outcome: Outcome;
  before: number | null;
  after: number | null;
  error: Problem | null;
}

/** What is reported of a row, with what the answers of its operation say besides. */
export const reportOf = (state: RowState, answers: readonly AnsweredField[]): RowReport => {
  const { line, id, outcome, before, after, error } = state;
  return { line, id, outcome, before, after, error, ...reportedAnswers(answers, state) };
};

/** Whether a row was certainly not applied, so that it can be run again. An unknown row may have been. */
export const certainlyNotDone = (outcome: Outcome | undefined): boolean =>
  outcome === 'refused' || outcome === 'unsent';

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'no rows';

/** `12 are in closed listings, which stay closed.` */
export const closedWords = (rows: number): string =>
  `${rows} ${rows === 1 ? 'is in a closed listing, which stays' : 'are in closed listings, which stay'} closed.`;

/** How many lines a sentence names; the others are only counted. */
const mostLines = 10;

/** `3 rows are unknown: lines 42, 73 and 90`. */
export const unknownWords = (lines: readonly number[]): string =>
  `${lines.length} ${lines.length === 1 ? 'row is' : 'rows are'} unknown: ${linesWords(lines)}`;

/** `lines 42, 73 and 90`. Rows may share a line. */
export const linesWords = (lines: readonly number[]): string => {
  const named = [...new Set(lines)].sort((one, other) => one - other);
  const shown = named.slice(0, mostLines).map(String);
  const more = named.length - shown.length;
  const list = new Intl.ListFormat('en-GB').format(more > 0 ? [...shown, `${more} more`] : shown);
  return `${named.length === 1 ? 'line' : 'lines'} ${list}`;
};

/** The same, and what to type; `areOthers` if some are unknown that a resume looks at first. */
export const settleWords = (lines: readonly number[], typed: string, areOthers = false): string => {
  const [are, them] = lines.length === 1 ? ['row is', 'it'] : ['rows are', 'them'];
  const which = areOthers
    ? `The other ${lines.length === 1 ? '' : `${lines.length} `}unknown ${are} at ${linesWords(lines)}`
    : unknownWords(lines);
  return `${which}. Settle ${them} with: ${typed}`;
};
