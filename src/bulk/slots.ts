/**
 * Limits how many rows are in progress at once. The limit adapts: it is halved when the service asks for fewer requests,
 * and raised one by one as rows succeed.
 */
export class Slots {
  #limit: number;
  #taken = 0;
  #successes = 0;
  #lowered = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly most: number) {
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** How many rows wait for a slot. */
  get queued(): number {
    return this.#waiting.length;
  }

  /** Waits for a slot, and returns a function that frees it. Calling that again does nothing. */
  async take(): Promise<() => void> {
    if (this.#taken >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken--;
      this.#admit();
    };
  }

  /** Lowers the limit because the service asks for fewer requests. Answers that arrive together count once. */
  lower(now: number): void {
    if (now - this.#lowered < loweringIntervalMs) return;
    this.#lowered = now;
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** Counts a success. After as many in a row as the limit, the limit grows by one. */
  succeed(): void {
    if (this.#limit >= this.most || ++this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit++;
    this.#admit();
  }

  #admit(): void {
    while (this.#taken < this.#limit && this.#waiting.length > 0) {
      this.#taken++;
      this.#waiting.shift()?.();
    }
  }
}

/** The least time between two reductions, in milliseconds. */
const loweringIntervalMs = 500;

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
