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

/** What the rows of one run share. */
export interface RowsRun {
  operation: Operation;
  client: Client;
  journal: Journal;
  slots: Slots;
  patience: Patience;
  onConflict: OnConflict;
  mayClose: boolean;
  /** What happened before, where a run goes on. */
  resume: ResumeState | undefined;
  /** Stops the run: no further row is sent. The first reason holds. */
  stop(reason: unknown): void;
  stopped(): boolean;
  /** Takes an outcome that the journal does not take any more. */
  unrecorded(record: JournalRecord): void;
  /** Called for every row that is finished; `name` is what the row calls its listing, where not by its id. */
  report(report: RowReport, row: number, name: string | undefined): void;
  /** A text without the credentials that the service may have put into it. */
  redact(text: string): string;
  /** Waits where reports pile up because nobody reads them. */
  calm(): Promise<void> | undefined;
}

/** A row, and what it is about. */
interface RowPlace {
  number: number;
  line: number;
  id: string | undefined;
  name: string | undefined;
}

/** A row with the step that it sends. */
interface Sending {
  place: RowPlace;
  step: Step;
}

/**
 * Does what is planned for each row, as many at once as there are slots, rows of one listing one after the other. Where
 * the run is stopped, what is under way is finished, and the rest is reported as unsent.
 */
export const runRows = async (rows: AsyncIterable<PlannedRow>, run: RowsRun): Promise<void> => {
  const runner = new RowRunner(run);
  try {
    for await (const row of rows) {
      await run.calm();
      await runner.take(row);
    }
    await runner.sendGroups();
  } catch (error) {
    run.stop(error);
    throw error;
  } finally {
    // Whatever ended the reading: what was sent is not left without its outcome.
    await runner.drain();
  }
};

class RowRunner {
  readonly #run: RowsRun;
  readonly #queue: RowQueue;
  /** Rows whose intent is in the journal, and whose outcome is not. */
  readonly #intended = new Set<number>();
  /** Rows whose steps go out in one request, by their group. */
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

  /** Begins the work of some rows, which all come to the same; where the run was stopped, they stay unsent. */
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

  /** A row that waits for an unconfirmed change makes room for others. */
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

  /** Puts on disk what is about to be sent for a row. Nothing may be sent before this has returned. */
  async #recordIntent({ number: row, line }: RowPlace, intent: Intent): Promise<void> {
    const { journal, slots } = this.#run;
    this.#intended.add(row);
    // While half of the rows at work wait for the disk, the service works for the other half.
    await journal.append({ kind: 'intent', row, line, ...intent }, Math.ceil(slots.taken / 2));
  }

  /** Notes an outcome in the journal, where the row has an intent there, and reports it. */
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
      journal.note(record);
    } catch (failure) {
      stop(failure);
      unrecorded(record);
    }
  }

  /** An error of a row's work → what became of the row. One that concerns all rows stops the run. */
  #doneBy(error: unknown): Done {
    const { patience, stop } = this.#run;
    // Stopped while it waited to be sent.
    if (error === patience.signal.reason) return { outcome: 'unsent' };
    const done = doneFromError(error);
    if (done) return done;
    stop(error);
    // The intent is not surely on disk, so nothing was sent.
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
