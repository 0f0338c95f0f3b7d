/**
 * What became of a row. Done: applied, converged (the value wanted is there, who wrote it can't be proved), unchanged
 * (it was there before), skipped (given up as the user asked, or there already). Not done: refused (surely not applied),
 * unsent (never reached). Unknown: it may or may not have been applied.
 */
export const rowOutcomes = [
  'applied',
  'converged',
  'unchanged',
  'skipped',
  'refused',
  'unsent',
  'unknown',
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Why a row was not done: a stable word for programs, and a sentence. */
export interface RowError {
  code: string;
  message: string;
}

/** What became of one row, as it is told. */
export interface RowReport {
  line: number;
  id: string | null;
  outcome: RowOutcome;
  before: number | null;
  after: number | null;
  error: RowError | null;
}

export type Counts = Record<RowOutcome, number>;

export const noCounts = (): Counts =>
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0])) as Counts;

/** Rows that surely did not make it: they can be fed back. An unknown row is never among them. */
export const surelyNotDone = (outcome: RowOutcome): boolean => outcome === 'refused' || outcome === 'unsent';

/** `100 applied, 2 refused` */
export const countWords = (counts: Counts): string => {
  const said = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return said.length > 0 ? said.join(', ') : 'no rows';
};
