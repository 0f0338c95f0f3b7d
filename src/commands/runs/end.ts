import { changesMachine, command } from '../../line/command.ts';
import { runName } from '../../line/flags/value-kinds.ts';
import { runFields } from '../../runs/report/run-columns.ts';
import { newestRuns } from './newest-runs.ts';

export const end = command({
  details:
    'Gives up a stopped run: rows that were not sent stay unsent, and it can no longer be resumed. Nothing is changed at the service. Rows in doubt stay in doubt until they are resolved.',
  effect: { ...changesMachine, asks: 'always' },
  arguments: { run: { ...runName, offer: newestRuns('unfinished') } },
  examples: [
    { does: 'Give up what a run has not sent', line: 'resale runs end restock' },
    { does: 'The same in a script', line: 'resale runs end restock --yes' },
    { does: 'See how much that is', line: 'resale runs end restock --dry-run' },
  ],
  next: 'resale runs show RUN',
  answer: { fields: runFields },
  async run(invocation, { arguments: { run } }) {
    const { endRun } = await import('./end-run.ts');
    return endRun(invocation, run);
  },
});
