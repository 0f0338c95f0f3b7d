import { decisions } from '../../changes/outcome.ts';
import { command } from '../../cli/command.ts';
import { changesMachine } from '../../cli/effects.ts';
import { runFields } from '../../cli/runs/columns.ts';
import { unknownColumns } from '../../cli/runs/unknown-columns.ts';
import { choice, runName, toggle, wholeNumber, wholeNumbers } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';

export const resolve = command({
  details:
    'Settles rows that may or may not have been applied. It reads each of their listings anew and shows what it was, what was wanted, and what it is now. At a terminal it then asks, row by row, what became of the change; one answer may settle all rows that look alike. In a script, name the rows with --rows, or all with --all, and say with --as what became of them: they were applied, they were not (refused), or the next resume should send them again (retry). Nothing is changed at the service.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: { run: runName },
  flags: {
    rows: wholeNumbers('Only these rows, by their numbers: 41,72'),
    lines: wholeNumbers('Only the rows at these lines of the file'),
    all: toggle('All rows that are unknown'),
    as: choice('WHAT', decisions, 'What became of them; retry has them sent again'),
    row: wholeNumber('N', 'Only this row; as --rows', { min: 1 }),
    line: wholeNumber('N', 'Only the row at this line; as --lines', { min: 1 }),
  },
  examples: [
    { does: 'Look at the unknown rows, and settle them one by one', line: 'resale runs resolve restock' },
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
  columns: unknownColumns,
  fieldsFor: ({ as }) => (as === undefined ? undefined : runFields),
  shape: ({ as }) => (as === undefined ? 'records' : 'record'),
  // Looking and asking shows more than one list.
  hasRecords: ({ as }) => as !== undefined,
  check(invocation, { flags: { rows, lines, all, as, row, line } }) {
    const isNamed = [rows, lines, row, line].some((said) => said !== undefined);
    if (all && isNamed) return [{ name: '--all', message: 'does not go with rows that are named' }];
    if (as !== undefined && !all && !isNamed)
      return [{ name: '--rows', message: 'is missing: name the rows, or use --all' }];
    if (as === undefined && (all || isNamed) && !invocation.canAsk())
      return [{ name: '--as', message: 'is missing' }];
    return [];
  },
  async run(invocation, { arguments: { run }, flags: { as, ...flags } }) {
    const { openRunDirectory } = await import('../../bulk/journal/directory.ts');
    const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
    const together = (one: number | undefined, many: readonly number[] = []) =>
      one === undefined ? many : [one, ...many];
    const chosen = { rows: together(flags.row, flags.rows), lines: together(flags.line, flags.lines) };
    const { lookAtUnknownRows, settleRows } = await import('../../cli/runs/look-at-rows.ts');
    return as === undefined
      ? lookAtUnknownRows(invocation, directory, chosen)
      : settleRows(invocation, directory, chosen, as);
  },
});
