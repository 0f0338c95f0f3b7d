import type { Answered, Outcome, Problem } from '../../changes/outcome.ts';
import type { JournalRecord } from './records.ts';

export type Sent = Extract<JournalRecord, { kind: 'sent' }>;

/**
 * Why a row is in doubt: nothing is recorded since its request was sent, its answer was lost or proves nothing, or the service refused
 * it, and it is not known what that means.
 */
export type Doubt = 'unanswered' | 'lost' | 'refused';

/** The state of a row, by the records of its journal. */
export interface RowState extends Answered {
  row: number;
  line: number;
  id: string | null;
  /** The last request for it; undefined if it needed none. */
  sent?: Sent | undefined;
  outcome: Outcome;
  /** Undefined unless the outcome is `unknown`. */
  doubt?: Doubt | undefined;
  before: number | null;
  after: number | null;
  error: Problem | null;
}

/** As a clause. */
export const doubtWords: Record<Doubt, string> = {
  unanswered: 'the tool was stopped before it had the answer',
  lost: 'the answer was lost',
  refused: 'the service refused it',
};

export const leftOutWord = 'left out';

export type ShownOutcome = Outcome | typeof leftOutWord | 'closed';

/** The word for an outcome on a screen: a row that --skip-invalid left out was not refused, and one that closed its listing says so. */
export const shownOutcome = (row: RowState): ShownOutcome => {
  const { outcome, error } = row;
  if (outcome === 'applied' && isClosing(row)) return 'closed';
  return outcome === 'refused' && error?.code === 'invalid-row' ? leftOutWord : outcome;
};

/** Whether a row has closed its listing: it was OPEN, and has 0 now. */
export const isClosing = ({ outcome, after, sent }: RowState): boolean =>
  (outcome === 'applied' || outcome === 'converged') && after === 0 && sent?.isClosed !== true;
