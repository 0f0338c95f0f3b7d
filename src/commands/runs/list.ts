import { command } from '../../cli/command.ts';
import { readsMachine } from '../../cli/effects.ts';
import { runColumnsFor, runFields } from '../../cli/runs/columns.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { runLine } from '../../words/resale-line.ts';

export const list = command({
  details:
    'Lists runs, newest first. A planned one has sent nothing yet, a running one is being worked on by another process, an unfinished one can be resumed, an unresolved one has rows whose outcome is unknown, and a failed one has ended with rows that were refused. A done row was applied, or needed nothing.',
  effect: readsMachine,
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
  answer: () => ({ shape: 'records', fields: runFields }),
  async run({ io, format }) {
    const [{ runRecords }, { listRuns }] = await Promise.all([
      import('../../bulk/journal/recorded-run.ts'),
      import('../../bulk/journal/directory.ts'),
    ]);
    const unfinished: Parameters<typeof runLine>[1][] = [];
    const unresolved: typeof unfinished = [];
    return {
      kind: 'records',
      async records(show) {
        for await (const record of runRecords(stateDirectory(io.env))) {
          if (record.state === 'unfinished') unfinished.push(record);
          if (record.state === 'unresolved') unresolved.push(record);
          await show([record]);
        }
      },
      columns: runColumnsFor(format(), await listRuns(stateDirectory(io.env))),
      empty: 'No runs.',
      notice() {
        const lines = [
          ...toType('Resume', 'the unfinished run', unfinished, 'resume'),
          ...toType('Settle', 'the unknown rows', unresolved, 'resolve'),
        ];
        return lines.length > 0 ? lines.join('\n') : undefined;
      },
    };
  },
});

/** The line that does something with the newest of some runs, the first of them. */
const toType = (
  does: string,
  what: string,
  [newest, ...others]: readonly Parameters<typeof runLine>[1][],
  verb: 'resume' | 'resolve',
): string[] =>
  newest === undefined
    ? []
    : [
        `${does} ${what}${others.length > 0 ? ` (the newest of ${others.length + 1} runs)` : ''} with: ${runLine(verb, newest)}`,
      ];
