import type { Clock } from '../clock.ts';
import type { OwnChanges } from './own-changes.ts';

/** How to find out what became of a change that was not confirmed. */
export interface SettleOptions {
  /** The wait before the first look, in milliseconds, since the request may still arrive. */
  settleMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** What the service has confirmed to this process. */
  own: OwnChanges;
  /** Called before the wait. */
  onSettle?: (milliseconds: number) => void;
  /** Called as soon as there is anything to wait for: others may go on meanwhile. */
  yields?: () => void;
}
