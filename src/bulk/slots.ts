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
