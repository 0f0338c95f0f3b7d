/**
 * How many rows may be under way at once. The number adapts: halved when the service asks for less, and won back one
 * by one as rows succeed.
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

  /** How many wait for a slot. */
  get queued(): number {
    return this.#waiting.length;
  }

  /** Waits for a slot. What it gives frees the slot again; further calls of it do nothing. */
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

  /** The service asks for fewer requests. Answers to requests that were sent together count once. */
  lower(now: number): void {
    if (now - this.#lowered < calmMs) return;
    this.#lowered = now;
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** A row went well: as many in a row as the limit is, and the limit grows by one. */
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

/** How long after a lowering the next one counts. */
const calmMs = 500;
