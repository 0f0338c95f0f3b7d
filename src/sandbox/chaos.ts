import { defined } from '../json/defined.ts';
import { tokenBucket } from './api/access.ts';
import { type ChooseFault, faultChoice } from './faults/fault-choice.ts';
import type { ChaosSettings } from './options.ts';

/** What makes a sandbox slow, short of requests or faulty on purpose. It can be changed while it runs. */
export class Chaos {
  /** What is on. */
  settings: ChaosSettings = {};
  /** Undefined if there are no faults: then no request can ask for one either. */
  chooseFault: ChooseFault | undefined;
  /** Throws a refusal if there were too many requests. */
  limitAll = () => {};

  constructor(
    private readonly seed: number,
    private readonly now: () => Date,
    on: ChaosSettings,
  ) {
    this.set(on);
  }

  /** Switches on what is named, and off what is not. Counts begin anew. */
  set({ latencyMs, limit, faults }: ChaosSettings): void {
    this.settings = defined({ latencyMs, limit, faults });
    this.chooseFault = faults && faultChoice(this.seed, faults);
    this.limitAll = limit ? tokenBucket(limit, this.now) : () => {};
  }
}
