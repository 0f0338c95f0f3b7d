import { onConflictChoices } from '../../changes/change.ts';
import { alsoMany } from '../../cli/bulk/also-many.ts';
import { askBeforeClosing, noClose, warnWhereClosed } from '../../cli/inventory/closing.ts';
import { changeColumns } from '../../cli/inventory/columns.ts';
import { previewed } from '../../cli/preview.ts';
import { choice, listingId, wholeNumber } from '../../flags/value-kinds.ts';

export const set = alsoMany(
  {
    details:
      'The change is made only where the inventory is still the one that was expected or read. Where somebody changed it meanwhile, that is a conflict: nothing changes, and the exit code is 5. Setting 0 closes the listing.',
    arguments: {
      id: listingId(),
      quantity: wholeNumber('QUANTITY', 'The inventory wanted', { min: 0 }),
    },
    flags: {
      expect: wholeNumber('N', 'The inventory it must have now; it is read first where this is not given', {
        min: 0,
      }),
      onConflict: choice(
        'WHAT',
        onConflictChoices,
        'At a conflict, fail (as without this flag), leave it and be done, or read again and retry',
      ),
      noClose,
    },
    examples: [
      { does: 'Three are for sale now', line: 'resale inventory set 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 3' },
      {
        does: 'Only if there are five',
        line: 'resale inventory set 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 3 --expect 5',
      },
      {
        does: 'Sold out: close it, in a script',
        line: 'resale inventory set 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 0 --yes',
      },
    ],
    next: 'resale listings get ID',
    columns: changeColumns,
    check: (_, { flags }) =>
      flags.expect !== undefined && flags.onConflict === 'retry'
        ? [
            {
              name: '--on-conflict',
              message: 'retry does not go with --expect, which says the one value that will do',
            },
          ]
        : [],
    async run(invocation, { arguments: { id, quantity }, flags }) {
      const { settings, patience } = invocation;
      if (!settings.dryRun) await invocation.refuseReadOnly();
      const client = await invocation.client();
      const { changeInventory, confirmExpected, planStep } = await import('../../changes/change.ts');
      const { setRequest } = await import('../../changes/set.ts');
      const wanted = () => quantity;
      const start = flags.expect === undefined ? await currentInventory() : { id, from: flags.expect };
      const step = planStep(start, wanted);
      if (settings.dryRun)
        return previewed(
          // Where it is the one wanted already, nothing would be sent.
          step.from === step.to ? [] : [client.preview('updateInventory', setRequest(step))],
          settings,
        );
      const mayClose = await askBeforeClosing(invocation, step, flags.noClose);
      const change =
        flags.expect === quantity
          ? await confirmExpected(client, step)
          : await changeInventory(
              client,
              step,
              wanted,
              { onConflict: flags.onConflict ?? 'fail', mayClose },
              patience,
            );
      warnWhereClosed(invocation, step, change);
      return { kind: 'record', record: { ...change }, columns: changeColumns };

      async function currentInventory() {
        const { readStart } = await import('../../changes/read.ts');
        const current = await readStart(client, id);
        invocation.note(`The inventory is ${current.from}.`);
        return current;
      }
    },
  },
  {
    operation: 'inventory set',
    notWithRows: ['expect'],
    request: ({ onConflict = 'fail', noClose }) => ({ onConflict, maxClose: noClose ? 0 : undefined }),
  },
);
