import { doneFromError, doneOf, notLookedAt, perform, recover } from '../changes/engine.ts';
import type { Done } from '../changes/outcome.ts';
import type { SettleOptions } from '../changes/settling.ts';
import { type Intent, isStep, type Step } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import type { Permit } from '../client/rate-limiter.ts';
import { FreshInventories } from './fresh-inventories.ts';
import { JournalFailed } from './journal/errors.ts';
import type { PlannedRow } from './plan/make-plan.ts';
import { RowQueue } from './row-queue.ts';
import { type RowPlace, RowRecorder, type RowsRun, rowPlace } from './row-recorder.ts';

interface Sending {
  place: RowPlace;
  step: Step;
}

/** Sends the rows, several at once, those on one listing one after the other. After a stop, the rest is reported as unsent. */
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
  readonly #recorder: RowRecorder;
  readonly #fresh: FreshInventories | undefined;
  readonly #groups = new Map<string, Sending[]>();
  #closings = 0;

  constructor(run: RowsRun) {
    this.#run = run;
    this.#queue = new RowQueue(run.concurrency);
    this.#recorder = new RowRecorder(run);
    this.#fresh = run.found && new FreshInventories(run.client, run.found, run.settling);
  }

  drain = (): Promise<void> => this.#queue.drain();

  async take({ row, planned }: PlannedRow): Promise<void> {
    const { operation, state, client, options } = this.#run;
    const intent = state.openIntent(row.number);
    if (intent) {
      const change = operation.recover(intent);
      const place = rowPlace(row, change.id);
      await this.#begin([place], change.id, notLookedAt(change, intent.lost), async (yields) => {
        const settling = this.#settling(yields);
        // A clock that was set back tells nothing.
        const sentAgoMs = Math.abs(settling.clock.now() - (intent.time ?? 0));
        const done = await recover(change, client, settling, { detail: intent.lost, sentAgoMs }).catch(
          (error: unknown) => this.#doneBy(error),
        );
        this.#fresh?.changed(row.number, change.id ?? '', done);
        return done;
      });
    } else if (planned && isStep(planned)) {
      const sending = { place: rowPlace(row, planned.id), step: planned };
      const { group } = planned;
      if (group === undefined || !operation.groups) await this.#send([sending], planned);
      else this.#groups.set(group, [...(this.#groups.get(group) ?? []), sending]);
    } else if (planned) {
      const done = doneOf(planned, options.onConflict);
      this.#recorder.finish(rowPlace(row, done.id), done);
    }
  }

  async sendGroups(): Promise<void> {
    const { groups } = this.#run.operation;
    if (!groups) return;
    for (const sendings of this.#groups.values())
      await this.#send(sendings, groups.combine(sendings.map(({ step }) => step)));
  }

  async #send(sendings: readonly Sending[], step: Step): Promise<void> {
    const { onConflict } = this.#run.options;
    const mayClose = this.#mayClose();
    const places = sendings.map(({ place }) => place);
    const recordIntent = async (intent: Intent) => {
      const [only] = sendings;
      if (sendings.length === 1 && only) await this.#recorder.intend(only.place, intent);
      else await Promise.all(sendings.map(({ place, step }) => this.#recorder.intend(place, step.intent)));
    };
    const fresh = step.isDelta && step.restart ? this.#fresh : undefined;
    const row = places[0]?.number ?? 0;
    await this.#begin(places, step.id, { outcome: 'unsent' }, async (yields) => {
      let wasLimited = false;
      const waits = () => {
        wasLimited = this.#run.operation.changesInventory;
        yields();
      };
      const done = await this.#withPermit(step, fresh && row, waits, (client) => {
        const settling = this.#settling(yields);
        const next = fresh ? fresh.fromNow(row, step) : step;
        return perform(next, {
          ...{ client, settling, onConflict, recordIntent },
          get mayClose() {
            return mayClose();
          },
        });
      }).catch((error: unknown) => this.#doneBy(error, wasLimited));
      fresh?.changed(row, step.id ?? '', done, step.after);
      return done;
    });
  }

  /** Whether a row may close its listing, asked when it would. It counts once, however often it is sent. */
  #mayClose(): () => boolean {
    const { options, mostClosings = Number.POSITIVE_INFINITY } = this.#run;
    let nth: number | undefined;
    return () => {
      nth ??= ++this.#closings;
      return options.mayClose === true && nth <= mostClosings;
    };
  }

  /** Starts work on rows that share one result; `ifStopped` is the result if the run is stopped before. */
  async #begin(
    places: readonly RowPlace[],
    listing: string | undefined,
    ifStopped: Done,
    work: (yields: () => void) => Promise<Done>,
  ): Promise<void> {
    const finish = (done: Done) => {
      for (const place of places) {
        const own = done.each?.get(place.id?.toLowerCase() ?? '') ?? done;
        this.#recorder.finish(place, places.length > 1 ? { ...own, id: place.id } : own);
      }
    };
    const { stopping } = this.#run;
    await this.#queue.begin(listing, async (yields) => {
      if (stopping.aborted) return finish(ifStopped);
      finish(await work(yields).catch((error: unknown) => this.#doneBy(error)));
    });
  }

  /**
   * The intent is written only when the request may leave, so that few rows are in doubt after a crash. An inventory that was
   * read long ago is read again first.
   */
  async #withPermit(
    { id = '' }: Step,
    row: number | undefined,
    yields: () => void,
    work: (client: Client) => Promise<Done>,
  ): Promise<Done> {
    const { client, limiter, stopping, untilCalm } = this.#run;
    await untilCalm();
    let permit = await limiter.acquire(stopping, true);
    if (row !== undefined && this.#fresh?.isOld(row, id)) {
      permit.end();
      await this.#fresh.read(row, id);
      permit = await limiter.acquire(stopping, true);
    }
    try {
      return await work(firstAtOnce(client, permit, yields));
    } finally {
      permit.end();
    }
  }

  /** A row that waits before it looks lets others go on. */
  #settling(yields: () => void): SettleOptions {
    return { ...this.#run.settling, yields };
  }

  /** The result for an error that concerns one row. Any other error stops the run. */
  #doneBy(error: unknown, wasLimited = false): Done {
    const { settling, stop, stopping } = this.#run;
    // The run was stopped while the row waited to be sent, or to be sent again after a 429.
    if (error === settling.signal.reason || error === stopping.reason)
      return wasLimited ? { outcome: 'unsent', error: waiting, wasRefused: true } : { outcome: 'unsent' };
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
        // A gateway may have delivered it before that.
        wasRefused:
          wasLimited ||
          (error.attempt === 'rejected' && error.facts.method === 'PUT' && !error.facts.isUnchanged),
      };
    throw error;
  }
}

const waiting = { code: 'rate-limited', message: 'the service asked for fewer requests' } as const;

/** A client whose first request has its permit already. If that is refused, other rows go on meanwhile. */
const firstAtOnce = (client: Client, permit: Permit, yields: () => void): Client => {
  let first: Permit | undefined = {
    ...permit,
    refused(retryAfterMs) {
      permit.refused(retryAfterMs);
      yields();
    },
  };
  return {
    ...client,
    call(name, input, options) {
      const given = first;
      first = undefined;
      return client.call(name, input, { ...options, permit: given });
    },
  };
};
