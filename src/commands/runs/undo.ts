import { reportFields } from '../../cli/bulk/columns.ts';
import { bulkFlags } from '../../cli/bulk/flags.ts';
import { closesListings, command } from '../../cli/command.ts';
import { runName } from '../../flags/value-kinds.ts';

export const undo = command({
  details:
    'Restores every inventory that the run changed and that still has the value the run wrote; one that has changed since is skipped. Only inventories are restored: the service decides whether a closed listing opens again. An undo is a run of its own.',
  effect: closesListings,
  arguments: { run: { ...runName, inState: 'undoable' } },
  flags: { concurrency: bulkFlags.concurrency, failedOut: bulkFlags.failedOut },
  examples: [
    { does: 'See what it would restore', line: 'resale runs undo restock --dry-run' },
    { does: 'Undo the run', line: 'resale runs undo restock' },
    { does: 'The same in a script', line: 'resale runs undo restock --yes' },
  ],
  next: 'resale runs list',
  answer: () => ({ shape: 'records', fields: reportFields(['stateBefore']) }),
  async run(invocation, { arguments: { run }, flags }) {
    const { undoRun } = await import('../../cli/runs/undo-run.ts');
    return undoRun(invocation, run, flags);
  },
});
