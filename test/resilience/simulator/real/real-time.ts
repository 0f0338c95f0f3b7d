import { setTimeout as pause } from 'node:timers/promises';
import type { Time } from '../machine/interface.ts';
import type { Timer } from '../machine/timeline.ts';

/** How often a history looks whether what it waits for has come. */
const lookMs = 5;

/** The time of this machine. */
export class RealTime implements Time {
  happened = 0;
  readonly #began = performance.now();
  #order = 0;

  get now(): number {
    return performance.now() - this.#began;
  }

  after(milliseconds: number, owner: undefined, run: () => void): Timer {
    this.#order += 1;
    const timer: Timer = { at: this.now + milliseconds, order: this.#order, owner, run };
    setTimeout(() => {
      this.happened += 1;
      timer.run?.();
    }, milliseconds);
    return timer;
  }

  async advance(): Promise<boolean> {
    await pause(lookMs);
    return true;
  }
}
