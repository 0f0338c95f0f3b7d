import { command } from '../../cli/command.ts';
import { NotFound } from '../../cli/errors.ts';
import { listingColumns } from '../../cli/listings/columns.ts';
import { previewed } from '../../cli/preview.ts';
import type { Client } from '../../client/client.ts';
import { saysNotFound } from '../../client/errors.ts';
import { listingId, many, text } from '../../flags/value-kinds.ts';
import type { Listing } from '../../service/listing.ts';

/** How many are asked for at once. */
const atOnce = 16;

const byOtherNames = '--sku or --external-id finds it by another name';

export const get = command({
  details:
    'One identifier shows one listing, several show a list. What is not found is named on stderr, the rest is shown, and the exit code is 3.',
  arguments: { ids: { ...many(listingId('Identifier of a listing', byOtherNames)), optional: true } },
  flags: {
    externalId: many(text('ID', 'Find listings by your own identifier; reads the whole list')),
    sku: many(text('SKU', 'Find listings by their SKU; reads the whole list')),
  },
  examples: [
    { does: 'One listing', line: 'resale listings get 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64' },
    {
      does: 'Only its inventory',
      line: 'resale listings get 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 --jq .availableInventory',
    },
    { does: 'By your own identifier', line: 'resale listings get --external-id A-1001' },
  ],
  next: 'resale inventory set ID QUANTITY',
  columns: listingColumns,
  passesThrough: true,
  check: (_, { arguments: { ids = [] }, flags: { externalId, sku } }) => {
    const byName = externalId !== undefined || sku !== undefined;
    if (ids.length === 0 && !byName)
      return [{ name: 'ID', message: 'is missing (--external-id or --sku would do as well)' }];
    return ids.length > 0 && byName
      ? [{ name: 'ID', message: 'does not go with --external-id or --sku' }]
      : [];
  },
  async run(invocation, { arguments: { ids }, flags: { externalId = [], sku = [] } }) {
    const byName = externalId.length + sku.length > 0;
    const client = await invocation.client();
    const { pageQuery, readListing } = await import('../../client/listings.ts');
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
    return {
      kind: 'records',
      records: byName ? findByName(client, externalId, sku, missing) : readAll(client, ids, missing),
      columns: listingColumns,
      problem: () => (missing.length > 0 ? new NotFound(`No listing has ${missing.join(', ')}`) : undefined),
    };
  },
});

/** Reads several listings, in the order of their identifiers; those that the service does not know end up in `missing`. */
async function* readAll(client: Client, ids: readonly string[], missing: string[]): AsyncGenerator<Listing> {
  const { readListing } = await import('../../client/listings.ts');
  for (let start = 0; start < ids.length; start += atOnce) {
    const group = ids.slice(start, start + atOnce);
    const read = await Promise.all(
      group.map((id) =>
        readListing(client, id).catch((error: unknown) => {
          if (saysNotFound(error)) return undefined;
          throw error;
        }),
      ),
    );
    for (const [index, listing] of read.entries())
      if (listing) yield listing;
      else missing.push(`the identifier ${group[index]}`);
  }
}

/** One pass over the list, showing what fits a name as it comes. */
async function* findByName(
  client: Client,
  externalIds: readonly string[],
  skus: readonly string[],
  missing: string[],
): AsyncGenerator<Listing> {
  const { readListings } = await import('../../client/listings.ts');
  const seen = new Set<string>();
  for await (const page of readListings(client, {}))
    for (const listing of page) {
      const { externalIdentifier, sku } = listing;
      const byExternalId = externalIdentifier != null && externalIds.includes(externalIdentifier);
      const bySku = sku != null && skus.includes(sku);
      if (byExternalId) seen.add(`the external identifier ${externalIdentifier}`);
      if (bySku) seen.add(`the SKU ${sku}`);
      if (byExternalId || bySku) yield listing;
    }
  const asked = [
    ...externalIds.map((id) => `the external identifier ${id}`),
    ...skus.map((sku) => `the SKU ${sku}`),
  ];
  missing.push(...asked.filter((name) => !seen.has(name)));
}
