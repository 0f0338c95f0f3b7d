import type { Clock } from '../clock.ts';
import type { OwnChanges } from './own-changes.ts';

/** How to find out whether an unconfirmed change was applied. */
export interface SettleOptions {
  /** The wait before the first look, in milliseconds, since the request may still arrive. */
  settleMs: number;
  clock: Clock;
  signal: AbortSignal;
  /** The changes that the service has confirmed to this process. */
  own: OwnChanges;
  /** Called before the wait. */
  onSettle?: (milliseconds: number) => void;
  /** Called before the first wait: other rows may take the place. */
  yields?: () => void;
}
