import { RefusalJudge } from './refusal-judge.ts';

/** A request that has left: when, and at which rate. */
interface Departure {
  at: number;
  rate: number;
}

/** How fast requests may leave at most. */
export interface PaceOptions {
  /** How many may be under way at once. */
  most?: number;
  /** A limit by hand. */
  perSecond?: number | undefined;
}

/** How many requests may be under way at first, and how much more with each that is taken. */
const firstWindow = 4;
const windowGrowth = 0.4;

/** How late a request may be so that the next ones make up for it, in milliseconds. */
const slackMs = 5;

/** How deep below the ceiling the curve begins: by what part. */
const leastDepth = 0.15;
const mostDepth = 0.6;

/** How many requests the way up to the ceiling takes, at least and at most, unless that takes less than a second. */
const leastOnCurve = 3;
const mostOnCurve = 20;

/** After a pause in which fewer requests than this would have left, they are paced again at once. */
const fewMissed = 110;

/** `Retry-After` counts whole seconds: up to one, it may mean any part of it, and half of it is tried. */
const wholeSecondMs = 1000;

/** Beyond the ceiling: how far at most, from where the ceiling is obsolete, and how much of the old measure is then forgotten. */
const mostGrowth = 2;
const obsolete = 1.5;
const forgotten = 0.25;

/** An estimate from fewer requests than this rises by at least so many per second, unless it is very small. */
const fewRequests = 10;
const leastRise = 10;
const leastShare = 0.2;

/**
 * When requests may leave, so that a service with a limit takes nearly as many as it allows and refuses few. Pure
 * arithmetic: it is told what leaves and how it is answered, and at what time, in milliseconds.
 *
 * Nothing is known about the limit: it may be a bucket of tokens, a window, or none; it may be shared with other processes,
 * change, or refuse at random; and `Retry-After` may say anything. What was considered:
 *
 * - The adaptive mode of the AWS SDKs paces requests, goes down to 0.7 of the rate at each refusal, and up along a cubic
 *   curve (as TCP CUBIC does), to at most twice what was measured. This is that, with four differences. It goes down to
 *   what the service took since the last time (between two moments at which a bucket is empty, that is exactly what
 *   flows in), so one refusal is enough. The curve's length follows from how long that was measured, so a first guess is
 *   corrected within milliseconds, and a limit of ten a minute is not tried every second. The beginning is not paced at
 *   all but widened with each answer (TCP's slow start), since a service without a limit must not be slowed down. And it
 *   tells refusals at random from those of a limit, which would otherwise choke it: see `RefusalJudge`.
 * - Netflix's concurrency-limits and Envoy's adaptive concurrency judge by latency; a limiter refuses at once.
 * - gRPC's throttling limits only retries, and gives up; no row may be given up.
 * - Clients of Shopify and Stripe keep a bucket of their own with the documented numbers; here there are none.
 */
export class RequestPace {
  /** How many requests may be under way at once. */
  most: number;
  /** The least time between two requests, by hand. */
  readonly #leastGap: number;
  #underWay = 0;
  /** The next request must not leave before this. */
  #due = 0;
  /** Since when it could have left, as far as answers are concerned. */
  #openSince = 0;

  /** Before the limit was met, and while the service takes nothing: how many may be under way. Then undefined. */
  #window: number | undefined = firstWindow;
  /** Since when the service takes nothing, if it was paced before. */
  #closedSince = 0;
  /** Whether the service has ever refused. */
  #hasRefused = false;

  /** Since when requests are measured: the last refusal that counted. Undefined before the first request. */
  #measuredSince: number | undefined;
  #taken = 0;
  /** Requests that left before are part of an old story. */
  #storyBegan = 0;

  /** What the service took between the last two refusals that counted, in requests per second. */
  #found = 0;
  /** What it takes, as far as that is known: more, if it has been taking more. */
  #ceiling = Number.POSITIVE_INFINITY;
  /** The curve: when it began below the ceiling, how long it takes up to it, and how deep it began. */
  #curveBegan = 0;
  #curveMs = 0;
  #depth = leastDepth;

  readonly #refusals = new RefusalJudge();

  constructor({ most = 16, perSecond = Number.POSITIVE_INFINITY }: PaceOptions = {}) {
    this.most = most;
    this.#leastGap = 1000 / perSecond;
  }

  /** How many requests are under way. */
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

  /** A request leaves. What is returned belongs to its answer. */
  leave(now: number): Departure {
    this.#measuredSince ??= this.#openSince = this.#due = now;
    // While there was nothing to send, nothing was learnt.
    const idle = now - Math.max(this.#due, this.#openSince);
    if (idle > slackMs) {
      this.#measuredSince += idle;
      this.#curveBegan += idle;
    }
    this.#openSince = now;
    this.#underWay += 1;
    const rate = this.#rateAt(now);
    // Timers are late by a millisecond or two; that much is made up for.
    this.#due = Math.max(this.#due, now - slackMs) + Math.max(this.#leastGap, 1000 / rate);
    return { at: now, rate };
  }

  /** Its answer says nothing about a limit, or there is none. */
  end(now: number): void {
    if (this.#isFull()) this.#openSince = now;
    this.#underWay -= 1;
  }

  /** The service took it. */
  take({ at, rate }: Departure, now: number): void {
    this.end(now);
    if (at < this.#storyBegan) return;
    this.#taken += 1;
    this.#refusals.take(this.#isCautious(rate), this.#isBelow(rate));
    if (this.#window !== undefined) this.#open(this.#window, now);
    else if (rate > obsolete * this.#ceiling) this.#raise(rate, now);
  }

  /** The service refused it, and asks for `retryAfterMs`, which is taken as a hint at most. */
  refuse({ at, rate }: Departure, now: number, retryAfterMs = 0): void {
    this.end(now);
    if (at < this.#storyBegan) return;
    const isProof = this.#refusals.refuse(this.#isCautious(rate), this.#isBelow(rate));
    const isClosed = this.#window !== undefined && this.#taken === 0;
    if (!isProof && !isClosed) {
      if (this.#window !== undefined) this.#window = Math.max(1, this.#window - 1);
    } else if (this.#hasRefused && this.#taken > 0) this.#slowDown(at, now);
    else this.#probe(now, retryAfterMs);
  }

  #isFull = (): boolean => this.#underWay >= Math.min(this.most, Math.floor(this.#window ?? this.most));

  /** Up to the ceiling, first fast, then slowly; and beyond it, first slowly, then fast: a cubic curve. */
  #rateAt(now: number): number {
    if (this.#window !== undefined) return Number.POSITIVE_INFINITY;
    const ceiling = this.#ceiling;
    const x = (now - this.#curveBegan) / this.#curveMs - 1;
    if (x < 0) return ceiling * (1 + this.#depth * x ** 3);
    // A small share among several processes grows by as much as a large one, or it would stay small.
    const isGuess = ceiling * this.#curveMs < fewRequests * 1000 && ceiling > leastShare;
    const rise = isGuess ? Math.max(ceiling, leastRise) : ceiling;
    return Math.min(mostGrowth * ceiling, ceiling + rise * x ** 3);
  }

  /** Whether it left below the ceiling, where a limit would not refuse it. */
  #isBelow = (rate: number): boolean => this.#window === undefined && rate < this.#ceiling;

  /** Whether one refusal is not yet a proof. */
  #isCautious = (rate: number): boolean => this.#window !== undefined || this.#isBelow(rate);

  /** Paces requests by what was taken since the last refusal that counted. */
  #slowDown(at: number, now: number): void {
    const measuredMs = Math.max(1, at - (this.#measuredSince ?? at));
    const { chance } = this.#refusals;
    this.#window = undefined;
    this.#ceiling = (this.#taken * 1000) / measuredMs / (1 - chance);
    this.#found = this.#ceiling;
    const gap = 1000 / this.#ceiling;
    this.#curveMs = Math.max(leastOnCurve * gap, Math.min(measuredMs, Math.max(1000, mostOnCurve * gap)));
    // The deeper it goes, the surer it is whether refusals are by chance, or because others have their share.
    this.#depth = Math.min(mostDepth, leastDepth + 2 * chance);
    this.#curveBegan = now;
    this.#beginAnew(now);
    this.#due = now + 1000 / this.#rateAt(now);
  }

  /** Nothing was taken since the last refusal: tries with one request, and waits longer each time. */
  #probe(now: number, retryAfterMs: number): void {
    const closedMs = this.#hasRefused ? now - (this.#measuredSince ?? now) : 0;
    const hint = retryAfterMs > wholeSecondMs ? retryAfterMs : retryAfterMs / 2;
    const wait = Math.min(Math.max(hint, closedMs / 2), 3 * closedMs);
    if (!this.#hasRefused) this.#beginAnew(now);
    if (this.#window === undefined) this.#closedSince = now;
    this.#hasRefused = true;
    this.#window = 1;
    this.#refusals.forgive();
    this.#due = Math.max(this.#due, now + wait);
  }

  /**
   * The service takes requests (again). The next window of a limit may hold many: to take them all at once is worth the
   * refusals at its end. If it is short or small, those would be too large a share, so requests go on evenly spaced.
   */
  #open(window: number, now: number): void {
    const missed = ((now - this.#closedSince) * this.#found) / 1000;
    if (missed === 0 || missed >= fewMissed) {
      this.#window = window + windowGrowth;
      return;
    }
    this.#window = undefined;
    this.#curveBegan = now - this.#curveMs / 2;
    this.#due = Math.max(this.#due, now + 1000 / this.#rateAt(now));
  }

  /** The service took far more than the ceiling, which is thus obsolete. */
  #raise(rate: number, now: number): void {
    this.#ceiling = rate;
    this.#curveMs = Math.max(
      this.#refusals.areFew ? this.#curveMs / 2 : this.#curveMs,
      (leastOnCurve * 1000) / rate,
    );
    this.#curveBegan = now - this.#curveMs;
    // What was measured at lower rates counts less from now on.
    this.#taken *= 1 - forgotten;
    this.#measuredSince = (this.#measuredSince ?? now) + forgotten * (now - (this.#measuredSince ?? now));
  }

  #beginAnew(now: number): void {
    this.#measuredSince = now;
    this.#storyBegan = now;
    this.#taken = 0;
    this.#refusals.forgive();
  }
}
