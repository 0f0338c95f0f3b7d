import type { RowReport } from '../../bulk/report.ts';
import { answerColumnsOf, reportColumns, reportFields, rowNumber } from '../../cli/bulk/columns.ts';
import { command } from '../../cli/command.ts';
import { readsMachine } from '../../cli/effects.ts';
import { oneRun, oneRunColumns } from '../../cli/runs/columns.ts';
import { runName, toggle } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Shown } from '../../terminal/columns.ts';

export const show = command({
  details:
    'Shows what the run was asked to do and how far it got. With --rows, shows the outcome of each row that was sent or refused.',
  effect: readsMachine,
  arguments: { run: runName },
  flags: {
    rows: toggle('Show one record per row instead'),
    unknown: toggle('Only the rows that may or may not have been applied'),
  },
  examples: [
    { does: 'One run', line: 'resale runs show restock' },
    { does: 'Row by row', line: 'resale runs show restock --rows' },
    { does: 'The rows that a person has to check', line: 'resale runs show restock --unknown' },
  ],
  next: 'resale runs resume RUN',
  columns: oneRunColumns,
  shape: ({ rows, unknown }) => (rows || unknown ? 'records' : 'record'),
  fieldsFor: ({ rows, unknown }) => (rows || unknown ? reportFields() : undefined),
  async run(invocation, { arguments: { run }, flags }) {
    const [{ openRunDirectory }, { readRun, rowsOfRun, runRecord }] = await Promise.all([
      import('../../bulk/journal/directory.ts'),
      import('../../bulk/journal/recorded-run.ts'),
    ]);
    const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
    if (!flags.rows && !flags.unknown) {
      const recorded = await readRun(directory);
      const { manifest } = recorded;
      const { path } = manifest.input;
      const record = {
        ...(await runRecord(recorded)),
        input: path ?? 'piped',
        options: manifest.options,
      };
      // A resume looks at the rows whose answers were lost; only what it leaves unknown is for a person to settle.
      if (record.state === 'unfinished') invocation.note(`Resume it with: resale runs resume ${run}`);
      else if (record.unknown > 0)
        invocation.note(`Settle the unknown rows with: resale runs resolve ${run}`);
      return oneRun(record, invocation);
    }
    const [{ readManifest }, { operationNamed }] = await Promise.all([
      import('../../bulk/journal/manifest.ts'),
      import('../../changes/operations.ts'),
    ]);
    const { operation } = await readManifest(directory);
    const answered = answerColumnsOf(operationNamed(operation)?.answers ?? []);
    const blank = Object.fromEntries(answered.map(({ field }) => [field, null]));
    const isShown = ({ outcome }: RowReport) => !flags.unknown || outcome === 'unknown';
    return {
      kind: 'records',
      records: filtered(rowsOfRun(directory), isShown, blank),
      columns: [rowNumber, ...reportColumns, ...answered],
      empty: 'No such rows.',
    };
  },
});

async function* filtered(
  rows: AsyncIterable<RowReport & { row: number }>,
  isShown: (row: RowReport) => boolean,
  blank: Shown,
): AsyncGenerator<Shown> {
  for await (const row of rows) if (isShown(row)) yield { ...row, ...blank, ...row };
}
