import { formatListingName, typedNameIn, wholeNameIn } from '../../changes/listing-name.ts';
import { type CallError, saysNotFound } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import { pageQuery, readListing } from '../../http/listing-pages.ts';
import { command, readsService } from '../../line/command.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { nothingThere } from '../../line/usage-error.ts';
import type { Missing } from '../../names/find-listings.ts';
import { allNames, listingIds, manyOtherNames, toFind } from '../../names/typed-names.ts';
import type { Show } from '../../terminal/results.ts';
import { listingColumns } from './listing-columns.ts';

export const get = command({
  details:
    'A whole id gives one listing. Any other name gives a list of all listings that have it, and so do several names. Names that are not found are reported on stderr, the rest is shown, and the exit code is 3.',
  effect: readsService,
  arguments: { ids: listingIds },
  flags: manyOtherNames,
  examples: [
    { does: 'By your own identifier', line: 'resale listings get RETURN-000002' },
    { does: 'Only its inventory', line: "resale listings get RETURN-000002 --jq '.[].availableInventory'" },
    { does: 'Two, by SKU', line: 'resale listings get MLB-JEANS-000000-3434 KFW-CORD-000003-3634' },
    { does: 'By its id', line: 'resale listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf' },
  ],
  next: 'resale inventory set ID QUANTITY',
  answer: {
    shape: 'either',
    fields: listingColumns,
    record: async () => (await import('../../service/listing-schemas.ts')).listing,
    passesThrough: true,
  },
  async run(invocation, { arguments: { ids: typed }, flags }) {
    const names = allNames(typed, flags, invocation.io.host === undefined ? typedNameIn : wholeNameIn);
    const ids = names.flatMap(({ by, value }) => (by === 'id' ? [value] : []));
    const sought = names.filter(({ by }) => by !== 'id');
    const client = await invocation.client();
    if (invocation.settings.dryRun)
      return previewed(
        [
          ...ids.map((id) => client.preview('getListing', { params: { id } })),
          ...(sought.length > 0 ? [client.preview('listListings', pageQuery({}))] : []),
        ],
        invocation.settings,
      );
    const [only] = ids;
    if (typed.length === 1 && names.length === 1 && only !== undefined)
      return { kind: 'record', record: await readListing(client, only) };

    const missing: Missing[] = [];
    const refusals: CallError[] = [];
    return {
      kind: 'records',
      records: async (show) => {
        const shown = await showByIds(client, ids, show, missing, refusals);
        if (sought.length === 0) return;
        const { readByNames } = await import('../../names/find-listings.ts');
        for await (const listings of readByNames(client, sought, missing))
          await show(listings.filter(({ id }) => !shown.has(id.toLowerCase())));
      },
      isCardIfOne: typed.length === 1,
      problem: () =>
        missing.length > 0
          ? nothingThere(
              `No listing has ${missing.map(({ words }) => words).join(' or ')}`,
              missing.some(({ by }) => by !== 'id')
                ? toFind(
                    missing,
                    missing.flatMap(({ near = [] }) => near),
                    wholeNames(invocation),
                  )(invocation.here)
                : undefined,
              refusals,
            )
          : undefined,
    };
  },
});

const atOnce = 16;

const wholeNames = ({ io: { host } }: Invocation): string =>
  `A name has to be whole${host === undefined ? '; of an id, six characters will do' : ''}.`;

/**
 * Shows the listings with these ids, in their order, and returns the ids. Missing ones are added to `missing`, and their
 * refusals to `refusals`.
 */
const showByIds = async (
  client: Client,
  ids: readonly string[],
  show: Show,
  missing: Missing[],
  refusals: CallError[],
): Promise<Set<string>> => {
  const shown = new Set<string>();
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
    for (const [at, value] of group.entries()) {
      const name = { by: 'id', value } as const;
      if (!read[at]) missing.push({ ...name, words: formatListingName(name) });
    }
    const listings = read.filter((listing) => listing !== undefined);
    for (const { id } of listings) shown.add(id.toLowerCase());
    await show(listings);
  }
  return shown;
};
