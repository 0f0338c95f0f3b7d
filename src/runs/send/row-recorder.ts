import type { Operation } from '../../changes/operation.ts';
import { type Answered, type Done, hasStockWhereClosed } from '../../changes/outcome.ts';
import type { RefusedStep, SettleOptions } from '../../changes/settling.ts';
import type { Intent } from '../../changes/step.ts';
import type { Client } from '../../http/client.ts';
import type { RateLimiter } from '../../http/rate/rate-limiter.ts';
import { defined } from '../../json/defined.ts';
import type { Found } from '../../names/find-listings.ts';
import type { HeldRun } from '../held-run.ts';
import type { JournalRecord } from '../journal/records.ts';
import type { RowState } from '../journal/row-state.ts';
import type { CreatedListing } from '../plan/created-listings.ts';

/** How the rows of a run are sent. */
export interface RowSending {
  client: Client;
  limiter: RateLimiter;
  /** How many rows are worked on at once: in flight, or being written down. */
  mostAtOnce: number;
  /** Sends no more rows. The first reason is kept. */
  stop(reason: unknown): void;
  stopping: AbortSignal;
  /** Resolves when changes may be sent: not while something else than the service answers them. */
  untilCalm(): Promise<void>;
  operation: Operation;
  settling: SettleOptions;
  /** Undefined if no listing was needed. */
  found?: Found | undefined;
  run: HeldRun;
  /** Called for each row that is finished or stays in doubt; `name` is what the file calls it. */
  report(state: RowState, name: string | undefined): void;
  /** Called with each listing that was created under an external identifier. */
  created(listing: Pick<CreatedListing, 'externalIdentifier' | 'id' | 'sku'>): void;
  /** Masks credentials that the service may have put into a text. */
  redact(text: string): string;
  waitForReports(): Promise<void> | undefined;
}

export interface RowPlace {
  row: number;
  line: number;
  id?: string | undefined;
  name?: string | undefined;
}

/** Records each request before it is sent, and its outcome. */
export class RowRecorder {
  readonly #sending: RowSending;
  /** Rows in doubt of which a later look may tell more. */
  unread = 0;

  constructor(sending: RowSending) {
    this.#sending = sending;
  }

  /** Nothing may be sent before this has resolved: the intent is then on disk. */
  async recordIntent({ row, line }: RowPlace, intent: Intent): Promise<void> {
    const { limiter, run } = this.#sending;
    const record = { kind: 'sent', row, line, time: Date.now(), ...intent } as const;
    run.state.take(record);
    // One half of the rows waits for the disk while the service works on the other half.
    await run.journal.append(record, Math.ceil(limiter.underWay / 2));
    run.lock.check();
  }

  /** The service certainly did not begin it: it may be sent again. */
  returned({ row }: RowPlace): void {
    const { state } = this.#sending.run;
    if (state.inDoubt(row)) this.#write({ kind: 'returned', row, time: Date.now() });
  }

  /** The service refused it, which a process that continues after this one has to know, and what that means is still to be found out. */
  refused({ row, line }: RowPlace, { id, before, clause }: RefusedStep): void {
    const error = {
      code: 'unknown',
      message: `${clause} was sent but not confirmed: the service refused it`,
    } as const;
    const known = defined({ id, before, after: null, error, wasRefused: true as const });
    this.#write({ kind: 'done', row, line, time: Date.now(), outcome: 'unknown', ...known });
  }

  /** Nothing is recorded of a row that was not reached. */
  finish(place: RowPlace, done: Done): void {
    const { redact, report, created, operation, run } = this.#sending;
    const { row, line, name } = place;
    const { outcome, id, before, after, isUnread, wasRefused } = done;
    const error = done.error && { ...done.error, message: redact(done.error.message) };
    if (outcome === 'unsent') {
      this.returned(place);
      const known = { ...{ row, line, id: id ?? place.id ?? null }, outcome, before: null, after: null };
      report({ ...known, error: error ?? null }, name);
      return;
    }
    if (isUnread) this.unread += 1;
    const { sent } = run.state.inDoubt(row) ?? {};
    if (sent?.key !== undefined && id !== undefined && (outcome === 'applied' || outcome === 'converged'))
      created({ externalIdentifier: sent.key, id, ...defined({ sku: sent.sku }) });
    const known: Answered = { ...done, stateBefore: hasStockWhereClosed(done) ? 'CLOSED' : undefined };
    const answered: Answered = Object.fromEntries(
      operation.answers.flatMap((field) => {
        const text = known[field];
        return text === undefined ? [] : [[field, redact(text)]];
      }),
    );
    const state = this.#write({
      ...{ kind: 'done', row, line, time: Date.now(), outcome },
      ...defined({ id: id ?? (sent ? undefined : place.id), before, after, error, ...answered }),
      ...(wasRefused && outcome === 'unknown' && { wasRefused }),
    } as JournalRecord);
    if (state) report(state, name);
  }

  #write(record: JournalRecord): RowState | undefined {
    const { run, stop } = this.#sending;
    const state = run.state.take(record);
    try {
      run.journal.enqueue(record);
    } catch (failure) {
      stop(failure);
    }
    return state;
  }
}
