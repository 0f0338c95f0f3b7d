import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { readListings } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import type { ListingCreated, ListingCreation } from '../service/listing.ts';
import { UnknownOutcome } from './errors.ts';
import { type Patience, settle } from './read.ts';

/** When the list is looked at for a listing whose creation was not confirmed, in milliseconds from one look to the next. */
export const looksForCreated = [0, 2_000, 3_000, 5_000, 20_000] as const;

/**
 * Creates a listing with one request. Where the answer is lost, the list is searched for its external identifier, to
 * tell what is known; it is never sent a second time, since that could list the item twice.
 */
export const createListing = async (
  client: Client,
  payload: ListingCreation,
  patience: Patience,
): Promise<ListingCreated> => {
  try {
    return await client.call('createListing', { body: payload });
  } catch (error) {
    if (!(error instanceof CallError) || error.attempt !== 'ambiguous') throw error;
    const change = `Creating the listing${payload.externalIdentifier ? ` ${payload.externalIdentifier}` : ''}`;
    const found = await searchCreated(client, payload.externalIdentifier, error, patience);
    throw new UnknownOutcome(
      change,
      `${error.facts.detail}; ${foundInWords(found, payload.externalIdentifier)}`,
      {
        cause: error,
        ...(found ? { found } : {}),
      },
    );
  }
};

const searchCreated = async (
  client: Client,
  externalIdentifier: string | undefined,
  cause: CallError,
  patience: Patience,
): Promise<string[] | undefined> => {
  if (externalIdentifier === undefined || cause.reason === 'interrupted') return undefined;
  try {
    await settle(cause, patience);
    for (const wait of looksForCreated) {
      await pause(wait, patience.signal);
      const found: string[] = [];
      for await (const page of readListings(client, {}))
        for (const listing of page)
          if (listing.externalIdentifier === externalIdentifier) found.push(listing.id);
      if (found.length > 0) return found;
    }
    return [];
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
};

const foundInWords = (
  found: readonly string[] | undefined,
  externalIdentifier: string | undefined,
): string => {
  if (externalIdentifier === undefined) return 'without an external identifier it can not be looked for';
  if (found === undefined) return 'the list could not be searched for it';
  if (found.length === 0) return 'no listing has its external identifier so far';
  return `its external identifier is on ${found.length === 1 ? 'the listing' : `${found.length} listings:`} ${found.join(', ')}`;
};
