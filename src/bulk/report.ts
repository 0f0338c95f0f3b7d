import { type Outcome, outcomes, type Problem } from '../changes/outcome.ts';

/** What became of one row, as it is reported. */
export interface RowReport {
  line: number;
  id: string | null;
  outcome: Outcome;
  before: number | null;
  after: number | null;
  error: Problem | null;
}

/** How many rows came to which outcome. */
export type Counts = Record<Outcome, number>;

export const noCounts = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;

/** Rows that surely did not make it: they can be fed back. An unknown row is never among them. */
export const surelyNotDone = (outcome: Outcome): boolean => outcome === 'refused' || outcome === 'unsent';

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'no rows';
