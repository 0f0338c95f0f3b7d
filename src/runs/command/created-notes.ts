import { explain } from '../../failure/failure.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { type CreatedListing, noteCreated } from '../plan/created-listings.ts';

/** Notes what a command creates, since the list may show it only later: `written` waits until all of it is in the file. */
export const createdNotes = (invocation: Invocation) => {
  const { io, warn } = invocation;
  let writing = Promise.resolve();
  let isFaulty = false;
  const write = async (listing: Pick<CreatedListing, 'externalIdentifier' | 'id' | 'sku'>): Promise<void> => {
    if (isFaulty) return;
    try {
      const { origin, clientId } = await invocation.profile();
      await noteCreated(stateDirectory(io.env), { at: io.clock.now(), origin, clientId, ...listing });
    } catch (error) {
      isFaulty = true;
      warn(
        `What was created could not be noted: ${explain(error).message} A run of the same rows may create them again until the list shows them.`,
      );
    }
  };
  return {
    note(listing: Parameters<typeof write>[0]): void {
      writing = writing.then(() => write(listing));
    },
    written: () => writing,
  };
};
