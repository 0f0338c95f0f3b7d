import { Conflict, onConflictChoices } from '../../changes/change-errors.ts';
import { InventoryItem } from '../../changes/inventory-item.ts';
import { inventorySet } from '../../changes/inventory-operations.ts';
import { readInventory } from '../../changes/inventory-snapshot.ts';
import { closesListings } from '../../line/command.ts';
import { choice, wholeNumber } from '../../line/flags/value-kinds.ts';
import { Advised } from '../../line/usage-error.ts';
import { listingId, otherNames, resolveListing } from '../../names/typed-names.ts';
import { alsoMany } from '../../runs/command/also-many.ts';
import { proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { changeColumns, changeInventory, confirmBarCode, foretells, noClose } from './change-inventory.ts';

export const set = alsoMany(
  {
    details:
      'Changes the inventory only if it is still the value that you expect, or that was read. Otherwise there is a conflict: nothing changes, and the exit code is 5. Setting 0 closes the listing.',
    effect: { ...closesListings, asks: 'sometimes' },
    effectWith: { '--no-close': { ...closesListings, does: 'changes', asks: 'sometimes' } },
    arguments: {
      id: listingId,
      quantity: wholeNumber('QUANTITY', 'The new inventory', { min: 0 }),
    },
    flags: {
      ...otherNames,
      expect: wholeNumber('N', 'The inventory that you expect (default: read it first)', {
        min: 0,
      }),
      onConflict: {
        ...choice('WHAT', onConflictChoices, 'On a conflict (retry starts from the current value)'),
        default: 'fail',
      },
      noClose,
    },
    examples: [
      { does: 'Three are for sale now', line: 'resale inventory set RETURN-000001 3' },
      {
        does: 'Five, but only if there are nine now',
        line: 'resale inventory set RETURN-000002 5 --expect 9',
      },
      {
        does: 'What would the rows of a file change?',
        line: 'resale inventory set --from restock.csv --dry-run',
      },
    ],
    next: 'resale listings get ID',
    answer: { fields: changeColumns },
    conflicts: ['--from --expect', '--expect --on-conflict=retry'],
    async run(invocation, { arguments: { id: typed, quantity }, flags }) {
      if (!invocation.settings.dryRun) await invocation.refuseReadOnly();
      const client = await invocation.client();
      const known = await resolveListing(client, typed, flags, invocation);
      const { id } = known;
      const { expect, onConflict = 'fail', noClose } = flags;
      // If the expected value is the wanted one, nothing is sent, so the listing is read to check it.
      const mustRead =
        expect === undefined || foretells(invocation) || (expect === quantity && !invocation.settings.dryRun);
      const listing = mustRead
        ? await readInventory(client, id)
        : {
            ...known,
            inventory: invocation.settings.dryRun ? (known.inventory ?? expect) : expect,
            isClosed: undefined,
          };
      invocation.nameListing(id, listing.name);
      await confirmBarCode(invocation, quantity);
      const planned = new InventoryItem([], () => quantity, { expect }).plan(listing);
      try {
        return await changeInventory(invocation, client, planned, mustRead ? listing : known, {
          onConflict,
          noClose,
        });
      } catch (error) {
        throw error instanceof Conflict
          ? new Advised(
              error,
              proposal(
                'Nothing was changed. To set it anyway:',
                lineAgain(invocation.line, { expect: `${error.actual}`, onConflict: undefined }),
              ),
            )
          : error;
      }
    },
  },
  {
    operation: async () => inventorySet,
    changesInventory: true,
    options: ({ onConflict = 'fail', noClose }) => ({ onConflict, ...(noClose ? { maxClose: 0 } : {}) }),
  },
);
