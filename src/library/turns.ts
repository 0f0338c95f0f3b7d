import { OwnChanges } from '../changes/own-changes.ts';
import { systemClock } from '../clock.ts';

/** What the clients of one process know of each other's changes to one service. */
export interface Turns {
  /** The last change to each listing that is under way. */
  underWay: Map<string, Promise<unknown>>;
  own: OwnChanges;
}

const ofServices = new Map<string, Turns>();

/**
 * The turns that all clients of this process take at a service. Two equal deltas at once would be in doubt: the service refuses one of
 * them, and nobody could tell whether that was a second delivery of what it had applied.
 */
export const turnsAt = (baseUrl: string, clientId: string): Turns => {
  const service = `${new URL(baseUrl).origin} ${clientId}`;
  const known = ofServices.get(service) ?? { underWay: new Map(), own: new OwnChanges(systemClock) };
  ofServices.set(service, known);
  return known;
};
