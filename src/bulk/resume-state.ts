import { type Outcome, outcomes } from '../changes/outcome.ts';
import type { JournalRecord } from './journal/records.ts';
import { type Counts, noCounts } from './report.ts';

type Intent = Extract<JournalRecord, { kind: 'intent' }>;
type End = Extract<JournalRecord, { kind: 'end' }>;

/** What a journal says of a run's rows so far, in a byte a row. */
export class ResumeState {
  #outcomes = new Uint8Array(1024);
  /** Intents without an outcome: their requests may or may not have left. */
  readonly #open = new Map<number, Intent>();
  /** How the run ended, where it did and nothing came after. */
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

  /** The row's outcome; undefined where the run still has to do it. A row that was never sent is still to be done. */
  outcomeOf(row: number): Outcome | undefined {
    const outcome = outcomes[(this.#outcomes[row] ?? 0) - 1];
    return outcome === 'unsent' ? undefined : outcome;
  }

  /** Numbers of the rows whose requests may or may not have left. */
  openRows = (): number[] => [...this.#open.keys()];

  openIntent = (row: number): Intent | undefined => this.#open.get(row);

  /** Whether the row is the run's past: planning it anew would do it twice. */
  isPast = (row: number): boolean => this.outcomeOf(row) !== undefined || this.#open.has(row);

  /** Numbers of the rows whose outcome is unknown, those with an open intent included. */
  unknownRows(): number[] {
    const unknown = outcomes.indexOf('unknown') + 1;
    const rows = this.openRows();
    this.#outcomes.forEach((outcome, row) => {
      if (outcome === unknown) rows.push(row);
    });
    return rows.sort((one, other) => one - other);
  }

  /** How many rows came to which outcome. Only the end of a run counts those for which nothing had to be sent. */
  counts(): Counts {
    const counts = noCounts();
    if (this.end) return { ...counts, ...this.end.counts };
    for (const outcome of this.#outcomes) {
      const name = outcomes[outcome - 1];
      if (name !== undefined && name !== 'unsent') counts[name] += 1;
    }
    return counts;
  }

  /** What a person settles after the end is part of how the run ended; what is to be sent again makes it unfinished. */
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
