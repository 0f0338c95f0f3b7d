import { command } from '../../cli/command.ts';
import { runColumns } from '../../cli/runs/columns.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Column } from '../../terminal/columns.ts';

export const list = command({
  details:
    'Lists runs, newest first. An unfinished run can be resumed; an unresolved one has rows whose outcome is unknown.',
  arguments: {},
  flags: {},
  examples: [
    { does: 'All runs', line: 'resale runs list' },
    {
      does: 'Those that need attention',
      line: 'resale runs list -o ndjson --jq \'select(.state != "finished")\'',
    },
    { does: 'For a spreadsheet', line: 'resale runs list -o csv' },
  ],
  next: 'resale runs show RUN',
  columns: runColumns,
  fields: ['error'],
  async run({ io }) {
    const { runRecords } = await import('../../bulk/journal/recorded-run.ts');
    return {
      kind: 'records',
      records: runRecords(stateDirectory(io.env)),
      columns: [...runColumns, damage],
      empty: 'No runs.',
    };
  },
});

/** Why a run can't be read. */
const damage: Column = { field: 'error', title: 'ERROR', below: true };
