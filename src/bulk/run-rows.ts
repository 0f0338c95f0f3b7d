import type { Patience } from '../changes/unconfirmed.ts';
import { applyAdjustRow, applyCreateRow, applySetRow, labelOpenIntent } from './apply.ts';
import type { PlannedRow } from './plan.ts';
import type { ResumeState } from './resume-state.ts';
import { type Done, finish, placeOf, type RowPlace, type RunContext, runRow } from './runner.ts';
import type { Step } from './step.ts';

/** The most rows that may be begun and not over: at work, resting, or waiting for an earlier row of their listing. */
const mostBegun = 5_000;

/**
 * Does what is planned for each row, as many at once as there are slots, rows of one listing one after the other. Where
 * the run is stopped, what is under way is finished, and the rest is reported as unsent.
 */
export const runRows = async (
  rows: AsyncIterable<PlannedRow>,
  context: RunContext,
  resume: ResumeState | undefined,
): Promise<void> => {
  const begun = new Begun();
  try {
    await beginRows(rows, begun, context, resume);
  } catch (error) {
    context.stop(error);
    throw error;
  } finally {
    // Whatever ended the reading: what was sent is not left without its outcome.
    await begun.over();
  }
};

const beginRows = async (
  rows: AsyncIterable<PlannedRow>,
  begun: Begun,
  context: RunContext,
  resume: ResumeState | undefined,
): Promise<void> => {
  for await (const { row, step } of rows) {
    await context.calm();
    const intent = resume?.openIntent(row.number);
    const id = intent?.id ?? (step && listingOf(step));
    const place = placeOf(row, id);
    const work = intent
      ? (patience: Patience) => labelOpenIntent(intent, context, patience)
      : step && workOf(place, step, context);
    if (work === undefined) {
      if (step) finish(place, context, doneAlready(step, context));
      continue;
    }
    if (context.stopped()) {
      finish(place, context, { outcome: 'unsent' });
      continue;
    }
    await begun.room(context);
    begun.begin(id, () => runRow(place, context, work));
  }
};

/** Rows that have begun and are not over. */
class Begun {
  readonly #listings = new Map<string, Promise<unknown>>();
  #count = 0;
  #failure: unknown;
  #failed = false;
  readonly #waiting: (() => void)[] = [];

  /** Waits until another row may begin. */
  async room({ slots }: RunContext): Promise<void> {
    while (this.#count >= mostBegun || slots.queued >= slots.most) await this.#change();
  }

  /** Begins a row, behind those of the same listing. */
  begin(listing: string | undefined, run: () => Promise<Done>): void {
    const key = listing?.toLowerCase();
    const before = key === undefined ? undefined : this.#listings.get(key);
    this.#count += 1;
    const over = (before ?? Promise.resolve())
      .then(run)
      .catch((error: unknown) => {
        if (!this.#failed) this.#failure = error;
        this.#failed = true;
      })
      .finally(() => {
        this.#count -= 1;
        if (key !== undefined && this.#listings.get(key) === over) this.#listings.delete(key);
        for (const wake of this.#waiting.splice(0)) wake();
      });
    if (key !== undefined) this.#listings.set(key, over);
  }

  /** Waits until all are over. Fails with what no outcome could be made of. */
  async over(): Promise<void> {
    while (this.#count > 0) await this.#change();
    if (this.#failed) throw this.#failure;
  }

  #change = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));
}

const workOf = (
  place: RowPlace,
  step: Step,
  context: RunContext,
): ((patience: Patience) => Promise<Done>) | undefined => {
  switch (step.kind) {
    case 'set':
      return (patience) => applySetRow(place, step, context, patience);
    case 'adjust':
      return (patience) => applyAdjustRow(place, step, context, patience);
    case 'create':
      return (patience) => applyCreateRow(place, step, context, patience);
    default:
      return undefined;
  }
};

const listingOf = (step: Step): string | undefined => ('id' in step ? step.id : undefined);

/** The outcome of a row for which nothing has to be sent. */
export const doneAlready = (step: Step, { onConflict }: RunContext): Done => {
  switch (step.kind) {
    case 'unchanged':
      return { outcome: 'unchanged', id: step.id, before: step.at, after: step.at };
    case 'present':
      return { outcome: 'skipped', id: step.id };
    case 'conflict': {
      const { id, expected, actual, wanted } = step;
      const message = `the inventory of ${id} is ${actual}, not ${expected} as expected; ${wanted} was wanted`;
      const outcome = onConflict === 'skip' ? 'skipped' : 'refused';
      return { outcome, id, before: actual, after: actual, error: { code: 'conflict', message } };
    }
    case 'fault':
      return { outcome: 'refused', error: step.error };
    default:
      throw new Error(`a step to ${step.kind} has to be sent`);
  }
};
