import { type AnsweredField, type Outcome, outcomes, type Problem } from '../changes/outcome.ts';

/** The report of one row, with what the answers of its operation say besides. */
export interface RowReport extends Partial<Record<AnsweredField, string | null>> {
  line: number;
  id: string | null;
  outcome: Outcome;
  before: number | null;
  after: number | null;
  error: Problem | null;
}

/** The number of rows by outcome. */
export type Counts = Record<Outcome, number>;

export const noCounts = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts;

/** Whether a row was certainly not applied, so that it can be run again. An unknown row may have been. */
export const certainlyNotDone = (outcome: Outcome): boolean => outcome === 'refused' || outcome === 'unsent';

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ') || 'no rows';
