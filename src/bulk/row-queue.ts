import type { Slots } from './slots.ts';

/** How many rows may be in progress: being sent, or waiting for an answer or for an earlier row on their listing. */
const mostBegun = 5_000;

/** The rows in progress. Rows on the same listing run one after the other. */
export class RowQueue {
  readonly #listings = new Map<string, Promise<unknown>>();
  readonly #slots: Slots;
  #count = 0;
  #failure: { error: unknown } | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** Starts a row after those on the same listing, once there is room for it. */
  async begin(listing: string | undefined, run: () => Promise<void>): Promise<void> {
    while (this.#count >= mostBegun || this.#slots.queued >= this.#slots.most) await this.#change();
    // Identifiers are case-insensitive.
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

  /** Waits until all rows have finished. Throws the first unexpected error. */
  async drain(): Promise<void> {
    while (this.#count > 0) await this.#change();
    if (this.#failure) throw this.#failure.error;
  }

  #change = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));
}
