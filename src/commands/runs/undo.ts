import { closesListings, command } from '../../line/command.ts';
import { runName, toggle } from '../../line/flags/value-kinds.ts';
import { reportFields } from '../../runs/report/row-columns.ts';
import { bulkFlags } from '../../runs/request/bulk-flags.ts';
import { newestRuns } from './newest-runs.ts';

export const undo = command({
  details:
    'Restores what a run changed, once. An inventory that was set goes back to what the run found, if it still has what the run left; from an adjusted one the delta is subtracted again, never below 0. Only inventories are restored: the service decides whether a closed listing opens again. The undo is the run RUN/undo; if it is stopped, the same line continues it. A stopped run is ended first, and a run with rows in doubt is refused.',
  effect: closesListings,
  arguments: { run: { ...runName, offer: newestRuns('undoable') } },
  flags: {
    converged: toggle('Also restore converged rows, which somebody else may have changed'),
    concurrency: bulkFlags.concurrency,
  },
  examples: [
    { does: 'See what it would restore', line: 'resale runs undo restock --dry-run' },
    { does: 'Undo the run', line: 'resale runs undo restock' },
    { does: 'The same in a script', line: 'resale runs undo restock --yes' },
  ],
  next: 'resale runs list',
  answer: { shape: 'records', fields: reportFields(['stateBefore']) },
  async run(invocation, { arguments: { run }, flags }) {
    const { undoRun } = await import('./undo-run.ts');
    return undoRun(invocation, run, flags);
  },
});
