import type { Slots } from './slots.ts';

/** The most rows that may be begun and not finished: at work, waiting for an answer, or for an earlier row of their listing. */
const mostBegun = 5_000;

/** Rows that have begun and are not finished. Those of one listing run one after the other. */
export class RowQueue {
  readonly #listings = new Map<string, Promise<unknown>>();
  readonly #slots: Slots;
  #count = 0;
  #failure: { error: unknown } | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Begins a row behind those of the same listing, as soon as there is room for another. */
  async begin(listing: string | undefined, run: () => Promise<void>): Promise<void> {
    while (this.#count >= mostBegun || this.#slots.queued >= this.#slots.most) await this.#change();
    // The letters of an identifier may be of either case.
    const key = listing?.toLowerCase();
    const before = key === undefined ? undefined : this.#listings.get(key);
    this.#count += 1;
    const finished = (before ?? Promise.resolve())
      .then(run)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#count -= 1;
        if (key !== undefined && this.#listings.get(key) === finished) this.#listings.delete(key);
        for (const wake of this.#waiting.splice(0)) wake();
      });
    if (key !== undefined) this.#listings.set(key, finished);
  }

  /** Waits until all are finished. Fails with what no outcome could be made of. */
  async drain(): Promise<void> {
    while (this.#count > 0) await this.#change();
    if (this.#failure) throw this.#failure.error;
  }

  #change = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));
}
