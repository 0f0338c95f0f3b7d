import { doneFromError, doneOf, notLookedAt, perform, recover } from '../changes/engine.ts';
import type { Done } from '../changes/outcome.ts';
import { type Intent, isStep, type Patience, type Step } from '../changes/step.ts';
import { CallError } from '../client/errors.ts';
import { JournalFailed } from './journal/errors.ts';
import type { PlannedRow } from './plan.ts';
import { type RowPlace, RowRecorder, type RowsRun, rowPlace } from './row-recorder.ts';
import { RowQueue } from './slots.ts';

/** A row and its step. */
interface Sending {
  place: RowPlace;
  step: Step;
}

/**
 * Carries out the plan of each row, as many at once as there are slots, and rows on one listing one after the other. If
 * the run is stopped, rows in progress are finished and the rest are reported as unsent. Returns how many rows stay open:
 * their requests may have been sent, and a resumed run has to look at them.
 */
export const runRows = async (rows: AsyncIterable<PlannedRow>, run: RowsRun): Promise<number> => {
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
  return runner.leftOpen;
};

class RowRunner {
  readonly #run: RowsRun;
  readonly #queue: RowQueue;
  readonly #recorder: RowRecorder;
  /** The rows that are sent in one request, by group. */
  readonly #groups = new Map<string, Sending[]>();

  constructor(run: RowsRun) {
    this.#run = run;
    this.#queue = new RowQueue(run.slots);
    this.#recorder = new RowRecorder(run);
  }

  drain = (): Promise<void> => this.#queue.drain();

  get leftOpen(): number {
    return this.#recorder.leftOpen;
  }

  async take({ row, planned }: PlannedRow): Promise<void> {
    const { operation, resume, client, onConflict } = this.#run;
    const intent = resume?.openIntent(row.number);
    if (intent) {
      const change = operation.recover(intent);
      const place = rowPlace(row, change.id);
      await this.#begin([place], change.id, notLookedAt(change), (patience) => {
        this.#recorder.goOnWith(place);
        return recover(change, client, patience);
      });
    } else if (planned && isStep(planned)) {
      const sending = { place: rowPlace(row, planned.id), step: planned };
      const { group } = planned;
      if (group === undefined || !operation.combine) await this.#send([sending], planned);
      else this.#groups.set(group, [...(this.#groups.get(group) ?? []), sending]);
    } else if (planned) {
      const done = doneOf(planned, onConflict);
      this.#recorder.finish(rowPlace(row, done.id), done);
    }
  }

  /** Sends each group as one step. */
  async sendGroups(): Promise<void> {
    const { combine } = this.#run.operation;
    if (!combine) return;
    for (const sendings of this.#groups.values())
      await this.#send(sendings, combine(sendings.map(({ step }) => step)));
  }

  async #send(sendings: readonly Sending[], step: Step): Promise<void> {
    const { client, onConflict, mayClose } = this.#run;
    const places = sendings.map(({ place }) => place);
    const recordIntent = async (intent: Intent) => {
      const [only] = sendings;
      if (sendings.length === 1 && only) await this.#recorder.intend(only.place, intent);
      else await Promise.all(sendings.map(({ place, step }) => this.#recorder.intend(place, step.intent)));
    };
    await this.#begin(places, step.id, { outcome: 'unsent' }, (patience) =>
      perform(step, { client, patience, onConflict, mayClose, recordIntent }),
    );
  }

  /** Starts the work on rows that share one result. If the run was stopped meanwhile, their result is `ifStopped`. */
  async #begin(
    places: readonly RowPlace[],
    listing: string | undefined,
    ifStopped: Done,
    work: (patience: Patience) => Promise<Done>,
  ): Promise<void> {
    const finish = (done: Done) => {
      for (const place of places)
        this.#recorder.finish(place, places.length > 1 ? { ...done, id: place.id } : done);
    };
    const { stopped, slots } = this.#run;
    await this.#queue.begin(listing, async () => {
      const release = await slots.take();
      try {
        if (stopped()) return finish(ifStopped);
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
