import { type Counts, noCounts, type Outcome, outcomes } from '../../changes/outcome.ts';
import { wantedBy } from '../../changes/step.ts';
import type { JournalRecord } from './records.ts';
import { doubtWords, isClosing, type RowState, type Sent } from './row-state.ts';

type Done = Extract<JournalRecord, { kind: 'done' }>;
type Resolved = Extract<JournalRecord, { kind: 'resolved' }>;

const saidNotApplied = { code: 'resolved', message: 'resolved as not applied' } as const;

/** What a plan says of its rows: how many there are, and the outcomes of those that send nothing. */
export interface PlannedCounts {
  rows: number;
  counts: Counts;
  leftOut: number;
}

/**
 * What became of the rows of a run, by its plan and the records of its journal: those that were read, and those that this process
 * writes. A row that is done takes one byte.
 */
export class RunState {
  #outcomes = new Uint8Array(1024);
  readonly #tally: Counts;
  readonly #inDoubt = new Map<number, RowState>();
  readonly #resolved = new Map<number, RowState>();
  /** The last requests of rows that the service certainly did not begin: these are retried from the same inventory. */
  readonly #returned = new Map<number, Sent>();
  readonly rows: number;
  readonly leftOut: number;
  /** Rows that left stock in a listing that was CLOSED. */
  inClosedListings = 0;
  /** Rows that closed their listings. */
  closed = 0;
  /** Times in milliseconds since 1970. */
  began: number | undefined;
  last: number | undefined;
  /** How often the run was continued, and for how long no process worked on it. */
  resumed = -1;
  #away = 0;

  constructor({ rows, counts, leftOut }: PlannedCounts) {
    this.rows = rows;
    this.#tally = { ...counts };
    this.leftOut = leftOut;
  }

  take(record: JournalRecord): RowState | undefined {
    switch (record.kind) {
      case 'begun':
        this.#begin(Date.parse(record.at));
        return undefined;
      case 'sent':
        return this.#send(record);
      case 'returned':
        this.#return(record.row);
        return undefined;
      case 'done':
        return this.#conclude(record);
      case 'resolved':
        return this.#resolve(record);
      case 'end':
        this.#workedAt(Date.parse(record.at));
        return undefined;
    }
  }

  /** Undefined if nothing is recorded of it: it is still to be sent. */
  outcomeOf = (row: number): Outcome | undefined => outcomes[(this.#outcomes[row] ?? 0) - 1];

  /** Which rows are still to be sent, as of now. */
  leftNow(): (row: number) => boolean {
    const outcomes = this.#outcomes.slice();
    return (row) => (outcomes[row] ?? 0) === 0;
  }

  inDoubt = (row: number): RowState | undefined => this.#inDoubt.get(row);

  /** The last request of a row, if the service did not begin it. */
  returned = (row: number): Sent | undefined => this.#returned.get(row);

  get allInDoubt(): RowState[] {
    return [...this.#inDoubt.values()].sort((one, other) => one.row - other.row);
  }

  /** Those that a person may resolve, again if they were before. */
  get toResolve(): RowState[] {
    return [...this.#inDoubt.values(), ...this.#resolved.values()].sort((one, other) => one.row - other.row);
  }

  /** Counts each row once. While another process works on the run (`isRunning`), rows in flight count as unsent. */
  standing(isRunning = false) {
    const counts = { ...this.#tally };
    const isInFlight = ({ doubt }: RowState) => isRunning && doubt === 'unanswered';
    const lines = this.allInDoubt.filter((state) => !isInFlight(state)).map(({ line }) => line);
    counts.unknown = lines.length;
    const reached = Object.values(counts).reduce((sum, count) => sum + count, -counts.unsent);
    counts.unsent = Math.max(0, this.rows - reached);
    const { leftOut, inClosedListings, closed, worked } = this;
    return { counts, unknownLines: lines, leftOut, inClosedListings, closed, worked };
  }

  /** How long processes have worked on the run, in milliseconds; pauses between them don't count. */
  get worked(): number {
    return (this.last ?? 0) - (this.began ?? 0) - this.#away;
  }

  #begin(at: number): void {
    this.resumed += 1;
    this.began ??= at;
    this.#away += Math.max(0, at - (this.last ?? at));
    this.#workedAt(at);
  }

  /** Clocks may be set back, but the time worked never decreases. */
  #workedAt(time: number | undefined): void {
    if (time !== undefined) this.last = Math.max(this.last ?? time, time);
  }

  #send(sent: Sent): RowState {
    const { row, line, id = null, from = null } = sent;
    this.#returned.delete(row);
    this.#workedAt(sent.time);
    return this.#doubt({
      ...{ row, line, id, sent, outcome: 'unknown', doubt: 'unanswered', before: from, after: null },
      error: { code: 'unknown', message: doubtWords.unanswered },
    });
  }

  #return(row: number): void {
    const sent = this.#inDoubt.get(row)?.sent;
    if (sent === undefined) return;
    this.#inDoubt.delete(row);
    this.#returned.set(row, sent);
    this.#count(row, undefined);
  }

  #conclude({ kind: _, time, id, before, after, error, wasRefused, ...answered }: Done): RowState {
    const known = this.#inDoubt.get(answered.row);
    this.#workedAt(time);
    const state: RowState = {
      ...answered,
      ...{ id: id ?? known?.id ?? null, sent: known?.sent },
      ...{ before: before ?? null, after: after ?? null, error: error ?? null },
    };
    if (answered.outcome === 'unknown')
      return this.#doubt({ ...state, doubt: wasRefused || known?.doubt === 'refused' ? 'refused' : 'lost' });
    if (answered.stateBefore !== undefined) this.inClosedListings += 1;
    if (isClosing(state)) this.closed += 1;
    this.#inDoubt.delete(answered.row);
    this.#returned.delete(answered.row);
    this.#count(answered.row, answered.outcome);
    return state;
  }

  #resolve({ row, as, id }: Resolved): RowState | undefined {
    const known = this.#inDoubt.get(row) ?? this.#resolved.get(row);
    if (known === undefined) return undefined;
    const isApplied = as === 'applied';
    const state: RowState = {
      ...known,
      id: id ?? known.id,
      outcome: isApplied ? 'applied' : 'refused',
      doubt: undefined,
      // What a person found applied can be undone like any other change.
      after: isApplied && known.sent ? wantedBy(known.sent) : null,
      error: isApplied ? null : saidNotApplied,
    };
    this.closed += Number(isClosing(state)) - Number(isClosing(known));
    this.#inDoubt.delete(row);
    this.#resolved.set(row, state);
    this.#count(row, state.outcome);
    return state;
  }

  #doubt(state: RowState): RowState {
    this.#inDoubt.set(state.row, state);
    this.#count(state.row, 'unknown');
    return state;
  }

  #count(row: number, outcome: Outcome | undefined): void {
    const before = this.outcomeOf(row);
    if (before !== undefined) this.#tally[before] -= 1;
    if (outcome !== undefined) this.#tally[outcome] += 1;
    while (row >= this.#outcomes.length) {
      const larger = new Uint8Array(this.#outcomes.length * 2);
      larger.set(this.#outcomes);
      this.#outcomes = larger;
    }
    this.#outcomes[row] = outcome === undefined ? 0 : outcomes.indexOf(outcome) + 1;
  }
}

export type Standing = ReturnType<RunState['standing']>;

export const nothingPlanned = (): PlannedCounts => ({
  rows: 0,
  counts: noCounts(),
  leftOut: 0,
});
