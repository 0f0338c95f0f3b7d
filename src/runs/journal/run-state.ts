import { stoppedEarly } from '../../changes/engine.ts';
import { type Answered, noCounts, type Outcome, outcomes, type Problem } from '../../changes/outcome.ts';
import { wantedBy } from '../../changes/step.ts';
import type { RunDirectory } from '../directory.ts';
import { type JournalRecord, readJournal } from './records.ts';

export type RowIntent = Extract<JournalRecord, { kind: 'intent' }>;
type RowOutcome = Extract<JournalRecord, { kind: 'outcome' }>;
type RowDecision = Extract<JournalRecord, { kind: 'resolve' }>;

export interface RowState extends Answered {
  row: number;
  line: number;
  id: string | null;
  /** The last request for it; undefined if it needed none. */
  intent?: RowIntent | undefined;
  /** Also `unknown` while its request has no answer. */
  outcome: Outcome;
  before: number | null;
  after: number | null;
  error: Problem | null;
  /** How often the run had been resumed when it was done. */
  epoch?: number;
  /** When it was done, and how long it took, in milliseconds of work on the run. Undefined if it is open or needed no request. */
  at?: number | undefined;
  took?: number | undefined;
  /**
   * What may still change it: its answer or a look at the shop (`open`), a person's decision (`unknown`), another decision
   * (`settled`), or another request (`again`). Undefined if it is final.
   */
  standing?: 'open' | 'unknown' | 'settled' | 'again' | undefined;
  /** What was sent for it, if it is to be sent again: a person wants it, or the keys were refused, or it was to wait. */
  again?: RowIntent | undefined;
  /** It was to wait: by all rules it is not done, though a gateway may have delivered it before that. */
  isLimited?: boolean;
  begun?: number | undefined;
}

const saidNotApplied = { code: 'settled', message: 'settled as not applied' } as const;

export const leftOutWord = 'left out';

export type ShownOutcome = Outcome | typeof leftOutWord;

/** The rows of a run, by the records that were read from its journal or written to it. Rows that are done take one byte each. */
export class Replay {
  #outcomes = new Uint8Array(1024);
  readonly #tally = noCounts();
  readonly #pending = new Map<number, RowState>();
  /** The number of rows, and whether invalid ones are left out: both stand in the manifest. */
  rows = 0;
  skipsInvalid = false;
  /** The refused rows that --skip-invalid left out. */
  leftOut = 0;
  /** The rows that left stock in a listing that was CLOSED. */
  inClosedListings = 0;
  /** Undefined if the run has not ended, or was resumed since. */
  end: Extract<JournalRecord, { kind: 'end' }> | undefined;
  /** Times in milliseconds since 1970. */
  began: number | undefined;
  last: number | undefined;
  /** How often the run was resumed, and for how long no process worked on it. */
  resumed = -1;
  #away = 0;

  take(record: JournalRecord): RowState | undefined {
    switch (record.kind) {
      case 'intent':
        return this.#intend(record);
      case 'outcome':
        return this.#conclude(record);
      case 'resolve':
        return this.#settle(record);
      case 'epoch':
        this.#resume(Date.parse(record.at));
        return undefined;
      case 'end':
        this.end = record;
        this.#workedAt(Date.parse(record.at));
        return undefined;
    }
  }

  /** Undefined if nothing is recorded. Rows still to be sent are `unsent`. */
  outcomeOf = (row: number): Outcome | undefined => outcomes[(this.#outcomes[row] ?? 0) - 1];

  /** Whether the row was sent or decided before: planning it again might apply it twice. */
  isHandled = (row: number): boolean => {
    const outcome = this.outcomeOf(row);
    return outcome !== undefined && outcome !== 'unsent';
  };

  /** A row that --skip-invalid left out was not refused. A conflict, and a listing that would close by now, are no faults of it. */
  shownOutcome = ({ outcome, intent, error }: RowState): ShownOutcome =>
    this.skipsInvalid &&
    outcome === 'refused' &&
    !intent &&
    !/^(conflict|would-close)$/.test(`${error?.code}`)
      ? leftOutWord
      : outcome;

  /** The request of a row that has no answer yet. */
  openIntent = (row: number): RowIntent | undefined => {
    const known = this.#pending.get(row);
    return known?.standing === 'open' ? known.intent : undefined;
  };

  sentBefore = (row: number): RowIntent | undefined => this.#pending.get(row)?.again;

  /** Whether another run may send the row: it was refused, or never sent. */
  isSurelyNotDone = (row: number): boolean => {
    const outcome = this.outcomeOf(row);
    const { again, isLimited } = this.#pending.get(row) ?? {};
    return (outcome === 'refused' || outcome === 'unsent') && (again === undefined || isLimited === true);
  };

  pending = (...standings: RowState['standing'][]): RowState[] =>
    [...this.#pending.values()]
      .filter(({ standing }) => standings.length === 0 || standings.includes(standing))
      .sort((one, other) => one.row - other.row);

  /** Counts each row once. While a process works on the run (`isRunning`), rows under way count as unsent. */
  standing(isRunning = false) {
    const counts = { ...this.#tally };
    const open = this.pending('open').length;
    if (isRunning) counts.unknown -= open;
    const reached = Object.values(counts).reduce((sum, count) => sum + count, -counts.unsent);
    counts.unsent = Math.max(counts.unsent, this.rows - reached);
    const { leftOut, inClosedListings, worked } = this;
    return {
      counts,
      /** Rows that were sent and have no answer. They count as unknown; a resumed run looks at them first. */
      open,
      /** The numbers of the other unknown rows, which a person has to settle. */
      unknown: this.pending('unknown').map(({ row }) => row),
      leftOut,
      inClosedListings,
      worked,
    };
  }

  /** How long processes have worked on the run, in milliseconds; pauses between them don't count. */
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

  /** The time worked so far. Clocks may be set back, but the sum never decreases. */
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
      epoch: this.resumed,
      ...{ line: known?.line ?? line ?? said.row, id: id ?? known?.id ?? null, intent: known?.intent },
      ...{ before: before ?? null, after: after ?? null, error: error ?? null },
      ...{ at, took: begun === undefined || at === undefined ? undefined : at - begun },
    };
    if (said.stateBefore !== undefined) this.inClosedListings += 1;
    if (said.outcome === 'unknown') return this.#keep({ ...state, standing: 'unknown' });
    const again = known?.again ?? (wasRefused && known?.intent ? { ...known.intent, wasRefused } : undefined);
    const isLimited = known?.again === undefined && error?.code === 'rate-limited';
    if (said.outcome === 'unsent' && again)
      return this.#keep({ ...state, standing: 'again', again, isLimited });
    if (this.shownOutcome(state) === leftOutWord) this.leftOut += 1;
    this.#pending.delete(said.row);
    this.#count(said.row, said.outcome);
    return state;
  }

  /** Applies a person's decision. With `retry`, the run is unfinished again. */
  #settle({ row, as, id }: RowDecision): RowState | undefined {
    const pending = this.#pending.get(row);
    if (pending === undefined) return undefined;
    const known = { ...pending, id: id ?? pending.id, begun: undefined };
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

export type Standing = ReturnType<Replay['standing']>;

/** The rows of a run: each when it is final, and at the end those whose state may still change. */
export async function* rowsOf({ journal }: RunDirectory): AsyncGenerator<RowState> {
  const replay = new Replay();
  for await (const record of readJournal(journal)) {
    const state = replay.take(record);
    if (state && state.standing === undefined) yield state;
  }
  yield* replay.pending();
}
