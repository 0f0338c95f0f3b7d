import { listingsClose } from '../../changes/inventory-operations.ts';
import { alsoMany } from '../../cli/bulk/also-many.ts';
import { errorColumn } from '../../cli/bulk/columns.ts';
import { closesListings } from '../../cli/command.ts';
import { changeColumns } from '../../cli/inventory/change-inventory.ts';
import { closeListings } from '../../cli/listings/close-listings.ts';
import { listingIds, manyOtherNames } from '../../cli/listings/listing-names.ts';

export const close = alsoMany(
  {
    details:
      'Sets the inventory to 0, which closes the listing. All listings are read before the first one is closed. If one is not found, none is closed, and the exit code is 3.',
    effect: closesListings,
    arguments: { ids: listingIds },
    flags: manyOtherNames,
    conflicts: ['--from --external-id', '--from --sku'],
    examples: [
      {
        does: 'One listing, asking first',
        line: 'resale listings close e898eb76-7b8a-4efd-8d3e-4f4cac5f137f',
      },
      {
        does: 'Several by your own identifiers, in a script',
        line: 'resale listings close RETURN-000012 RETURN-000013 --yes',
      },
      {
        does: 'What would the rows of a file close?',
        line: 'resale listings close --from gone.csv --dry-run',
      },
    ],
    next: 'resale listings list --state closed',
    answer: () => ({ shape: 'either', fields: [...changeColumns, { ...errorColumn, optional: true }] }),
    async run(invocation, { arguments: { ids }, flags }) {
      return closeListings(invocation, ids, flags);
    },
  },
  {
    operation: async () => listingsClose,
    changesInventory: true,
    options: () => ({ onConflict: 'retry' }),
  },
);
