/** How many rows may be in progress, including those that wait for an answer or for an earlier row on their listing. */
const mostBegun = 5_000;

export class RowQueue {
  readonly #listings = new Map<string, Promise<unknown>>();
  readonly #most: number;
  #active = 0;
  readonly #inLine: (() => void)[] = [];
  #count = 0;
  #failure: { error: unknown } | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Starts a row after those on the same listing. `yields` lets another row be worked on while this one only waits. */
  async begin(listing: string | undefined, run: (yields: () => void) => Promise<void>): Promise<void> {
    while (this.#count >= mostBegun || this.#inLine.length >= this.#most) await this.#change();
    // Identifiers are case-insensitive.
    const key = listing?.toLowerCase();
    const before = key === undefined ? undefined : this.#listings.get(key);
    this.#count += 1;
    const finished = (before ?? Promise.resolve())
      .then(() => this.#workOn(run))
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

  async drain(): Promise<void> {
    while (this.#count > 0) await this.#change();
    if (this.#failure) throw this.#failure.error;
  }

  async #workOn(run: (yields: () => void) => Promise<void>): Promise<void> {
    if (this.#active >= this.#most) await new Promise<void>((resolve) => this.#inLine.push(resolve));
    else this.#active += 1;
    let isActive = true;
    const yields = () => {
      if (!isActive) return;
      isActive = false;
      const next = this.#inLine.shift();
      if (next) next();
      else this.#active -= 1;
    };
    try {
      await run(yields);
    } finally {
      yields();
    }
  }

  #change = (): Promise<void> => new Promise((resolve) => this.#waiting.push(resolve));
}
