import { type PaceOptions, RequestPace } from './pace.ts';

/** Leave to send one request. It is to be ended exactly once, by how the request was answered; again does nothing. */
export interface Turn {
  /** The service took the request, whatever it answered. */
  taken(): void;
  /** It refused it as one too many, and said how long to wait. */
  refused(retryAfterMs: number | undefined): void;
  /** It was not sent, or its answer says nothing about a limit. */
  end(): void;
}

/**
 * Lets requests to one service leave at the rate that it takes, in the order in which they ask. All clients of one
 * process and origin share it.
 */
export class Governor {
  /** The limit by hand, in requests per second. */
  readonly byHand: number | undefined;
  readonly #pace: RequestPace;
  /** Those who wait, as functions that give them their turn. */
  readonly #line = new Set<(turn: Turn) => void>();
  #timer: NodeJS.Timeout | undefined;
  /** Since when the service has refused everything. */
  #refusedSince: number | undefined;

  constructor(options: PaceOptions = {}) {
    this.byHand = options.perSecond;
    this.#pace = new RequestPace(options);
  }

  /** Allows so many requests under way at once. */
  allow(most: number): void {
    this.#pace.most = most;
  }

  /** How many requests wait for their turn. */
  get queued(): number {
    return this.#line.size;
  }

  /** How many turns are taken and not ended. */
  get underWay(): number {
    return this.#pace.underWay;
  }

  /** How many requests per second the service takes; 0 for none at the moment; undefined as long as it refuses none. */
  get limit(): number | undefined {
    return this.#pace.limit;
  }

  /** For how long the service has refused everything, in milliseconds. */
  get refusedForMs(): number {
    return this.#refusedSince === undefined ? 0 : performance.now() - this.#refusedSince;
  }

  /** Waits until a request may leave. Fails with the signal's reason as soon as it aborts. */
  async turn(signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const now = performance.now();
    if (this.#line.size === 0 && (this.#pace.readyAt() ?? Number.POSITIVE_INFINITY) <= now)
      return this.#begin(now);
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#line.delete(go);
        // Its time, if nobody else waits for it, must not keep the process.
        this.#admit();
        reject(signal.reason);
      };
      const go = (turn: Turn) => {
        signal.removeEventListener('abort', stop);
        resolve(turn);
      };
      this.#line.add(go);
      signal.addEventListener('abort', stop);
      this.#admit();
    });
  }

  #begin(now: number): Turn {
    const departure = this.#pace.leave(now);
    let isOver = false;
    const over = (how: (now: number) => void) => {
      if (isOver) return;
      isOver = true;
      how(performance.now());
      this.#admit();
    };
    return {
      taken: () =>
        over((at) => {
          this.#refusedSince = undefined;
          this.#pace.take(departure, at);
        }),
      refused: (retryAfterMs) =>
        over((at) => {
          this.#refusedSince ??= at;
          this.#pace.refuse(departure, at, retryAfterMs);
        }),
      end: () => over((at) => this.#pace.end(at)),
    };
  }

  /** Lets in whoever may go now, and comes back when the next one may. */
  #admit(): void {
    clearTimeout(this.#timer);
    for (const go of this.#line) {
      const at = this.#pace.readyAt();
      if (at === undefined) return;
      const now = performance.now();
      if (at > now) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(at - now));
        return;
      }
      this.#line.delete(go);
      go(this.#begin(now));
    }
  }
}
