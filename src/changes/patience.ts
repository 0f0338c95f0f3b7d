/** How much time is given to a change that was sent and not confirmed. */
export interface Patience {
  /** How long to wait before looking at it, in milliseconds: it may still arrive. */
  settleMs: number;
  /** The time between two looks, in milliseconds: a second where left out. */
  betweenLooksMs?: number;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Called before the wait, so that a person sees why nothing happens. */
  onSettle?: (milliseconds: number) => void;
}
