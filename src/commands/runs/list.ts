import { DamagedRun } from '../../bulk/journal/errors.ts';
import { command } from '../../cli/command.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { runColumns, shownRun } from '../../cli/runs/columns.ts';
import { allRuns, readRun } from '../../cli/runs/recorded-run.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

export const list = command({
  details: 'Newest first. An unfinished run can be resumed; in an unresolved one, rows are unknown.',
  arguments: {},
  flags: {},
  examples: [
    { does: 'All runs', line: 'resale runs list' },
    {
      does: 'Those that want attention',
      line: 'resale runs list -o ndjson --jq \'select(.state != "finished")\'',
    },
    { does: 'For a spreadsheet', line: 'resale runs list -o csv' },
  ],
  next: 'resale runs show RUN',
  columns: runColumns,
  fields: ['error'],
  async run(invocation) {
    return {
      kind: 'records',
      records: shownRuns(invocation),
      columns: [...runColumns, damage],
      empty: 'No runs.',
    };
  },
});

/** Why a run can't be read. */
const damage: Column = { field: 'error', title: 'ERROR', below: true };

/** Every run, newest first; one whose files are damaged says so. */
export async function* shownRuns(invocation: Invocation): AsyncGenerator<Shown> {
  for (const directory of await allRuns(invocation))
    try {
      yield shownRun(await readRun(directory));
    } catch (error) {
      if (!(error instanceof DamagedRun)) throw error;
      yield { run: directory.id, state: 'damaged', error: error.message };
    }
}
