import { command } from '../../cli/command.ts';
import { listColumns, runColumns } from '../../cli/runs/columns.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Column } from '../../terminal/columns.ts';

export const list = command({
  details:
    'Lists runs, newest first. A running one is being worked on by another process, an unfinished one can be resumed, and an unresolved one has rows whose outcome is unknown.',
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
    const [{ runRecords }, { listRuns }] = await Promise.all([
      import('../../bulk/journal/recorded-run.ts'),
      import('../../bulk/journal/directory.ts'),
    ]);
    const unsettled: unknown[] = [];
    const records = async function* () {
      for await (const record of runRecords(stateDirectory(io.env))) {
        if (record.unknown) unsettled.push(record.run);
        yield record;
      }
    };
    const settle = 'Settle the unknown rows with: resale runs resolve';
    return {
      kind: 'records',
      records: records(),
      columns: [...listColumns(await listRuns(stateDirectory(io.env))), damage],
      empty: 'No runs.',
      notice: () =>
        unsettled.length > 0 ? `${settle} ${unsettled.length > 1 ? 'RUN' : unsettled[0]}` : undefined,
    };
  },
});

/** Why a run can't be read. */
const damage: Column = { field: 'error', title: 'ERROR', below: true };
