import { stoppedEarly } from '../../changes/engine.ts';
import {
  type Answered,
  type Counts,
  type Decision,
  noCounts,
  type Outcome,
  outcomes,
  type Problem,
} from '../../changes/outcome.ts';
import { wantedBy } from '../../changes/step.ts';
import type { RunDirectory } from './directory.ts';
import { readJournal } from './read.ts';
import type { JournalRecord } from './records.ts';

/** What was about to be sent for a row, and where the row is. */
export type RowIntent = Extract<JournalRecord, { kind: 'intent' }>;
type RowOutcome = Extract<JournalRecord, { kind: 'outcome' }>;
type End = Extract<JournalRecord, { kind: 'end' }>;

/** A row of a run, as the records of its journal leave it. */
export interface RowState extends Answered {
  row: number;
  line: number;
  id: string | null;
  /** What was last about to be sent for it; undefined if it needed no request. */
  intent?: RowIntent | undefined;
  /** Unknown, too, as long as its request has no answer. */
  outcome: Outcome;
  before: number | null;
  after: number | null;
  error: Problem | null;
  /** When it was done, and how long that took if it was sent, in milliseconds of work on the run. */
  at?: number | undefined;
  took?: number | undefined;
  /**
   * What more may come of it: its answer or a look at the shop (`open`), the decision of a person (`unknown`), another one
   * (`settled`), or another request (`again`). Undefined if it is done.
   */
  standing?: 'open' | 'unknown' | 'settled' | 'again' | undefined;
  /** What was sent for it, if it is to be sent again: a person wants it, or the keys were refused. */
  again?: RowIntent | undefined;
  begun?: number | undefined;
}

/** The reason for a row that a person settled so. */
const saidNotApplied = { code: 'settled', message: 'settled as not applied' } as const;

/**
 * What has become of the rows of a run, by the records of its journal: those that were read, and those that this process has
 * written since. Rows that are done take one byte each.
 */
export class Replay {
  #outcomes = new Uint8Array(1024);
  readonly #tally = noCounts();
  /** The rows of which more may come. */
  readonly #pending = new Map<number, RowState>();
  /** At the end, the rows without a record: earlier versions did not record those that needed no request. */
  #unrecorded: Counts | undefined;
  /** The number of its rows. */
  rows = 0;
  /** How many rows left items in a CLOSED listing. */
  inClosedListings = 0;
  /** How the run ended; undefined if it has not, or was resumed since. */
  end: End | undefined;
  /** When the run began, and when the last of it was recorded, in milliseconds since 1970. */
  began: number | undefined;
  last: number | undefined;
  /** How often somebody went on with it, and how long no process worked on it in between. */
  resumed = -1;
  #away = 0;

  /** Takes the next record. Returns the row that it is about. */
  take(record: JournalRecord): RowState | undefined {
    switch (record.kind) {
      case 'intent':
        return this.#intend(record);
      case 'outcome':
        return this.#conclude(record);
      case 'resolve':
        return this.#settle(record.row, record.as);
      case 'epoch':
        this.#resume(Date.parse(record.at));
        return undefined;
      case 'end':
        this.#finish(record);
        return undefined;
    }
  }

  /** The outcome of a row; undefined if nothing is recorded of it. One that still has to be sent is `unsent`. */
  outcomeOf = (row: number): Outcome | undefined => outcomes[(this.#outcomes[row] ?? 0) - 1];

  /** Whether the row was already sent or decided, so that planning it again might apply it twice. */
  isHandled = (row: number): boolean => {
    const outcome = this.outcomeOf(row);
    return outcome === undefined ? this.#unrecorded !== undefined : outcome !== 'unsent';
  };

  /** The request of a row that may or may not have been sent. */
  openIntent = (row: number): RowIntent | undefined => {
    const known = this.#pending.get(row);
    return known?.standing === 'open' ? known.intent : undefined;
  };

  /** What was sent for a row that is to be sent again. */
  sentBefore = (row: number): RowIntent | undefined => this.#pending.get(row)?.again;

  /** Whether a row was surely not applied, so that another run may send it: it was refused, or never sent. */
  isSurelyNotDone = (row: number): boolean => {
    const outcome = this.outcomeOf(row);
    return (outcome === 'refused' || outcome === 'unsent') && this.sentBefore(row) === undefined;
  };

  /** The rows of which more may come, in the order of the file. */
  pending = (...standings: RowState['standing'][]): RowState[] =>
    [...this.#pending.values()]
      .filter(({ standing }) => standings.length === 0 || standings.includes(standing))
      .sort((one, other) => one.row - other.row);

  /** How far the run is. Each row is counted once; while a process works on it, those under way are unsent. */
  standing(isRunning = false): Standing {
    const counts = noCounts();
    for (const outcome of outcomes)
      counts[outcome] = this.#tally[outcome] + (this.#unrecorded?.[outcome] ?? 0);
    const open = this.pending('open').length;
    if (isRunning) counts.unknown -= open;
    if (isRunning || this.#unrecorded === undefined) {
      const recorded = Object.values(counts).reduce((sum, count) => sum + count, -counts.unsent);
      counts.unsent = Math.max(counts.unsent, this.rows - recorded);
    }
    const unknown = this.pending('unknown').map(({ line }) => line);
    return { counts, open, unknown, inClosedListings: this.inClosedListings, worked: this.worked };
  }

  /** How long processes have worked on the run, in milliseconds: a run that went on the next morning took no night. */
  get worked(): number {
    return (this.last ?? 0) - (this.began ?? 0) - this.#away;
  }

  #resume(at: number): void {
    this.end = undefined;
    this.resumed += 1;
    this.began ??= at;
    this.#away += Math.max(0, at - (this.last ?? at));
    this.#workedAt(at);
  }

  /** Journals of earlier versions have no times of rows. Clocks are set back at times; the run goes on. */
  #workedAt(time: number | undefined): number | undefined {
    if (time === undefined) return undefined;
    this.last = Math.max(this.last ?? time, time);
    return this.worked;
  }

  #intend(intent: RowIntent): RowState {
    const { row, line, id = null, from = null, lost } = intent;
    const known = this.#pending.get(row);
    // Of a row that is open, it only says why the answer is missing.
    const begun = known?.standing === 'open' ? known.begun : this.#workedAt(intent.time);
    const message = lost === undefined ? stoppedEarly : `sent but not confirmed: ${lost}`;
    return this.#keep({
      ...{ row, line, id, intent, begun, outcome: 'unknown', before: from, after: null },
      ...{ error: { code: 'unknown', message }, standing: 'open', again: known?.again },
    });
  }

  #conclude({ kind: _, time, line, id, before, after, error, wasRefused, ...said }: RowOutcome): RowState {
    const known = this.#pending.get(said.row);
    const at = this.#workedAt(time);
    const begun = known?.begun;
    const state: RowState = {
      ...said,
      ...{ line: known?.line ?? line ?? said.row, id: id ?? known?.id ?? null, intent: known?.intent },
      ...{ before: before ?? null, after: after ?? null, error: error ?? null },
      ...{ at, took: begun === undefined || at === undefined ? undefined : at - begun },
    };
    if (said.state !== undefined) this.inClosedListings += 1;
    if (said.outcome === 'unknown') return this.#keep({ ...state, standing: 'unknown' });
    const again = known?.again ?? (wasRefused && known?.intent ? { ...known.intent, wasRefused } : undefined);
    if (said.outcome === 'unsent' && again) return this.#keep({ ...state, standing: 'again', again });
    this.#pending.delete(said.row);
    this.#count(said.row, said.outcome);
    return state;
  }

  /** What a person says of a row; with `retry`, the run is unfinished again. */
  #settle(row: number, as: Decision): RowState | undefined {
    const pending = this.#pending.get(row);
    if (pending === undefined) return undefined;
    const known = { ...pending, begun: undefined };
    const { intent } = known;
    if (as === 'retry') {
      this.end = undefined;
      const again = { standing: 'again', outcome: 'unsent', again: intent, error: null } as const;
      return this.#keep({ ...known, ...again });
    }
    // What a person found applied can be undone like any other change.
    const after = as === 'applied' && intent ? wantedBy(intent) : null;
    const error = as === 'refused' ? saidNotApplied : null;
    return this.#keep({ ...known, standing: 'settled', outcome: as, after, error, again: undefined });
  }

  #finish(end: End): void {
    this.end = end;
    this.#workedAt(Date.parse(end.at));
    this.inClosedListings = end.inClosedListings ?? this.inClosedListings;
    this.#unrecorded = noCounts();
    for (const outcome of outcomes)
      this.#unrecorded[outcome] = Math.max(0, (end.counts[outcome] ?? 0) - this.#tally[outcome]);
  }

  #keep(state: RowState): RowState {
    this.#pending.set(state.row, state);
    this.#count(state.row, state.outcome);
    return state;
  }

  #count(row: number, outcome: Outcome): void {
    const before = this.outcomeOf(row);
    if (before !== undefined) this.#tally[before] -= 1;
    this.#tally[outcome] += 1;
    while (row >= this.#outcomes.length) {
      const larger = new Uint8Array(this.#outcomes.length * 2);
      larger.set(this.#outcomes);
      this.#outcomes = larger;
    }
    this.#outcomes[row] = outcomes.indexOf(outcome) + 1;
  }
}

/** How far a run is. */
export interface Standing {
  counts: Counts;
  /** How many rows were sent and have no answer: a resumed run looks at these first. They count as unknown. */
  open: number;
  /** The lines of the other unknown rows, which are for a person to settle. */
  unknown: readonly number[];
  inClosedListings: number;
  /** How long processes have worked on the run, in milliseconds. */
  worked: number;
}

/** The rows of a run: each as soon as it is done, and at the end those of which more may come. */
export async function* rowsOf({ journal }: RunDirectory): AsyncGenerator<RowState> {
  const replay = new Replay();
  for await (const record of readJournal(journal)) {
    const state = replay.take(record);
    if (state && state.standing === undefined) yield state;
  }
  yield* replay.pending();
}
