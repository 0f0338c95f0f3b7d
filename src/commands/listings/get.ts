import { command, readsService } from '../../cli/command.ts';
import { listingColumns } from '../../cli/listings/columns.ts';
import { getListings } from '../../cli/listings/get-listings.ts';
import { listingIds, manyOtherNames } from '../../cli/listings/listing-names.ts';

export const get = command({
  details:
    'A whole id gives one listing; another name gives a list of all that have it, and so do several. What is not found is named on stderr, the rest is shown, and the exit code is 3.',
  effect: readsService,
  arguments: { ids: listingIds },
  flags: manyOtherNames,
  examples: [
    { does: 'One listing', line: 'resale listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf' },
    {
      does: 'Only its inventory',
      line: 'resale listings get 90025b3b-3c3c-4d40-91b1-88d4177828cf --jq .availableInventory',
    },
    { does: 'By your own identifier', line: 'resale listings get RETURN-000002' },
  ],
  next: 'resale inventory set ID QUANTITY',
  answer: () => ({
    shape: 'either',
    fields: listingColumns,
    record: async () => (await import('../../service/listing.ts')).listing,
    passesThrough: true,
  }),
  run: (invocation, { arguments: { ids }, flags }) => getListings(invocation, ids, flags),
});
