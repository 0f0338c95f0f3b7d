import { defined } from '../json/defined.ts';
import { type ChooseFault, faultChoice } from './faults/choice.ts';
import { limitHeader } from './host-guard.ts';
import { Refusal } from './refusal.ts';
import type { ChaosSettings } from './sandbox-options.ts';

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

  /** Replaces all settings. Counts start over. */
  set({ latencyMs, limit, faults, lagMs }: ChaosSettings): void {
    this.settings = defined({ latencyMs, limit, faults, lagMs });
    this.chooseFault = faults && faultChoice(this.seed, faults);
    this.limitAll = limit ? tokenBucket(limit, this.now) : () => {};
  }
}

/** Makes a check that refuses requests beyond a limit with 429: a bucket of tokens, full at first. */
const tokenBucket = ({ perSecond, burst }: NonNullable<ChaosSettings['limit']>, now: () => Date) => {
  let tokens = burst;
  let last = now().getTime();
  return (): void => {
    const time = now().getTime();
    tokens = Math.min(burst, tokens + (Math.max(0, time - last) * perSecond) / 1000);
    last = time;
    if (tokens < 1) {
      const seconds = Math.ceil((1 - tokens) / perSecond);
      throw new Refusal(429, `Too many requests; try again in ${seconds} s.`, {
        'Retry-After': String(seconds),
        [limitHeader]: 'rate',
      });
    }
    tokens -= 1;
  };
};
