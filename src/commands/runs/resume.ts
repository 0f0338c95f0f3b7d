import { closesListings, command } from '../../line/command.ts';
import { runName } from '../../line/flags/value-kinds.ts';
import { reportFields } from '../../runs/report/row-columns.ts';
import { concurrency } from '../../runs/request/bulk-flags.ts';
import { newestRuns } from './newest-runs.ts';

export const resume = command({
  details:
    'Continues a stopped run as it was agreed to. Finished rows are left alone, rows in doubt are looked up and never sent again, and the others are sent as planned, after their current inventories have been read. Nothing is asked again, and the file is no longer needed. Without a name, it resumes the newest unfinished run.',
  effect: closesListings,
  arguments: { run: { ...runName, optional: true, offer: newestRuns() } },
  flags: { concurrency },
  examples: [
    { does: 'The newest unfinished run', line: 'resale runs resume' },
    { does: 'A particular run', line: 'resale runs resume restock' },
    { does: 'See what is left', line: 'resale runs resume restock --dry-run' },
  ],
  next: 'resale runs show RUN',
  answer: { shape: 'records', fields: reportFields() },
  async run(invocation, { arguments: { run }, flags }) {
    const { resumeRun } = await import('../../runs/command/resume-run.ts');
    return resumeRun(invocation, run, flags.concurrency);
  },
});
