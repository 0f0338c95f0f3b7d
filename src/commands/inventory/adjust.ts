import { InventoryItem } from '../../changes/inventory-item.ts';
import { inventoryAdjust } from '../../changes/inventory-operations.ts';
import { readInventory } from '../../changes/inventory-snapshot.ts';
import { AddToInventory } from '../../changes/inventory-steps.ts';
import { closesListings } from '../../line/command.ts';
import { toggle, wholeNumber } from '../../line/flags/value-kinds.ts';
import { listingId, otherNames, resolveListing } from '../../names/typed-names.ts';
import { alsoMany } from '../../runs/command/also-many.ts';
import { changeColumns, changeInventory, confirmBarCode, foretells, noClose } from './change-inventory.ts';

export const adjust = alsoMany(
  {
    details:
      'Adds to the current inventory with one request. If its answer is lost, nobody can tell whether it was applied. With --exact, the inventory is read and replaced instead, so that the result can be checked. --no-close does the same for a decrease, since others may buy the rest in between.',
    effect: { ...closesListings, repeatable: false, asks: 'sometimes' },
    arguments: {
      id: listingId,
      delta: wholeNumber('DELTA', 'How many to add, such as 2 or +2; -2 to take away', { mayHavePlus: true }),
    },
    flags: {
      ...otherNames,
      exact: toggle(
        'Read the inventory and replace it, so that the result can be checked (default with --from)',
      ),
      direct: toggle('Add to the inventory with one request (default without --from)'),
      noClose,
    },
    examples: [
      { does: 'Two more came in', line: 'resale inventory adjust RETURN-000005 2' },
      {
        does: 'One was sold elsewhere; by SKU',
        line: 'resale inventory adjust TLH-JEANS-000007-2832 -1',
      },
      {
        does: 'What would the rows of a file change?',
        line: 'resale inventory adjust --from sold.csv --dry-run',
      },
    ],
    next: 'resale listings get ID',
    answer: { fields: changeColumns },
    conflicts: ['--exact --direct', '--direct --plan'],
    check: (_, { arguments: { delta } }) =>
      delta === 0 ? [{ name: 'DELTA', message: 'must not be 0' }] : [],
    async run(invocation, { arguments: { id: typed, delta }, flags }) {
      const { exact, direct, noClose } = flags;
      const { dryRun, yes } = invocation.settings;
      if (!dryRun) await invocation.refuseReadOnly();
      const client = await invocation.client();
      const known = await resolveListing(client, typed, flags, invocation);
      const { id } = known;
      const options = { onConflict: 'retry', noClose } as const;
      await confirmBarCode(invocation, delta);
      // A single ADJUST would be carried out even if others have sold the rest meanwhile.
      const replaces = exact || (delta < 0 && noClose && !direct);
      // Only the current inventory shows whether a decrease closes the listing.
      const mustRead = replaces || foretells(invocation) || (delta < 0 && (noClose || (!dryRun && !yes)));
      const item = new InventoryItem([], (current) => current + delta, { delta, direct: !replaces });
      if (!mustRead) {
        const { inventory, isClosed } = known;
        const planned =
          dryRun && inventory !== undefined
            ? item.plan({ id, inventory, isClosed })
            : new AddToInventory(id, delta, inventory, isClosed);
        return changeInventory(invocation, client, planned, known, options);
      }
      const listing = await readInventory(client, id);
      invocation.nameListing(id, listing.name);
      const planned = item.plan(listing);
      return changeInventory(invocation, client, planned, listing, options);
    },
  },
  {
    operation: async () => inventoryAdjust,
    changesInventory: true,
    options: ({ direct, noClose }) => ({
      direct,
      onConflict: 'retry',
      ...(noClose ? { maxClose: 0 } : {}),
    }),
  },
);
