import { command } from '../../cli/command.ts';
import { runColumns, runColumnsFor } from '../../cli/runs/columns.ts';
import { stateDirectory } from '../../profiles/directories.ts';

export const list = command({
  details:
    'Lists runs, newest first. A planned one has sent nothing yet, a running one is being worked on by another process, an unfinished one can be resumed, an unresolved one has rows whose outcome is unknown, and a failed one has ended with rows that were refused. A done row was applied, or needed nothing.',
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
  fields: ['counts', 'origin'],
  async run({ io, format }) {
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
      columns: runColumnsFor(format(), await listRuns(stateDirectory(io.env))),
      empty: 'No runs.',
      notice: () =>
        unsettled.length > 0 ? `${settle} ${unsettled.length > 1 ? 'RUN' : unsettled[0]}` : undefined,
    };
  },
});
