import { type Outcome, outcomes } from '../changes/outcome.ts';
import type { JournalRecord } from './journal/records.ts';
import { type Counts, noCounts } from './report.ts';

type Intent = Extract<JournalRecord, { kind: 'intent' }>;
type End = Extract<JournalRecord, { kind: 'end' }>;

/** The outcomes of a run's rows so far, as its journal has them, in one byte per row. */
export class ResumeState {
  #outcomes = new Uint8Array(1024);
  /** Intents without an outcome: the requests may or may not have been sent. */
  readonly #open = new Map<number, Intent>();
  /** How the run ended; undefined if it has not, or was resumed since. */
  end: End | undefined;

  take(record: JournalRecord): void {
    switch (record.kind) {
      case 'epoch':
        this.end = undefined;
        break;
      case 'intent':
        this.#open.set(record.row, record);
        break;
      case 'outcome':
        this.#open.delete(record.row);
        this.#set(record.row, record.outcome);
        break;
      case 'resolve':
        this.#resolveEnd(record.as);
        this.#open.delete(record.row);
        this.#set(record.row, record.as === 'retry' ? undefined : record.as);
        break;
      case 'end':
        this.end = record;
    }
  }

  /** The outcome of a row; undefined if the row still has to be done, as an unsent one does. */
  outcomeOf(row: number): Outcome | undefined {
    const outcome = outcomes[(this.#outcomes[row] ?? 0) - 1];
    return outcome === 'unsent' ? undefined : outcome;
  }

  /** The numbers of the rows whose requests may or may not have been sent. */
  openRows = (): number[] => [...this.#open.keys()];

  openIntent = (row: number): Intent | undefined => this.#open.get(row);

  /** Whether the row was already sent, so that planning it again might apply it twice. */
  isHandled = (row: number): boolean => this.outcomeOf(row) !== undefined || this.#open.has(row);

  /** The numbers of the rows whose outcome is unknown, including those with an open intent. */
  unknownRows(): number[] {
    const unknown = outcomes.indexOf('unknown') + 1;
    const rows = this.openRows();
    this.#outcomes.forEach((outcome, row) => {
      if (outcome === unknown) rows.push(row);
    });
    return rows.sort((one, other) => one - other);
  }

  /** The number of rows by outcome. Rows that needed no request are counted only once the run has ended. */
  counts(): Counts {
    const counts = noCounts();
    if (this.end) return { ...counts, ...this.end.counts };
    for (const outcome of this.#outcomes) {
      const name = outcomes[outcome - 1];
      if (name !== undefined && name !== 'unsent') counts[name] += 1;
    }
    return counts;
  }

  /** A row that a person resolves after the end changes the final counts; `retry` makes the run unfinished again. */
  #resolveEnd(as: Outcome | 'retry'): void {
    if (this.end === undefined) return;
    const { unknown = 0, ...counts } = this.end.counts;
    this.end =
      as === 'retry'
        ? undefined
        : { ...this.end, counts: { ...counts, unknown: unknown - 1, [as]: (counts[as] ?? 0) + 1 } };
  }

  #set(row: number, outcome: Outcome | undefined): void {
    while (row >= this.#outcomes.length) {
      const larger = new Uint8Array(this.#outcomes.length * 2);
      larger.set(this.#outcomes);
      this.#outcomes = larger;
    }
    this.#outcomes[row] = outcome === undefined ? 0 : outcomes.indexOf(outcome) + 1;
  }
}
