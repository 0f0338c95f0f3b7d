import type { Operation } from '../../changes/operation.ts';
import { type Outcome, wasRegraded } from '../../changes/outcome.ts';
import type { Invocation } from '../../line/invocation.ts';
import { isWatched } from '../../line/is-watched.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Show } from '../../terminal/results.ts';
import { asWords, numbered } from '../../words/counted.ts';
import { isNamedRun } from '../folder/run-names.ts';
import { type RowState, shownOutcome } from '../journal/row-state.ts';
import { RowReasons } from '../plan/row-reasons.ts';
import { type RecordedRun, type ShownRow, shownRows } from '../recorded-run.ts';
import { reportOf } from './row-columns.ts';

const mostPending = 2_000;

interface Reported {
  show: Show;
  stop?: (reason: unknown) => void;
  operation: Operation;
  run: RecordedRun;
}

/**
 * Shows reports in batches and collects reasons. If reports can't be written any more, the run stops; the journal has the
 * outcomes.
 */
export class RowReports {
  readonly #reported: Reported;
  readonly #invocation: Invocation;
  readonly #shows: (outcome: Outcome) => boolean;
  readonly #reasons: RowReasons;
  #pending: Shown[] = [];
  #showing: Promise<void> | undefined;
  lost: { reason: unknown } | undefined;

  constructor(reported: Reported, invocation: Invocation) {
    this.#reported = reported;
    this.#invocation = invocation;
    this.#shows = reportedRows(invocation);
    this.#reasons = new RowReasons();
  }

  add(state: RowState, name?: string): void {
    const { operation } = this.#reported;
    this.#explain(state, name);
    if (this.lost || !this.#shows(state.outcome)) return;
    const report = reportOf(state, name, operation.answers);
    const { isDrawn } = formats[this.#invocation.format()];
    this.#pending.push(isDrawn ? { ...report, outcome: shownOutcome(state) } : report);
    this.#showing ??= this.#showPending();
  }

  #explain(state: RowState, name?: string): void {
    const { outcome, id, line, wanted, condition } = state;
    const message = `${asWords(condition)} instead of ${asWords(wanted)}`;
    if (wasRegraded(state)) {
      this.#reasons.add({ outcome: 'graded otherwise', error: { code: 'refused', message }, line });
      return;
    }
    if (!['refused', 'unknown', 'skipped'].includes(outcome)) return;
    const isQuoted = this.#reasons.add({ ...state, outcome: shownOutcome(state) });
    if (isQuoted && id !== null) this.#invocation.nameListing(id, name);
  }

  /**
   * Adds the rows that are done to the reasons. Rows of a named run are shown, too: the earlier output may be lost.
   */
  async addRecorded(): Promise<void> {
    const { directory, hasEnded } = this.#reported.run;
    const isNamed = isNamedRun(directory.id);
    const { run } = this.#reported;
    const isToDo = ({ row, outcome, isRecorded }: ShownRow): boolean => {
      if (outcome === 'unknown' || outcome === 'unsent') return true;
      const own = run.state.outcomeOf(row);
      return own === 'unknown' || (own === undefined && isRecorded);
    };
    for await (const row of shownRows(directory)) {
      // Rows that this process has still to do are reported then, even if another process has done them meanwhile.
      if (!hasEnded && isToDo(row)) continue;
      if (isNamed) this.add(row, row.name);
      else this.#explain(row, row.name);
      await this.waitForReports();
    }
  }

  reasons = (): string[] => numbered(this.#reasons.words());

  waitForReports(): Promise<void> | undefined {
    return this.#pending.length > mostPending ? this.#showing : undefined;
  }

  async flush(): Promise<void> {
    while (this.#showing) await this.#showing;
  }

  async #showPending(): Promise<void> {
    // The rows of one turn of the event loop share a write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0 && !this.lost) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.#reported.show(batch);
      } catch (error) {
        this.lost = { reason: error };
        this.#reported.stop?.(error);
      }
    }
    this.#pending = [];
    this.#showing = undefined;
  }
}

/** A table has only rows to which something happened, and a watched run none: its end gives the reasons. */
const reportedRows = (invocation: Invocation): ((outcome: Outcome) => boolean) => {
  if (!formats[invocation.format()].isDrawn) return () => true;
  if (isWatched(invocation)) return () => false;
  return (outcome) => outcome !== 'unchanged' && outcome !== 'unsent';
};
