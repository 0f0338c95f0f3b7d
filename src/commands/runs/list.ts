import { command, readsMachine } from '../../line/command.ts';
import { toggle } from '../../line/flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { nextLine, runColumnsFor, runFields } from '../../runs/report/run-columns.ts';
import type { Shown } from '../../terminal/columns.ts';
import type { Advice } from '../../words/advice.ts';

export const list = command({
  details:
    'Lists runs, newest first. A running one is being worked on by another process, an unfinished one can be resumed, an unresolved one has rows in doubt, and a failed one has ended with rows that were refused or given up; rows that --skip-invalid left out do not count. A done row was applied, or needed no request. With --all, also plans that nobody agreed to.',
  effect: readsMachine,
  flags: { all: toggle('Also plans that nobody agreed to') },
  examples: [
    { does: 'All runs', line: 'resale runs list' },
    {
      does: 'Those that did not apply every row',
      line: 'resale runs list -o ndjson --jq \'select(.state != "finished")\'',
    },
    { does: 'For a spreadsheet', line: 'resale runs list -o csv' },
  ],
  next: 'resale runs show RUN',
  answer: { shape: 'records', fields: runFields },
  async run(invocation, { flags }) {
    const [{ runRecords }, { listRuns }] = await Promise.all([
      import('../../runs/run-records.ts'),
      import('../../runs/folder/directory.ts'),
    ]);
    const state = stateDirectory(invocation.io.env);
    const all = listRuns(state).map(({ id }) => id);
    let notice: Advice | undefined;
    const records: Shown[] = [];
    for await (const record of runRecords(state, flags.all)) {
      notice ??= await nextLine(record, all, invocation);
      records.push(record);
    }
    return {
      kind: 'records',
      isKeyless: true,
      records,
      columns: runColumnsFor(invocation, all),
      empty: 'No runs.',
      notice: () => notice,
    };
  },
});
