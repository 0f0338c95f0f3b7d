import { reportFields } from '../../cli/bulk/columns.ts';
import { bulkFlags, concurrency, inventoryBulkFlags } from '../../cli/bulk/flags.ts';
import { closesListings, command } from '../../cli/command.ts';
import { runName } from '../../flags/value-kinds.ts';

export const resume = command({
  details:
    'Continues a run that was stopped. Finished rows are not touched, a row whose answer was lost is checked but never sent again, and the others are planned again from the current inventories. The flags of the original run apply unless you give new ones. Without a name, resumes the newest unfinished run.',
  effect: { ...closesListings, asks: 'sometimes' },
  arguments: { run: { ...runName, optional: true } },
  flags: {
    concurrency,
    maxClose: inventoryBulkFlags.maxClose,
    maxChange: bulkFlags.maxChange,
    failedOut: bulkFlags.failedOut,
  },
  examples: [
    { does: 'The newest unfinished run', line: 'resale runs resume' },
    { does: 'A particular run', line: 'resale runs resume restock' },
    { does: 'See what it would do', line: 'resale runs resume restock --dry-run' },
    { does: 'Save the rows that fail', line: 'resale runs resume restock --failed-out failed.csv' },
  ],
  next: 'resale runs show RUN',
  answer: () => ({ shape: 'records', fields: reportFields() }),
  async run(invocation, { arguments: { run }, flags }) {
    const { resumeRun } = await import('../../cli/runs/resume-run.ts');
    return resumeRun(invocation, run, flags);
  },
});
