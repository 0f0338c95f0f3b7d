import { decisions } from '../../changes/outcome.ts';
import { changesMachine, command } from '../../cli/command.ts';
import { runFields } from '../../cli/runs/columns.ts';
import { unknownColumns } from '../../cli/runs/unknown-rows.ts';
import { choice, runName, toggle, wholeNumbers } from '../../flags/value-kinds.ts';
import { missing } from '../../flags/values.ts';
import { stateDirectory } from '../../profiles/directories.ts';

export const resolve = command({
  details:
    'Settles rows that may or may not have been applied. It reads each of their listings anew and shows what it was, what was wanted, and what it is now. At a terminal it then asks what became of them, once for all rows that look alike, or only about those of --rows. In a script, name the rows with --rows, or all with --all, and say with --as what became of them: they were applied, they were not (refused), or the next resume should send them again (retry). Nothing is changed at the service.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: { run: { ...runName, inState: 'unresolved' } },
  flags: {
    rows: wholeNumbers('Only these rows, by their numbers: 41,72'),
    all: toggle('All rows in doubt'),
    as: choice('WHAT', decisions, 'What became of them (retry has them sent again)'),
  },
  examples: [
    { does: 'Look at the rows in doubt, and settle them', line: 'resale runs resolve restock' },
    { does: 'Two were applied', line: 'resale runs resolve restock --rows 2,3 --as applied' },
    {
      does: 'See what the run would look like then',
      line: 'resale runs resolve restock --rows 2,3 --as applied --dry-run',
    },
    { does: 'Send all of them again', line: 'resale runs resolve restock --all --as retry' },
    {
      does: 'The numbers of the rows that look applied, in a script',
      line: 'resale runs resolve restock --jq \'map(select(.looks == "wanted").row) | join(",")\'',
    },
  ],
  next: 'resale runs resume RUN',
  answer: ({ as }) =>
    as === undefined ? { shape: 'records', fields: unknownColumns } : { fields: runFields },
  conflicts: ['--all --rows'],
  check(invocation, { flags: { rows, all, as } }) {
    const isNamed = all || rows !== undefined;
    if (as !== undefined && !isNamed) return [missing('--rows', ': name the rows, or use --all')];
    return as === undefined && isNamed && !invocation.canAsk() ? [missing('--as')] : [];
  },
  async run(invocation, { arguments: { run }, flags: { as, rows = [] } }) {
    const [{ openRunDirectory }, { resolveRun }] = await Promise.all([
      import('../../bulk/journal/directory.ts'),
      import('../../cli/runs/resolve-run.ts'),
    ]);
    const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
    return resolveRun(invocation, directory, rows, as);
  },
});
