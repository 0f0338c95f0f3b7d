import type { Operation } from '../changes/operation.ts';
import { type Answered, type Done, hasStockWhereClosed } from '../changes/outcome.ts';
import type { SettleOptions } from '../changes/settling.ts';
import type { Intent } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import type { RateLimiter } from '../client/rate-limiter.ts';
import { defined } from '../json/defined.ts';
import type { Found } from './fresh-inventories.ts';
import type { Journal } from './journal/journal.ts';
import type { RunOptions } from './journal/manifest.ts';
import type { JournalRecord } from './journal/records.ts';
import type { Replay, RowState } from './journal/run-state.ts';
import type { CreatedListing } from './plan/created-listings.ts';
import { type Row, rowName } from './rows/row.ts';

export interface RowsRun {
  client: Client;
  limiter: RateLimiter;
  concurrency: number;
  /** Sends no more rows. The first reason is kept. */
  stop(reason: unknown): void;
  stopping: AbortSignal;
  /** Resolves when changes may be sent: not while something else than the service answers them. */
  untilCalm(): Promise<void>;
  operation: Operation;
  options: Pick<RunOptions, 'onConflict' | 'mayClose'>;
  /** How many rows may close their listings, if that is limited: whether the plan says so of a row, or it turns out later. */
  mostClosings?: number | undefined;
  settling: SettleOptions;
  /** Undefined if no listing was needed. */
  found?: Found | undefined;
  journal: Journal;
  state: Replay;
  /** Called for each row that is finished or stays open; `name` is its external identifier or SKU. */
  report(state: RowState, name: string | undefined): void;
  /** Called if an answer confirms a row but is not as documented. */
  remark(line: number, oddity: string): void;
  /** Called with each listing that was created under an external identifier. */
  created(listing: Pick<CreatedListing, 'externalIdentifier' | 'id' | 'sku'>): void;
  /** Masks credentials that the service may have put into a text. */
  redact(text: string): string;
  waitForReports(): Promise<void> | undefined;
}

export interface RowPlace {
  number: number;
  line: number;
  id: string | undefined;
  name: string | undefined;
}

export class RowRecorder {
  readonly #run: RowsRun;

  constructor(run: RowsRun) {
    this.#run = run;
  }

  /** Nothing may be sent before this has resolved: the intent is then on disk. */
  async intend({ number: row, line }: RowPlace, intent: Intent): Promise<void> {
    const { journal, limiter, state } = this.#run;
    const record = { kind: 'intent', row, line, time: Date.now(), ...intent } as const;
    state.take(record);
    // One half of the rows waits for the disk while the service works on the other half.
    await journal.append(record, Math.ceil(limiter.underWay / 2));
  }

  /** Nothing is recorded of a row that was not reached, and only the reason of one that could not be looked at. */
  finish(place: RowPlace, done: Done): void {
    const { redact, report, remark, created, operation, state } = this.#run;
    const error = done.error && { ...done.error, message: redact(done.error.message) };
    const { outcome, id, before, after, isOpen = false, lost, wasRefused } = done;
    const known: Answered = { ...done, stateBefore: hasStockWhereClosed(done) ? 'CLOSED' : undefined };
    const answered: Answered = Object.fromEntries(
      operation.answers.flatMap((field) => {
        const text = known[field];
        return text === undefined ? [] : [[field, redact(text)]];
      }),
    );
    if (done.oddity !== undefined) remark(place.line, done.oddity);
    const { number: row, line } = place;
    const intent = state.openIntent(row);
    if (intent?.key !== undefined && id !== undefined && (outcome === 'applied' || outcome === 'converged'))
      created({ externalIdentifier: intent.key, id, ...defined({ sku: intent.sku }) });
    const result = defined({
      outcome,
      id: intent ? id : (id ?? place.id),
      before,
      after,
      error,
      ...answered,
    });
    const isInDoubt = outcome === 'unsent' && wasRefused;
    const time = Date.now();
    const record: JournalRecord =
      intent && isOpen
        ? { ...intent, ...defined({ lost: lost && redact(lost), wasRefused: wasRefused || undefined }) }
        : {
            kind: 'outcome',
            row,
            time,
            ...(intent ? {} : { line }),
            ...result,
            ...(isInDoubt && { wasRefused: true }),
          };
    const left = state.take(record);
    if (record.kind === 'intent' ? lost !== undefined : intent || outcome !== 'unsent') this.#record(record);
    if (left)
      report({ ...left, before: before ?? null, after: after ?? null, error: error ?? null }, place.name);
  }

  #record(record: JournalRecord): void {
    const { journal, stop } = this.#run;
    try {
      journal.enqueue(record);
    } catch (failure) {
      stop(failure);
    }
  }
}

export const rowPlace = (row: Row, id: string | undefined): RowPlace => ({
  number: row.number,
  line: row.line,
  id,
  name: rowName(row),
});
