import type { Client } from '../client/client.ts';
import { CallError } from '../client/errors.ts';
import { readListings } from '../client/listings.ts';
import { pause } from '../client/pause.ts';
import type { ListingCreated, ListingCreation } from '../service/listing.ts';
import { lookInto, type Patience, unknownOutcome } from './unconfirmed.ts';

/** When the list is looked at for a listing whose creation was not confirmed, in milliseconds from one look to the next. */
export const looksForCreated: readonly number[] = [0, 2_000, 3_000, 5_000, 20_000];

/**
 * Creates a listing with one request. Where the answer is lost, the list is searched for its external identifier, to
 * tell what is known; it is never sent a second time, since that could list the item twice.
 */
export const createListing = async (
  client: Client,
  payload: ListingCreation,
  patience: Patience,
  looks = looksForCreated,
): Promise<ListingCreated> => {
  try {
    return await client.call('createListing', { body: payload });
  } catch (error) {
    if (!(error instanceof CallError) || error.attempt !== 'ambiguous') throw error;
    const name = payload.externalIdentifier;
    const change = `Creating the listing${name ? ` ${name}` : ''}`;
    const found = name
      ? await lookInto(error, patience, () => searchCreated(client, name, looks, patience.signal))
      : undefined;
    throw unknownOutcome({ change, cause: error }, foundInWords(found, name), patience, found);
  }
};

/** The identifiers of the listings with an external identifier, as soon as there are any. */
export const searchCreated = async (
  client: Client,
  externalIdentifier: string,
  looks: readonly number[],
  signal: AbortSignal,
): Promise<string[]> => {
  const found: string[] = [];
  for (const wait of looks) {
    await pause(wait, signal);
    for await (const page of readListings(client, {}))
      for (const listing of page)
        if (listing.externalIdentifier === externalIdentifier) found.push(listing.id);
    if (found.length > 0) break;
  }
  return found;
};

const foundInWords = (
  found: readonly string[] | undefined,
  externalIdentifier: string | undefined,
): string => {
  if (!externalIdentifier) return 'without an external identifier it can not be looked for';
  if (found === undefined) return 'the list could not be searched for it';
  if (found.length === 0) return 'no listing has its external identifier so far';
  return `its external identifier is on ${found.length === 1 ? 'the listing' : `${found.length} listings:`} ${found.join(', ')}`;
};
