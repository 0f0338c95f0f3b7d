import type { Client } from '../../client/client.ts';
import { type CallError, saysNotFound } from '../../client/errors.ts';
import { pageQuery, readListing } from '../../client/listings.ts';
import type { Listing } from '../../service/listing.ts';
import type { Result } from '../../terminal/results.ts';
import { notFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';
import { listingColumns } from './columns.ts';
import { findByName, type OtherNames } from './listing-names.ts';

const atOnce = 16;

const asWritten = ({ here }: Invocation): string =>
  `A name must be written exactly as the list has it: ${here('listings list')}`;

/** Shows the listings with these identifiers, or else other names; a single identifier gives a record. Fails at the end if some were not found. */
export const getListings = async (
  invocation: Invocation,
  ids: readonly string[],
  names: OtherNames,
): Promise<Result> => {
  const byName = ids.length === 0;
  const client = await invocation.client();
  if (invocation.settings.dryRun)
    return previewed(
      byName
        ? [client.preview('listListings', pageQuery({}))]
        : ids.map((id) => client.preview('getListing', { params: { id } })),
      invocation.settings,
    );
  const [only] = ids;
  if (ids.length === 1 && only !== undefined)
    return { kind: 'record', record: await readListing(client, only), columns: listingColumns };

  const missing: string[] = [];
  const refusals: CallError[] = [];
  return {
    kind: 'records',
    records: byName
      ? listingsOf(findByName(client, names, missing))
      : readAll(client, ids, missing, refusals),
    columns: listingColumns,
    problem: () =>
      missing.length > 0
        ? notFound(
            `No listing has ${missing.join(', ')}`,
            byName ? asWritten(invocation) : undefined,
            refusals,
          )
        : undefined,
  };
};

/** Reads several listings, in the order of their identifiers; those that the service does not know end up in `missing`, and its answers in `refusals`. */
async function* readAll(
  client: Client,
  ids: readonly string[],
  missing: string[],
  refusals: CallError[],
): AsyncGenerator<Listing> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const group = ids.slice(start, start + atOnce);
    const read = await Promise.all(
      group.map((id) =>
        readListing(client, id).catch((error: unknown) => {
          if (!saysNotFound(error)) throw error;
          refusals.push(error);
          return undefined;
        }),
      ),
    );
    for (const [index, listing] of read.entries())
      if (listing) yield listing;
      else missing.push(`the identifier ${group[index]}`);
  }
}

async function* listingsOf(found: ReturnType<typeof findByName>): AsyncGenerator<Listing> {
  for await (const { listing } of found) yield listing;
}
