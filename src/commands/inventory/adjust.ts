import { alsoMany } from '../../cli/bulk/also-many.ts';
import { askBeforeClosing, noClose, warnWhereClosed } from '../../cli/inventory/closing.ts';
import { changeColumns } from '../../cli/inventory/columns.ts';
import { previewed } from '../../cli/preview.ts';
import { listingId, toggle, wholeNumber } from '../../flags/value-kinds.ts';

const howMany = wholeNumber('DELTA', 'How many to add, such as 2 or +2; -2 to take away');

export const adjust = alsoMany(
  {
    details:
      'Sends one request that adds to whatever is there. If its answer is lost, nobody can tell whether it was applied; --exact reads the inventory and replaces it instead, so that what happened can be told.',
    arguments: {
      id: listingId(),
      delta: { ...howMany, read: (said) => howMany.read(said.replace(/^\+(?=\d)/, '')) },
    },
    flags: {
      exact: toggle('Read the inventory and replace it, instead of adding blindly'),
      noClose,
    },
    examples: [
      { does: 'Two more came in', line: 'resale inventory adjust 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 2' },
      {
        does: 'One was sold elsewhere',
        line: 'resale inventory adjust 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 -1',
      },
      {
        does: 'The same, so that a lost answer can be explained',
        line: 'resale inventory adjust 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 -1 --exact',
      },
    ],
    next: 'resale listings get ID',
    columns: changeColumns,
    check: (_, { arguments: { delta } }) =>
      delta === 0 ? [{ name: 'DELTA', message: 'must not be 0' }] : [],
    async run(invocation, { arguments: { id, delta }, flags }) {
      const { settings, patience } = invocation;
      if (!settings.dryRun) await invocation.refuseReadOnly();
      const client = await invocation.client();
      const { adjustInventory, adjustRequest, changeInventory, planStep } = await import(
        '../../changes/change.ts'
      );
      const { setRequest } = await import('../../changes/set.ts');
      const { readStart } = await import('../../changes/read.ts');
      if (settings.dryRun && !flags.exact)
        return previewed([client.preview('updateInventory', adjustRequest(id, delta))], settings);

      const wanted = (current: number) => current + delta;
      const mustRead = flags.exact || (delta < 0 && (!settings.yes || flags.noClose));
      const step = mustRead ? planStep(await readStart(client, id), wanted) : undefined;
      if (step && settings.dryRun)
        return previewed([client.preview('updateInventory', setRequest(step))], settings);
      const mayClose = step ? await askBeforeClosing(invocation, step, flags.noClose) : true;
      const change =
        step && flags.exact
          ? await changeInventory(client, step, wanted, { onConflict: 'retry', mayClose }, patience)
          : await adjustInventory(client, id, delta, step?.from, patience);
      warnWhereClosed(invocation, step ?? {}, change);
      return { kind: 'record', record: { ...change }, columns: changeColumns };
    },
  },
  {
    operation: 'inventory adjust',
    flags: {
      direct: toggle(
        'One request a row that adds to whatever is there, instead of --exact, which rows have by themselves',
      ),
    },
    notWithRows: [],
    request: ({ direct, noClose }) => ({
      onConflict: 'retry',
      options: { direct },
      maxClose: noClose ? 0 : undefined,
    }),
  },
);
