import { setTimeout } from 'node:timers/promises';

/** Lets some milliseconds pass. A sandbox that is closed meanwhile does not wait for it. */
export const pause = (milliseconds: number): Promise<void> =>
  setTimeout(milliseconds, undefined, { ref: false });
