import { defined } from '../json/defined.ts';
import { tokenBucket } from './api/access.ts';
import { type ChooseFault, faultChoice } from './faults/fault-answers.ts';
import type { ChaosSettings } from './options.ts';

export class Chaos {
  settings: ChaosSettings = {};
  chooseFault: ChooseFault | undefined;
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
