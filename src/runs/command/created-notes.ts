import { explain } from '../../failure/failure.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { type CreatedListing, noteCreated } from '../plan/created-listings.ts';

/**
 * Notes what a command creates, since the list may show it only later: `written` waits until all of it is on the disk. What comes
 * while a note is written is written together.
 */
export const createdNotes = (invocation: Invocation) => {
  const { io, warn } = invocation;
  let waiting: Pick<CreatedListing, 'at' | 'externalIdentifier' | 'id' | 'sku'>[] = [];
  let writing = Promise.resolve();
  let isFaulty = false;
  const write = async (): Promise<void> => {
    const [first, ...others] = waiting;
    waiting = [];
    if (isFaulty || first === undefined) return;
    try {
      const { origin, clientId } = await invocation.profile();
      const here = { origin, clientId };
      const listings = others.map((listing) => ({ ...here, ...listing }));
      await noteCreated(stateDirectory(io.env), [{ ...here, ...first }, ...listings]);
    } catch (error) {
      isFaulty = true;
      warn(
        `What was created could not be noted: ${explain(error).message} A run of the same rows may create them again until the list shows them.`,
      );
    }
  };
  return {
    note(listing: Omit<(typeof waiting)[number], 'at'>): void {
      waiting.push({ at: io.clock.now(), ...listing });
      writing = writing.then(write);
    },
    written: () => writing,
  };
};
