/** How deep below what the service took the curve begins: by what part, and by how much more for each refusal in so many by chance. */
const leastDepth = 0.12;
const mostDepth = 0.6;
const depthByChance = 2;

/** How far the ceiling may be above what the service took, and is at least below what it refused twice. */
const mostAboveTaken = 1.25;
const belowRefused = 1.1;

/** How many requests the way up to the ceiling takes, at least and at most, unless that takes less than the time. */
const leastRequests = 3;
const mostRequests = 40;
const mostMs = 1500;

/** Where more are refused by chance than that, refused requests say little about a limit. */
const muchChance = 0.05;

/** Beyond the ceiling: how far the rate rises at most, and from where the ceiling is obsolete. */
const mostGrowth = 2;
const obsolete = 1.5;

/** An estimate from fewer requests than this rises by at least so many per second, unless it is very small. */
const fewRequests = 10;
const leastRise = 10;
const leastShare = 0.2;

/** Measurements between two refusals that count. Rates are in requests per second. */
interface Measured {
  taken: number;
  /** The rates at which the two last requests left whose refusals count. */
  refused: readonly [number, number];
  milliseconds: number;
  chance: number;
}

/**
 * The rate at which requests leave, from one refusal that counts to the next. It begins below what the service took, rises
 * fast at first, stays near the ceiling for most of the time, and then rises ever faster, in case the limit has risen: the
 * cubic curve of TCP CUBIC. The ceiling is what the service takes as far as that is known. Rates are in requests per second.
 */
export class RateCurve {
  #ceiling = Number.POSITIVE_INFINITY;
  /** What the service took before: a limit would not refuse what left at a lower rate. */
  #taken = Number.POSITIVE_INFINITY;
  #began = 0;
  #lengthMs = 0;
  #depth = leastDepth;

  at(now: number): number {
    const ceiling = this.#ceiling;
    const x = (now - this.#began) / this.#lengthMs - 1;
    if (x < 0) return ceiling * (1 + this.#depth * x ** 3);
    // A small share among several processes grows by as much as a large one, or it would stay small.
    const isGuess = ceiling * this.#lengthMs < fewRequests * 1000 && ceiling > leastShare;
    const rise = isGuess ? Math.max(ceiling, leastRise) : ceiling;
    return Math.min(mostGrowth * ceiling, ceiling + rise * x ** 3);
  }

  /** Whether a limit would certainly not refuse a request that left at this rate. */
  isSafe(rate: number): boolean {
    return rate < this.#taken;
  }

  /** Whether a limit would probably not refuse a request that left at this rate. */
  isBelow(rate: number): boolean {
    return rate < this.#ceiling;
  }

  /** Whether a request that was taken at this rate proves that the limit is far higher. */
  isFarAbove(rate: number): boolean {
    return rate > obsolete * this.#ceiling;
  }

  /**
   * Starts over. A bucket that holds few requests refuses what comes early and loses what comes late, so that it takes less than
   * its limit: the ceiling is above what was taken if requests were twice refused only at a much higher rate. Among processes
   * that share a limit, one is soon refused at a lower one.
   *
   * The more refusals come by chance, the deeper the curve begins: then it is surer that no limit is behind the next ones, and
   * others who share the limit have their part. And its way up is as long as was measured, so that a wrong guess is soon
   * corrected; a longer one is kept only where the refusal is certainly a limit's, or the ways would become ever shorter.
   */
  begin({ taken, refused, milliseconds, chance }: Measured, now: number): void {
    const isClear = chance <= muchChance;
    const isKept = isClear && !this.isSafe(refused[0]);
    const edge = Math.min(mostAboveTaken * taken, Math.min(...refused) / belowRefused);
    this.#taken = taken;
    this.#ceiling = isClear ? Math.max(taken, edge) : taken;
    const gap = 1000 / this.#ceiling;
    const lengthMs = isKept ? Math.max(milliseconds, this.#lengthMs) : milliseconds;
    this.#lengthMs = Math.max(leastRequests * gap, Math.min(lengthMs, Math.max(mostMs, mostRequests * gap)));
    const least = taken * (1 - Math.min(mostDepth, leastDepth + depthByChance * chance));
    this.#depth = 1 - least / this.#ceiling;
    this.#began = now;
  }

  /** Goes on halfway up to the same ceiling. */
  beginHalfway(now: number): void {
    this.#began = now - this.#lengthMs / 2;
  }

  /** Goes on at a rate that proved the ceiling obsolete, as its new ceiling; `isSure` if it may rise twice as fast. */
  raise(rate: number, isSure: boolean, now: number): void {
    this.#ceiling = rate;
    this.#taken = rate;
    this.#lengthMs = Math.max(isSure ? this.#lengthMs / 2 : this.#lengthMs, (leastRequests * 1000) / rate);
    this.#began = now - this.#lengthMs;
  }

  /** Leaves out a time in which nothing was to be sent. */
  skip(idleMs: number): void {
    this.#began += idleMs;
  }
}

/** Over how many requests chance is learnt, and how much of it is ignored. */
const memory = 40;
const ignored = 0.03;

/** How many refusals are explained by chance, for each that it makes likely, and at most for each request. */
const margin = 1.5;
const mostByChance = 0.5;

/** Where one refusal is no proof, one in four is put up with, unless several come close together. */
const putUpWith = 0.25;
const several = 1.8;

/**
 * Tells the refusals of a limit from those that come at random. Above the rate that a service takes, one refusal is proof
 * enough, as long as none come by chance. Below it, a limit would not refuse: how many come nevertheless is the measure
 * of chance, and only several close together show that the limit has fallen. What goes beyond the expected
 * is summed up (a test known as CUSUM).
 */
export class LimitDetector {
  /** The share that is refused even where a limit would not refuse. */
  #atRandom = 0;
  /** How many refusals there were beyond the expected ones. */
  #excess = 0;

  /** The share of requests that is refused by chance, as far as it matters. */
  get chance(): number {
    return Math.max(0, this.#atRandom - ignored);
  }

  /** Whether there was hardly a refusal lately. */
  get areFew(): boolean {
    return this.#excess <= 0.5;
  }

  /** A request was taken. `isBelow` says whether it left at less than what the service takes. */
  take(isCautious: boolean, isBelow: boolean): void {
    if (isBelow) this.#learn(0);
    this.#excess = Math.max(0, this.#excess - this.#expected(isCautious));
  }

  /** A request was refused. Returns whether that proves that the rate is too high. */
  refuse(isCautious: boolean, isBelow: boolean): boolean {
    if (isBelow) this.#learn(1);
    this.#excess = Math.max(0, this.#excess + 1 - this.#expected(isCautious));
    return this.#excess >= (isCautious ? several : 1 + Math.min(1, 10 * this.chance));
  }

  /** Starts summing up again. */
  forgive(): void {
    this.#excess = 0;
  }

  #expected(isCautious: boolean): number {
    const byChance = Math.min(mostByChance, margin * this.chance);
    return isCautious ? Math.max(putUpWith, byChance) : byChance;
  }

  #learn(refused: 0 | 1): void {
    this.#atRandom += (refused - this.#atRandom) / memory;
  }
}
