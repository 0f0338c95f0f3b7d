import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { type PaceOptions, RequestPace } from './pace.ts';

/** Permission to send one request. It is ended once, by how the request was answered; ending it again does nothing. */
export interface Permit {
  /**
   * Waits until the request is due, if the permit was given early, and until few enough are in flight. Called when nothing else is
   * left to do before sending. Returns early once `ended` aborts: then nothing may be sent.
   */
  due(ended?: AbortSignal): Promise<void>;
  /** The service took the request, even if it refused the change. */
  taken(): void;
  /** It refused it as one too many, and said how long to wait. */
  refused(retryAfterMs: number | undefined): void;
  /** It was not sent, or its answer says nothing about a limit. */
  end(): void;
}

/** How early a permit is given at most, in milliseconds, and how fast that follows senders who need more time, or less. */
const mostEarlyMs = 20;
const rising = 0.5;
const falling = 0.02;

interface Waiting {
  isEarly: boolean;
  go(permit: Permit): void;
}

/**
 * Lets requests to one service leave at the rate that it takes, in the order in which they ask. All clients of one
 * process and origin share it.
 */
export class RateLimiter {
  readonly byHand: number | undefined;
  readonly #pace: RequestPace;
  readonly #line = new Set<Waiting>();
  /** How many may be in flight, and are. */
  #most: number;
  #inFlight = 0;
  /** Those that are ready, in place of the next ones that are answered. */
  readonly #ready = new Set<() => void>();
  /** How long senders lately needed from an early permit until they were ready to send. */
  #earlyMs = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Since when the service has refused everything. */
  #refusedSince: number | undefined;

  constructor(options: PaceOptions = {}) {
    this.byHand = options.perSecond;
    this.#pace = new RequestPace(options);
    this.#most = this.#pace.most;
  }

  /** From now on, `most` may be in flight; beside them, `ahead` may have an early permit, and prepare themselves. */
  allow(most: number, ahead = 0): void {
    this.#most = most;
    this.#pace.most = most + ahead;
  }

  get queued(): number {
    return this.#line.size;
  }

  get underWay(): number {
    return this.#pace.underWay;
  }

  /** How many requests per second the service takes; 0 for none at the moment; undefined as long as it refuses none. */
  get limit(): number | undefined {
    return this.#pace.limit;
  }

  /** For how long the service has refused everything, in milliseconds. */
  get refusedForMs(): number {
    return this.#refusedSince === undefined ? 0 : systemClock.ticks() - this.#refusedSince;
  }

  /**
   * Waits until a request may leave. Fails with the signal's reason as soon as it aborts. A sender with something to do first,
   * such as to write down what it is about to do, gets its permit early, by as long as that took lately. Otherwise requests would
   * leave as unevenly as those steps end, and a limit without slack would refuse them.
   */
  async acquire(signal: AbortSignal, isEarly = false): Promise<Permit> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#line.delete(waiting);
        // Its time, if nobody else waits for it, must not keep the process.
        this.#admit();
        reject(signal.reason);
      };
      const waiting = {
        isEarly,
        go(permit: Permit) {
          signal.removeEventListener('abort', stop);
          resolve(permit);
        },
      };
      this.#line.add(waiting);
      signal.addEventListener('abort', stop);
      this.#admit();
    });
  }

  /** The permit for a request that leaves at a time, now or a little later. */
  #begin(now: number, at: number, isEarly: boolean): Permit {
    const departure = this.#pace.leave(now, at);
    let isOver = false;
    let isInFlight = false;
    const over = (how: (now: number) => void) => {
      if (isOver) return;
      isOver = true;
      if (isInFlight) this.#land();
      how(systemClock.ticks());
      this.#admit();
    };
    return {
      due: async (ended) => {
        const ready = systemClock.ticks();
        if (isEarly) this.#learn(ready - now);
        if (at > ready) await pause(Math.round(at - ready));
        isInFlight = await this.#takeOff(ended);
      },
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

  /** Waits for a place in flight; false if `ended` aborts first. */
  async #takeOff(ended?: AbortSignal): Promise<boolean> {
    if (this.#inFlight < this.#most) {
      this.#inFlight += 1;
      return true;
    }
    if (ended?.aborted) return false;
    return new Promise((resolve) => {
      const go = () => {
        ended?.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        this.#ready.delete(go);
        resolve(false);
      };
      this.#ready.add(go);
      ended?.addEventListener('abort', leave, { once: true });
    });
  }

  #land(): void {
    const [next] = this.#ready;
    if (next === undefined) {
      this.#inFlight -= 1;
      return;
    }
    this.#ready.delete(next);
    next();
  }

  /** Gives out the permits that are due, and sets a timer for the next one. */
  #admit(): void {
    clearTimeout(this.#timer);
    for (const waiting of this.#line) {
      const at = this.#pace.readyAt();
      if (at === undefined) return;
      const now = systemClock.ticks();
      const begins = waiting.isEarly ? at - this.#earlyMs : at;
      if (begins > now) {
        this.#timer = setTimeout(() => this.#admit(), Math.ceil(begins - now));
        return;
      }
      this.#line.delete(waiting);
      waiting.go(this.#begin(now, Math.max(at, now), waiting.isEarly));
    }
  }

  #learn(tookMs: number): void {
    const more = Math.min(mostEarlyMs, tookMs) - this.#earlyMs;
    this.#earlyMs += more * (more > 0 ? rising : falling);
  }
}
