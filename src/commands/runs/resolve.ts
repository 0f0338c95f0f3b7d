import { decisions } from '../../changes/outcome.ts';
import { changesMachine, command } from '../../line/command.ts';
import { choice, fileBeside, runName, toggle, wholeNumbers } from '../../line/flags/value-kinds.ts';
import { missing } from '../../line/flags/values.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { runFields } from '../../runs/report/run-columns.ts';
import { unknownColumns } from './doubtful-rows.ts';
import { newestRuns } from './newest-runs.ts';

export const resolve = command({
  details:
    'Resolves rows that may or may not have been applied. It reads their listings again and shows what each inventory was, what was wanted, and what it is now. At a terminal it then asks what became of them, once for all rows that look alike, or only for those of --lines. In a script, name the rows with --lines, or all with --all, and say with --as whether they were applied. Nothing is changed at the service.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: { run: { ...runName, offer: newestRuns('in doubt') } },
  flags: {
    lines: wholeNumbers('Only the rows of these lines: 41,72'),
    all: toggle('All rows in doubt'),
    as: choice('WHAT', decisions, 'What became of them'),
    failedOut: fileBeside('Write the rows resolved as not applied to a file, ready to run again'),
  },
  examples: [
    { does: 'Look at the rows in doubt, and resolve them', line: 'resale runs resolve restock' },
    { does: 'Two were applied', line: 'resale runs resolve restock --lines 2,3 --as applied' },
    {
      does: 'See what the run would look like then',
      line: 'resale runs resolve restock --lines 2,3 --as applied --dry-run',
    },
    {
      does: 'None was applied: write them to a file, to run again',
      line: 'resale runs resolve restock --all --as not-applied --failed-out again.csv',
    },
    {
      does: 'The lines of the rows that look applied, in a script',
      line: 'resale runs resolve restock --jq \'map(select(.looks == "wanted").line) | join(",")\'',
    },
  ],
  next: 'resale runs show RUN',
  answer: { shape: 'records', fields: unknownColumns },
  answerWith: { as: { fields: runFields } },
  conflicts: ['--all --lines'],
  check(invocation, { flags: { lines, all, as } }) {
    const isNamed = all || lines !== undefined;
    if (as !== undefined && !isNamed) return [missing('--lines', ': name the lines, or use --all')];
    return as === undefined && isNamed && !invocation.canAsk() ? [missing('--as')] : [];
  },
  async run(invocation, { arguments: { run }, flags: { as, lines = [], failedOut } }) {
    const [{ openRunDirectory }, { resolveRun }] = await Promise.all([
      import('../../runs/folder/directory.ts'),
      import('./resolve-run.ts'),
    ]);
    const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
    return resolveRun(invocation, directory, { lines, as, failedOut });
  },
});
