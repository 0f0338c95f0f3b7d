/** How deep below the ceiling the curve begins: by what part, and by how much more for each refusal in so many by chance. */
const leastDepth = 0.15;
const mostDepth = 0.6;
const depthByChance = 2;

/** How many requests the way up to the ceiling takes, at least and at most, unless that takes less than a second. */
const leastRequests = 3;
const mostRequests = 20;

/** Beyond the ceiling: how far the rate rises at most, and from where the ceiling is obsolete. */
const mostGrowth = 2;
const obsolete = 1.5;

/** An estimate from fewer requests than this rises by at least so many per second, unless it is very small. */
const fewRequests = 10;
const leastRise = 10;
const leastShare = 0.2;

/**
 * The rate at which requests leave, from one refusal that counts to the next. It begins below the ceiling, which is what the
 * service takes as far as that is known, rises fast at first, stays near the ceiling for most of the time, and then rises
 * ever faster, in case there is more to be had: the cubic curve of TCP CUBIC. Rates are in requests per second.
 */
export class RateCurve {
  #ceiling = Number.POSITIVE_INFINITY;
  #began = 0;
  /** How long the way up to the ceiling takes. */
  #lengthMs = 0;
  #depth = leastDepth;

  /** The rate at a time. */
  at(now: number): number {
    const ceiling = this.#ceiling;
    const x = (now - this.#began) / this.#lengthMs - 1;
    if (x < 0) return ceiling * (1 + this.#depth * x ** 3);
    // A small share among several processes grows by as much as a large one, or it would stay small.
    const isGuess = ceiling * this.#lengthMs < fewRequests * 1000 && ceiling > leastShare;
    const rise = isGuess ? Math.max(ceiling, leastRise) : ceiling;
    return Math.min(mostGrowth * ceiling, ceiling + rise * x ** 3);
  }

  /** Whether a limit would not refuse a request that left at this rate. */
  isBelow(rate: number): boolean {
    return rate < this.#ceiling;
  }

  /** Whether a request that was taken at this rate proves that there is far more to be had. */
  isFarAbove(rate: number): boolean {
    return rate > obsolete * this.#ceiling;
  }

  /**
   * Begins below a new ceiling, as it was measured over `measuredMs`. The more refusals come by chance, the deeper it begins:
   * then it is surer that no limit is behind the next ones, and others who share the limit have their part.
   */
  begin(ceiling: number, measuredMs: number, chance: number, now: number): void {
    const gap = 1000 / ceiling;
    this.#ceiling = ceiling;
    this.#lengthMs = Math.max(leastRequests * gap, Math.min(measuredMs, Math.max(1000, mostRequests * gap)));
    this.#depth = Math.min(mostDepth, leastDepth + depthByChance * chance);
    this.#began = now;
  }

  /** Goes on halfway up to the same ceiling. */
  beginHalfway(now: number): void {
    this.#began = now - this.#lengthMs / 2;
  }

  /** Goes on at a rate that proved the ceiling obsolete, as its new ceiling; `isSure` if it may rise twice as fast. */
  raise(rate: number, isSure: boolean, now: number): void {
    this.#ceiling = rate;
    this.#lengthMs = Math.max(isSure ? this.#lengthMs / 2 : this.#lengthMs, (leastRequests * 1000) / rate);
    this.#began = now - this.#lengthMs;
  }

  /** Leaves out a time in which nothing was to be sent. */
  skip(idleMs: number): void {
    this.#began += idleMs;
  }
}
