import type { Done } from '../../changes/outcome.ts';
import {
  doneFromError,
  doneOf,
  notLookedAt,
  perform,
  problemOfCall,
  recover,
} from '../../changes/perform.ts';
import type { RefusedStep, SettleOptions } from '../../changes/settling.ts';
import { type Intent, isStep, type Planned, type Step } from '../../changes/step.ts';
import { CallError } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import { JournalFailed } from '../journal/journal-errors.ts';
import { doubtWords, type RowState } from '../journal/row-state.ts';
import type { PlanRow } from '../plan/plan-lines.ts';
import { stepOf } from '../plan/planned-row.ts';
import { FreshInventories } from './fresh-inventories.ts';
import { changingClient, clientWithPermit } from './permit-client.ts';
import { RowQueue } from './row-queue.ts';
import { type RowPlace, RowRecorder, type RowSending } from './row-recorder.ts';

/** A row of the plan that is not done, and its step; without one if it is in doubt. */
export interface RowToSend {
  row: PlanRow;
  planned: Planned | undefined;
}

/** A row of the plan, and its step. */
interface RowStep {
  row: PlanRow;
  step: Step;
}

/**
 * Sends the rows of a plan, several at once, those on one listing one after the other, and looks at those in doubt. After a stop,
 * the rest is reported as unsent. Returns whether every row in doubt was looked at.
 */
export const send = async (rows: AsyncIterable<RowToSend>, sending: RowSending): Promise<boolean> => {
  const sender = new Sender(sending);
  try {
    for await (const row of rows) {
      await sending.waitForReports();
      await sender.take(row);
    }
    await sender.sendGroups();
  } catch (error) {
    sending.stop(error);
    throw error;
  } finally {
    // Even after an error, every request that was sent gets its outcome recorded.
    await sender.drain();
  }
  return sender.hasLookedAtAll;
};

class Sender {
  readonly #sending: RowSending;
  readonly #queue: RowQueue;
  readonly #recorder: RowRecorder;
  readonly #fresh: FreshInventories | undefined;
  readonly #groups = new Map<string, RowStep[]>();

  constructor(sending: RowSending) {
    this.#sending = sending;
    this.#queue = new RowQueue(sending.mostAtOnce);
    this.#recorder = new RowRecorder(sending);
    this.#fresh = sending.found && new FreshInventories(sending.found, sending.settling);
  }

  drain = (): Promise<void> => this.#queue.drain();

  get hasLookedAtAll(): boolean {
    return this.#recorder.unread === 0;
  }

  async take({ row, planned }: RowToSend): Promise<void> {
    const { operation, run } = this.#sending;
    const doubt = run.state.inDoubt(row.row);
    if (doubt) return this.#look(row, doubt);
    if (planned === undefined) return;
    if (!isStep(planned)) {
      const done = doneOf(planned, run.plan.head.options.onConflict);
      return this.#recorder.finish(row, done);
    }
    const { group } = planned;
    const part = { row, step: planned };
    if (group === undefined || !operation.groups) return this.#send([part], planned);
    const parts = this.#groups.get(group);
    if (parts) parts.push(part);
    else this.#groups.set(group, [part]);
  }

  async sendGroups(): Promise<void> {
    const { groups } = this.#sending.operation;
    if (!groups) return;
    for (const parts of this.#groups.values())
      await this.#send(parts, groups.combine(parts.map(({ step }) => step)));
  }

  /** Finds out what became of a row in doubt, which is never sent again. */
  async #look(row: PlanRow, state: RowState): Promise<void> {
    const { operation, client, report } = this.#sending;
    const { sent, doubt } = state;
    if (sent === undefined || doubt === undefined) return;
    // Nobody can tell what became of an addition: the first reading knows more than one after other changes.
    if (doubt !== 'unanswered' && sent.delta !== undefined) return report(state, row.name);
    const change = operation.recover(sent, doubt === 'refused');
    await this.#begin([row], change.id, notLookedAt(change), async (yields) => {
      const settling = this.#settling(yields);
      // The clock may have been set back since.
      const sentAgoMs = Math.abs(settling.clock.now() - (sent.time ?? 0));
      const done = await recover(change, client, settling, sentAgoMs, doubtWords[doubt]).catch(
        (error: unknown) => this.#doneBy(error),
      );
      this.#fresh?.changed(row.row, change.id ?? '', done);
      return done;
    });
  }

  async #send(parts: readonly RowStep[], planned: Step): Promise<void> {
    const { mayCloseMore, options } = this.#sending.run.plan.head;
    const places = parts.map(({ row }) => row);
    const [only] = parts;
    const row = only?.row;
    const record = async (intent: Intent): Promise<void> => {
      if (parts.length === 1 && row) await this.#recorder.recordIntent(row, intent);
      else await Promise.all(parts.map(({ row, step }) => this.#recorder.recordIntent(row, step.intent)));
    };
    await this.#begin(places, planned.id, { outcome: 'unsent' }, async (yields) => {
      const step = row ? this.#exact(row, planned) : planned;
      const fresh = step.isDelta && step.restart ? this.#fresh : undefined;
      let intent = step.intent;
      const hooks = {
        returned: () => {
          for (const place of places) this.#recorder.returned(place);
        },
        again: () => record(intent),
      };
      const number = row?.row ?? 0;
      const done = await this.#withPermit(step, fresh && number, yields, hooks, (client) =>
        perform(fresh ? fresh.fromNow(number, step) : step, {
          ...{ client, settling: this.#settling(yields, places), onConflict: options.onConflict },
          recordIntent(next) {
            intent = next;
            return record(next);
          },
          mayClose: row?.closes === true || mayCloseMore === true,
        }),
      ).catch((error: unknown) => this.#doneBy(error));
      this.#fresh?.changed(number, step.id ?? '', done, step.after);
      return done;
    });
  }

  /** Behind a row in doubt, nothing is added without a reading: the inventory is replaced. */
  #exact(row: PlanRow, step: Step): Step {
    if (!row.direct || !this.#fresh?.isInDoubt(step.id ?? '')) return step;
    const exact = { ...row, direct: undefined };
    const planned = stepOf(exact, this.#sending.operation.itemsOfPlan()(exact, row.row));
    return isStep(planned) ? planned : step;
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
    const { stopping } = this.#sending;
    await this.#queue.begin(listing, async (yields) => {
      if (stopping.aborted) return finish(ifStopped);
      finish(await work(yields).catch((error: unknown) => this.#doneBy(error)));
    });
  }

  /**
   * The intent is written only when the request may leave, so that few rows are in doubt after a crash. An inventory that was
   * read long ago is read again first, by the permit that the row has; `rowToRefresh` is undefined if it need not be fresh.
   */
  async #withPermit(
    { id = '' }: Step,
    rowToRefresh: number | undefined,
    yields: () => void,
    hooks: { returned: () => void; again: () => Promise<void> },
    work: (client: Client) => Promise<Done>,
  ): Promise<Done> {
    const { client, limiter, stopping, untilCalm } = this.#sending;
    await untilCalm();
    let permit = await limiter.acquire(stopping, true);
    if (rowToRefresh !== undefined && this.#fresh?.isOld(rowToRefresh, id)) {
      // With a permit of its own, the reading would have to wait behind all rows that are in line.
      const reader = clientWithPermit(client, permit);
      const reading = this.#fresh.read(rowToRefresh, id, reader.client);
      reader.giveBack();
      await reading.finally(permit.end);
      permit = await limiter.acquire(stopping, true);
    }
    try {
      return await work(changingClient(client, permit, yields, hooks));
    } finally {
      permit.end();
    }
  }

  /** A row that waits before its look gives its place to others. */
  #settling(yields: () => void, places: readonly RowPlace[] = []): SettleOptions {
    const refused = (change: RefusedStep) => {
      for (const place of places) this.#recorder.refused(place, change);
    };
    return { ...this.#sending.settling, yields, refused };
  }

  /** The result for an error that concerns one row. Any other error stops the run. */
  #doneBy(error: unknown): Done {
    const { settling, stop, stopping } = this.#sending;
    // The run was stopped while the row waited to be sent, or to be sent again after a 429.
    if (error === settling.signal.reason || error === stopping.reason) return { outcome: 'unsent' };
    const done = doneFromError(error);
    if (done) return done;
    stop(error);
    // The intent may not be on disk, so nothing was sent.
    if (error instanceof JournalFailed)
      return { outcome: 'unsent', error: { code: 'journal', message: error.message } };
    if (error instanceof CallError) return { outcome: 'unsent', error: problemOfCall(error) };
    throw error;
  }
}
