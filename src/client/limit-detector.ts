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
 * enough, as long as none come by chance. Below it, a limit would not refuse: how many come all the same is the measure
 * of chance, and only several close together show that less is to be had than before. What goes beyond the expected
 * is summed up (a test known as CUSUM).
 */
export class LimitDetector {
  /** The share that is refused even where a limit would not refuse. */
  #atRandom = 0;
  /** How many refusals there were beyond what is expected. */
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

  /** Begins to sum up anew. */
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
