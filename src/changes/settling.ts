import type { Clock } from '../clock.ts';
import type { OwnChanges } from './own-changes.ts';

/** A change that the service refused, with what it says of itself: `Setting the inventory of ID from 3 to 2`. */
export interface RefusedStep {
  readonly id?: string | undefined;
  readonly before: number | null;
  readonly clause: string;
}

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
  /** Called when the service has refused a change that adds, before anybody looks: from then on, to find it as wanted proves less. */
  refused?: (change: RefusedStep) => void;
}
