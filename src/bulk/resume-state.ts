import { type Decision, type Outcome, outcomes } from '../changes/outcome.ts';
import type { JournalRecord } from './journal/records.ts';
import { type Counts, noCounts } from './report.ts';

/** What was about to be sent for a row, and where the row is. */
export type RowIntent = Extract<JournalRecord, { kind: 'intent' }>;
type End = Extract<JournalRecord, { kind: 'end' }>;

/** The outcomes of a run's rows so far, as its journal has them, in one byte per row. */
export class ResumeState {
  #outcomes = new Uint8Array(1024);
  /** Intents without an outcome: the requests may or may not have been sent. */
  readonly #open = new Map<number, RowIntent>();
  /** Intents whose outcome is unknown. */
  readonly #unknown = new Map<number, RowIntent>();
  /** The counts of the last end, with what has become of its unknown rows since. Every row was decided then. */
  #ended: Counts | undefined;
  /** What a person wants sent again. After an end, only these rows are left to do. */
  readonly #again = new Map<number, RowIntent>();
  /** What a person has said something of: until it is sent again, they may say something else. */
  readonly #said = new Map<number, RowIntent>();
  /** How many rows left items in a CLOSED listing, as far as rows are recorded. */
  inClosedListings = 0;
  /** How the run ended; undefined if it has not, or was resumed since. */
  end: End | undefined;

  take(record: JournalRecord): void {
    switch (record.kind) {
      case 'epoch':
        this.end = undefined;
        break;
      case 'intent':
        this.#open.set(record.row, record);
        this.#said.delete(record.row);
        break;
      case 'outcome':
        this.#settle(record.row, record.outcome);
        if (record.state !== undefined) this.inClosedListings += 1;
        if (record.outcome !== 'unsent') {
          if (this.#again.delete(record.row) && this.#ended) this.#ended[record.outcome] += 1;
          this.#said.delete(record.row);
        }
        break;
      case 'resolve':
        this.#resolve(record.row, record.as);
        break;
      case 'end':
        this.end = record;
        this.#ended = { ...noCounts(), ...record.counts };
        this.inClosedListings = record.inClosedListings ?? 0;
        this.#again.clear();
    }
  }

  /** The outcome of a row; undefined if the row still has to be done, as an unsent one does. */
  outcomeOf(row: number): Outcome | undefined {
    const outcome = outcomes[(this.#outcomes[row] ?? 0) - 1];
    return outcome === 'unsent' ? undefined : outcome;
  }

  /** The intents, by their rows, of requests that may or may not have been sent. */
  openRows = (): Map<number, RowIntent> => new Map(this.#open);

  openIntent = (row: number): RowIntent | undefined => this.#open.get(row);

  /** What was sent for a row that a person wants sent again. */
  sentBefore = (row: number): RowIntent | undefined => this.#again.get(row);

  /** Whether the row was already sent or decided, so that planning it again might apply it twice. */
  isHandled = (row: number): boolean =>
    this.outcomeOf(row) !== undefined ||
    this.#open.has(row) ||
    (this.#ended !== undefined && !this.#again.has(row));

  /** The intents of the rows whose outcome is unknown, including those without an outcome, in the order of the file. */
  unknownRows = (): RowIntent[] =>
    [...this.#open.values(), ...this.#unknown.values()].sort((one, other) => one.row - other.row);

  /** The same without those that a resumed run looks at first. */
  unknownLines = (): number[] =>
    this.unknownRows().flatMap(({ row, line }) => (this.#open.has(row) ? [] : [line]));

  /** The intents of the rows that a person has settled, and may settle otherwise. */
  settledRows = (): RowIntent[] => [...this.#said.values()];

  /** The number of rows by outcome. Rows that needed no request are counted only if the run has ended. */
  counts(): Counts {
    if (this.#ended) return { ...this.#ended };
    const counts = noCounts();
    for (const outcome of this.#outcomes) {
      const name = outcomes[outcome - 1];
      if (name !== undefined && name !== 'unsent') counts[name] += 1;
    }
    return counts;
  }

  /** What a person says of a row after the end changes the final counts; `retry` makes the run unfinished again. */
  #resolve(row: number, as: Decision): void {
    const intent = this.#open.get(row) ?? this.#unknown.get(row) ?? this.#said.get(row);
    const wasAgain = this.#again.delete(row);
    if (this.#ended) {
      if (!wasAgain) this.#ended[this.outcomeOf(row) ?? 'unknown'] -= 1;
      if (as !== 'retry') this.#ended[as] += 1;
    }
    if (as === 'retry') this.end = undefined;
    this.#settle(row, as === 'retry' ? undefined : as);
    if (intent === undefined) return;
    this.#said.set(row, intent);
    if (as === 'retry') this.#again.set(row, intent);
  }

  #settle(row: number, outcome: Outcome | undefined): void {
    const intent = this.#open.get(row) ?? this.#again.get(row);
    this.#open.delete(row);
    if (outcome !== 'unknown') this.#unknown.delete(row);
    else if (intent) this.#unknown.set(row, intent);
    this.#set(row, outcome);
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
