import { defined } from '../json/defined.ts';
import { tokenBucket } from './api/access.ts';
import { type ChooseFault, faultChoice } from './faults/fault-choice.ts';
import type { Hardships } from './options.ts';

/** What makes a sandbox slow, short of requests or faulty on purpose. It can be changed while it runs. */
export class Switches {
  readonly #seed: number;
  readonly #now: () => Date;
  #on: Hardships = {};
  #chooseFault: ChooseFault | undefined;
  #limitAll = () => {};

  constructor(seed: number, now: () => Date, on: Hardships) {
    this.#seed = seed;
    this.#now = now;
    this.set(on);
  }

  /** Switches on what is named, and off what is not. Counts begin anew. */
  set({ latencyMs, limit, faults }: Hardships): void {
    this.#on = defined({ latencyMs, limit, faults });
    this.#chooseFault = faults && faultChoice(this.#seed, faults);
    this.#limitAll = limit ? tokenBucket(limit, this.#now) : () => {};
  }

  /** What is on. */
  get on(): Hardships {
    return this.#on;
  }

  get latencyMs(): number {
    return this.#on.latencyMs ?? 0;
  }

  /** Undefined if there are no faults: then no request can ask for one either. */
  get chooseFault(): ChooseFault | undefined {
    return this.#chooseFault;
  }

  /** Throws a refusal if there were too many requests. */
  limitAll(): void {
    this.#limitAll();
  }
}
