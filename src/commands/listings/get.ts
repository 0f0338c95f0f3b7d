import { command } from '../../cli/command.ts';
import { listingColumns } from '../../cli/listings/columns.ts';
import { getListings } from '../../cli/listings/get-listings.ts';
import { listingId, many, text } from '../../flags/value-kinds.ts';

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
  run: (invocation, { arguments: { ids }, flags: { externalId = [], sku = [] } }) =>
    getListings(invocation, { ids, externalIds: externalId, skus: sku }),
});
