import { counted } from '../../words/counted.ts';
import type { RecordedRun } from './files.ts';

const mostNamed = 10;

/** What an undo does not touch: rows that were not reached, and rows of which nobody knows what became of them. */
export const leftByUndo = ({ directory, state }: RecordedRun): string[] => {
  const unknown = state.unknownRows().length;
  return [
    ...(state.end === undefined
      ? [
          `The run is unfinished, and only what it did so far is set back; the rest of it would still be done by: resale runs resume ${directory.id}`,
        ]
      : []),
    ...(unknown > 0
      ? [
          `${counted(unknown, 'row')} may or may not have been applied, and ${unknown === 1 ? 'is' : 'are'} not set back. See: resale runs show ${directory.id} --unknown`,
        ]
      : []),
  ];
};

/** Which listings come back with their inventory, and not to their buyers. */
export const closedWords = (closed: readonly string[]): string =>
  `The run took the inventory of ${counted(closed.length, 'listing')} to 0. What is closed stays CLOSED, though its inventory comes back: ${closed.slice(0, mostNamed).join(', ')}${closed.length > mostNamed ? ', …' : ''}`;
