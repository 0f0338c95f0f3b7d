import { doneFromError, doneOf, perform, recover } from '../changes/engine.ts';
import type { OnConflict } from '../changes/errors.ts';
import type { Operation } from '../changes/operation.ts';
import type { Done } from '../changes/outcome.ts';
import { type Intent, isStep, type Patience, type Step } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { JournalFailed } from './journal/errors.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/records.ts';
import type { PlannedRow } from './plan.ts';
import type { RowReport } from './report.ts';
import type { ResumeState } from './resume-state.ts';
import { RowQueue } from './row-queue.ts';
import { type Row, rowName } from './rows/row.ts';
import type { Slots } from './slots.ts';

/** What all rows of a run share. */
export interface RowsRun {
  operation: Operation;
  client: Client;
  journal: Journal;
  slots: Slots;
  patience: Patience;
  onConflict: OnConflict;
  mayClose: boolean;
  /** What happened before, if the run is resumed. */
  resume: ResumeState | undefined;
  /** Stops the run: no more rows are sent. The first reason is kept. */
  stop(reason: unknown): void;
  stopped(): boolean;
  /** Receives an outcome that could not be written to the journal. */
  unrecorded(record: JournalRecord): void;
  /** Called for every finished row; `name` is the external identifier or SKU of a row without an id. */
  report(report: RowReport, row: number, name: string | undefined): void;
  /** Removes credentials that the service may have put into a text. */
  redact(text: string): string;
  /** Waits while too many reports have not been written yet. */
  waitForReports(): Promise<void> | undefined;
}

/** A row, and the listing or item it changes. */
interface RowPlace {
  number: number;
  line: number;
  id: string | undefined;
  name: string | undefined;
}

/** A row and its step. */
interface Sending {
  place: RowPlace;
  step: Step;
}

/**
 * Carries out the plan of each row, as many at once as there are slots, and rows on one listing one after the other. If
 * the run is stopped, rows in progress are finished and the rest are reported as unsent.
 */
export const runRows = async (rows: AsyncIterable<PlannedRow>, run: RowsRun): Promise<void> => {
  const runner = new RowRunner(run);
  try {
    for await (const row of rows) {
      await run.waitForReports();
      await runner.take(row);
    }
    await runner.sendGroups();
  } catch (error) {
    run.stop(error);
    throw error;
  } finally {
    // Even after an error, every request that was sent gets its outcome recorded.
    await runner.drain();
  }
};

class RowRunner {
  readonly #run: RowsRun;
  readonly #queue: RowQueue;
  /** The rows whose intent is in the journal and whose outcome is not yet. */
  readonly #intended = new Set<number>();
  /** The rows that are sent in one request, by group. */
  readonly #groups = new Map<string, Sending[]>();

  constructor(run: RowsRun) {
    this.#run = run;
    this.#queue = new RowQueue(run.slots);
  }

  drain = (): Promise<void> => this.#queue.drain();

  async take({ row, planned }: PlannedRow): Promise<void> {
    const { operation, resume, client, onConflict } = this.#run;
    const intent = resume?.openIntent(row.number);
    if (intent) {
      const change = operation.recover(intent);
      this.#intended.add(row.number);
      const place = placeOf(row, change.id);
      await this.#begin([place], change.id, (patience) => recover(change, client, patience));
    } else if (planned && isStep(planned)) {
      const sending = { place: placeOf(row, planned.id), step: planned };
      const { group } = planned;
      if (group === undefined) await this.#send([sending], planned);
      else this.#groups.set(group, [...(this.#groups.get(group) ?? []), sending]);
    } else if (planned) {
      const done = doneOf(planned, onConflict);
      this.#finish(placeOf(row, done.id), done);
    }
  }

  /** Sends each group as one step. */
  async sendGroups(): Promise<void> {
    const { combine } = this.#run.operation;
    for (const sendings of this.#groups.values()) {
      const step = combine?.(sendings.map(({ step }) => step));
      if (step) await this.#send(sendings, step);
    }
  }

  async #send(sendings: readonly Sending[], step: Step): Promise<void> {
    const { client, onConflict, mayClose } = this.#run;
    const places = sendings.map(({ place }) => place);
    const recordIntent = async (intent: Intent) => {
      const [only] = sendings;
      if (sendings.length === 1 && only) await this.#recordIntent(only.place, intent);
      else await Promise.all(sendings.map(({ place, step }) => this.#recordIntent(place, step.intent)));
    };
    await this.#begin(places, step.id, (patience) =>
      perform(step, { client, patience, onConflict, mayClose, recordIntent }),
    );
  }

  /** Starts the work on rows that share one result. If the run was stopped meanwhile, they are unsent. */
  async #begin(
    places: readonly RowPlace[],
    listing: string | undefined,
    work: (patience: Patience) => Promise<Done>,
  ): Promise<void> {
    const finish = (done: Done) => {
      for (const place of places) this.#finish(place, places.length > 1 ? { ...done, id: place.id } : done);
    };
    const { stopped, slots } = this.#run;
    await this.#queue.begin(listing, async () => {
      const release = await slots.take();
      try {
        if (stopped()) return finish({ outcome: 'unsent' });
        const done = await work(this.#patience(release)).catch((error: unknown) => this.#doneBy(error));
        if (done.outcome === 'applied') slots.succeed();
        finish(done);
      } finally {
        release();
      }
    });
  }

  /** A row that waits for an unconfirmed change releases its slot. */
  #patience(release: () => void): Patience {
    const { patience } = this.#run;
    return {
      ...patience,
      onSettle(milliseconds) {
        release();
        patience.onSettle?.(milliseconds);
      },
    };
  }

  /** Writes the intent of a row to the journal. Nothing may be sent before this has returned. */
  async #recordIntent({ number: row, line }: RowPlace, intent: Intent): Promise<void> {
    const { journal, slots } = this.#run;
    this.#intended.add(row);
    // One half of the rows waits for the disk while the service works on the other half.
    await journal.append({ kind: 'intent', row, line, ...intent }, Math.ceil(slots.taken / 2));
  }

  /** Reports an outcome, and records it in the journal if the row has an intent there. */
  #finish(place: RowPlace, done: Done): void {
    const { redact, report } = this.#run;
    const error = done.error && { ...done.error, message: redact(done.error.message) };
    const { outcome, id, before, after, isOpen } = done;
    if (this.#intended.delete(place.number) && !isOpen)
      this.#record(place.number, { outcome, id, before, after, error });
    const told = { line: place.line, id: id ?? place.id ?? null, outcome };
    report(
      { ...told, before: before ?? null, after: after ?? null, error: error ?? null },
      place.number,
      place.name,
    );
  }

  #record(row: number, { outcome, id, before, after, error }: Done): void {
    const { journal, stop, unrecorded } = this.#run;
    const record: JournalRecord = {
      kind: 'outcome',
      row,
      outcome,
      ...(id === undefined ? {} : { id }),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ...(error === undefined ? {} : { error }),
    };
    try {
      journal.enqueue(record);
    } catch (failure) {
      stop(failure);
      unrecorded(record);
    }
  }

  /** Turns an error into the result of its row. An error that concerns all rows stops the run. */
  #doneBy(error: unknown): Done {
    const { patience, stop } = this.#run;
    // The run was stopped while the row waited to be sent.
    if (error === patience.signal.reason) return { outcome: 'unsent' };
    const done = doneFromError(error);
    if (done) return done;
    stop(error);
    // The intent may not be on disk, so nothing was sent.
    if (error instanceof JournalFailed)
      return { outcome: 'unsent', error: { code: 'journal', message: error.message } };
    if (error instanceof CallError)
      return {
        outcome: 'unsent',
        error: { code: error.reason, message: error.facts.serviceMessage ?? error.message },
      };
    throw error;
  }
}

const placeOf = (row: Row, id: string | undefined): RowPlace => ({
  number: row.number,
  line: row.line,
  id,
  name: rowName(row),
});
