import { defined } from '../json/defined.ts';
import { tokenBucket } from './api/access.ts';
import { type ChooseFault, faultChoice } from './faults/fault-choice.ts';
import type { Hardships } from './options.ts';

/** What makes a sandbox slow, short of requests or faulty on purpose. It can be changed while it runs. */
export class Switches {
  /** What is on. */
  on: Hardships = {};
  /** Undefined if there are no faults: then no request can ask for one either. */
  chooseFault: ChooseFault | undefined;
  /** Throws a refusal if there were too many requests. */
  limitAll = () => {};

  constructor(
    private readonly seed: number,
    private readonly now: () => Date,
    on: Hardships,
  ) {
    this.set(on);
  }

  /** Switches on what is named, and off what is not. Counts begin anew. */
  set({ latencyMs, limit, faults }: Hardships): void {
    this.on = defined({ latencyMs, limit, faults });
    this.chooseFault = faults && faultChoice(this.seed, faults);
    this.limitAll = limit ? tokenBucket(limit, this.now) : () => {};
  }
}
