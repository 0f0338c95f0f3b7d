import { BrokenPages, CallError } from '../client/errors.ts';
import { pause } from '../client/pause.ts';
import { UnknownOutcome } from './errors.ts';

/** How much time is given to a change that was sent and not confirmed. */
export interface Patience {
  /** How long it is let rest before it is looked at, in milliseconds. */
  settleMs: number;
  /** The time between two looks at it, in milliseconds: a second where left out. */
  betweenLooksMs?: number;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Told when it rests, so that a person sees why nothing happens. */
  onSettle?: (milliseconds: number) => void;
}

/** A change that was sent and not confirmed. */
export interface Unconfirmed {
  /** What was to happen, as a clause: `Setting the inventory of … from 3 to 2`. */
  change: string;
  /** How its call failed. */
  cause: CallError;
}

/**
 * Lets an unconfirmed change rest and looks at what became of it. Undefined where nothing can be learned: the
 * service could not be read, or the user stopped it. Neither may hide that the change was sent.
 */
export const lookInto = async <Found>(
  cause: CallError,
  patience: Patience,
  look: () => Promise<Found>,
): Promise<Found | undefined> => {
  if (cause.reason === 'interrupted') return undefined;
  try {
    if (!hasFinished(cause)) {
      if (patience.settleMs > 0) patience.onSettle?.(patience.settleMs);
      await pause(patience.settleMs, patience.signal);
    }
    return await look();
  } catch (error) {
    if (error instanceof CallError || error instanceof BrokenPages || error === patience.signal.reason)
      return undefined;
    throw error;
  }
};

/** Where the service itself says that it failed, it is done with the request. A gateway can't say that. */
const hasFinished = ({ facts }: CallError): boolean =>
  facts.status === 500 && facts.serviceMessage !== undefined;

/** The error of an unconfirmed change, with what is known since. One that the user did not wait for was interrupted. */
export const unknownOutcome = (
  { change, cause }: Unconfirmed,
  evidence: string,
  { signal }: Patience,
  found: readonly string[] = [],
): UnknownOutcome => {
  const givenUp = signal.aborted && cause.reason !== 'interrupted';
  return new UnknownOutcome(change, `${cause.facts.detail.replace(/\.$/, '')}; ${evidence}`, {
    cause: givenUp
      ? new CallError(cause.attempt, 'interrupted', cause.facts, { cause: signal.reason })
      : cause,
    found,
  });
};
