import { LimitDetector, RateCurve } from './learned-limit.ts';

/** A request that leaves: when that was decided, when it leaves, and at which rate. */
interface Departure {
  decided: number;
  at: number;
  rate: number;
}

export interface PaceOptions {
  /** How many may be in flight at once. */
  most?: number;
  perSecond?: number | undefined;
}

/** How many requests may be in flight at first, and how many more after each that is taken. */
const firstWindow = 4;
const windowGrowth = 0.4;

/** How late a request may be for the next ones to make up for it, in milliseconds. */
const slackMs = 5;

/** After a pause in which fewer requests than this would have left, requests are evenly spaced again at once. */
const fewMissed = 110;

/** `Retry-After` counts whole seconds: one second may mean any part of it, so half of it is tried. */
const wholeSecondMs = 1000;

/** How long the first wait may be after which a service that takes nothing is tried again. */
const firstWaitMs = 40;

/** As how many requests the last measure counts in the next one: a few that were taken are not much to go by. */
const remembered = 3;

/** How much of the old measure is forgotten when the service takes far more than that. */
const forgotten = 0.25;

/**
 * Decides when requests may leave, so that a service with a limit takes nearly as many as it allows and refuses few. Pure
 * arithmetic: it receives departures and answers with their times in milliseconds.
 *
 * Nothing is known about the limit. It may be a bucket of tokens, a window, or none; it may be shared with other processes,
 * change, or refuse at random; and `Retry-After` may say anything.
 *
 * The model is the adaptive mode of the AWS SDKs: at a refusal the rate goes down by a part, and then up again along a cubic curve,
 * to at most twice what was measured. Four things differ:
 * - It goes down below what the service took since the last refusal. Between two moments at which a bucket is empty, that is
 *   exactly what flowed in, so one refusal is enough. (What a full bucket loses meanwhile is added: see `RateCurve`.)
 * - The curve is as long as that was measured, so a wrong first guess is corrected within milliseconds, and a limit of ten a minute
 *   is not tried every second.
 * - The beginning is not paced, but widened with each answer (TCP's slow start), so a service without a limit is not slowed down.
 * - Random refusals are distinguished from those of a limit, since they would choke it otherwise: see `LimitDetector`.
 *
 * test/http/rate/pace.test.ts has the figures: how long a run takes under which limit, and how much is refused.
 */
export class RequestPace {
  most: number;
  /** The least time between two requests, by hand. */
  readonly #leastGap: number;
  #underWay = 0;
  /** The next request must not leave before this. */
  #due = 0;
  /** Since when it could have left, as far as answers are concerned. */
  #openSince = 0;

  /** Before the limit was met, and while the service takes nothing: how many may be in flight. Then undefined. */
  #window: number | undefined = firstWindow;
  /** Since when the service takes nothing, if it was paced before. */
  #closedSince = 0;
  #hasRefused = false;

  /** Since when requests are measured: the last refusal that counted. Undefined before the first request. */
  #measuredSince: number | undefined;
  #taken = 0;
  /** Answers to requests that were decided before this say nothing about the present rate. */
  #ignoredBefore = 0;

  /** What the service took between the last two refusals that counted, in requests per second. */
  #found = 0;
  /** The rate at which the last request left whose refusal counted. */
  #refusedRate = Number.POSITIVE_INFINITY;
  readonly #curve = new RateCurve();
  readonly #refusals = new LimitDetector();

  constructor({ most = 16, perSecond = Number.POSITIVE_INFINITY }: PaceOptions = {}) {
    this.most = most;
    this.#leastGap = 1000 / perSecond;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** How many requests per second the service takes, if it has refused; 0 if it takes none at the moment. */
  get limit(): number | undefined {
    if (!this.#hasRefused) return undefined;
    return this.#window === undefined ? this.#found : 0;
  }

  /** When the next request may leave: at once if that is past; undefined if an answer has to come first. */
  readyAt(): number | undefined {
    return this.#isFull() ? undefined : this.#due;
  }

  /** A request leaves, now or a little later. Pass the result on with its answer. */
  leave(now: number, at = now): Departure {
    this.#measuredSince ??= this.#openSince = this.#due = at;
    // While there was nothing to send, nothing was learnt.
    const idle = at - Math.max(this.#due, this.#openSince);
    if (idle > slackMs) {
      this.#measuredSince += idle;
      this.#curve.skip(idle);
    }
    this.#openSince = at;
    this.#underWay += 1;
    const rate = this.#rateAt(at);
    // Timers are late by a millisecond or two; that much is made up for.
    this.#due = Math.max(this.#due, at - slackMs) + Math.max(this.#leastGap, 1000 / rate);
    return { decided: now, at, rate };
  }

  /** Its answer says nothing about a limit, or there is none. */
  end(now: number): void {
    if (this.#isFull()) this.#openSince = now;
    this.#underWay -= 1;
  }

  take({ decided, rate }: Departure, now: number): void {
    this.end(now);
    if (decided < this.#ignoredBefore) return;
    this.#taken += 1;
    this.#refusals.take(this.#isCautious(rate), this.#isBelow(rate));
    if (this.#window !== undefined) this.#open(this.#window, now);
    else if (this.#curve.isFarAbove(rate)) this.#raise(rate, now);
  }

  /** The service refused it, and asks for `retryAfterMs`, which is taken as a hint at most. */
  refuse({ decided, at, rate }: Departure, now: number, retryAfterMs = 0): void {
    this.end(now);
    if (decided < this.#ignoredBefore) return;
    const isProof = this.#refusals.refuse(this.#isCautious(rate), this.#isBelow(rate));
    const isClosed = this.#window !== undefined && this.#taken === 0;
    if (!isProof && !isClosed) {
      if (this.#window !== undefined) this.#window = Math.max(1, this.#window - 1);
    } else if (this.#hasRefused && this.#taken > 0) this.#slowDown(at, rate, now);
    else this.#probe(now, retryAfterMs);
  }

  #isFull = (): boolean => this.#underWay >= Math.min(this.most, Math.floor(this.#window ?? this.most));

  /** The rate at a time: as fast as answers come before the limit was met, then along the curve. */
  #rateAt = (now: number): number =>
    this.#window === undefined ? this.#curve.at(now) : Number.POSITIVE_INFINITY;

  /** Whether it left below the ceiling, where a limit would probably not refuse it. */
  #isBelow = (rate: number): boolean => this.#window === undefined && this.#curve.isBelow(rate);

  /** Whether one refusal is not yet a proof. */
  #isCautious = (rate: number): boolean => this.#window !== undefined || this.#curve.isSafe(rate);

  /** Paces requests by the rate that was taken since the last refusal that counted. */
  #slowDown(at: number, rate: number, now: number): void {
    const measuredMs = Math.max(1, at - (this.#measuredSince ?? at));
    const { chance } = this.#refusals;
    const [before, beforeMs] = this.#found > 0 ? [remembered, (remembered * 1000) / this.#found] : [0, 0];
    this.#window = undefined;
    this.#found = ((this.#taken / (1 - chance) + before) * 1000) / (measuredMs + beforeMs);
    this.#curve.begin(
      { taken: this.#found, refused: [rate, this.#refusedRate], milliseconds: measuredMs, chance },
      now,
    );
    this.#refusedRate = rate;
    this.#beginAnew(now);
    // One may be about to leave, if it was decided a little early.
    this.#due = Math.max(now, this.#openSince) + 1000 / this.#rateAt(now);
  }

  /** Nothing was taken since the last refusal: tries with one request, and waits longer each time. */
  #probe(now: number, retryAfterMs: number): void {
    const closedMs = this.#hasRefused ? now - (this.#measuredSince ?? now) : 0;
    const hint = retryAfterMs > wholeSecondMs ? retryAfterMs : retryAfterMs / 2;
    const wait = Math.min(Math.max(hint, closedMs / 2), Math.max(firstWaitMs, 3 * closedMs));
    if (!this.#hasRefused) this.#beginAnew(now);
    if (this.#window === undefined) this.#closedSince = now;
    this.#hasRefused = true;
    this.#window = 1;
    this.#refusals.forgive();
    this.#due = Math.max(this.#due, now + wait);
  }

  /**
   * The service takes requests (again). The next window of a limit may hold many: to take them all at once is worth the
   * refusals at its end. If it is short or small, those would be too large a share, so requests stay evenly spaced.
   */
  #open(window: number, now: number): void {
    const missed = ((now - this.#closedSince) * this.#found) / 1000;
    if (missed === 0 || missed >= fewMissed) {
      this.#window = window + windowGrowth;
      return;
    }
    this.#window = undefined;
    this.#curve.beginHalfway(now);
    this.#due = Math.max(this.#due, now + 1000 / this.#rateAt(now));
  }

  /** The service took far more than the ceiling, which is thus obsolete. */
  #raise(rate: number, now: number): void {
    this.#curve.raise(rate, this.#refusals.areFew, now);
    // Measurements at lower rates count less from now on.
    this.#taken *= 1 - forgotten;
    this.#measuredSince = (this.#measuredSince ?? now) + forgotten * (now - (this.#measuredSince ?? now));
  }

  #beginAnew(now: number): void {
    this.#measuredSince = now;
    this.#ignoredBefore = now;
    this.#taken = 0;
    this.#refusals.forgive();
  }
}
