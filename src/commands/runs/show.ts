import {
  answerColumnsFor,
  errorColumn,
  reportColumns,
  reportFields,
  rowNumber,
  withNames,
} from '../../cli/bulk/columns.ts';
import { command, readsMachine } from '../../cli/command.ts';
import { htmlConflicts, htmlFlags, htmlReport } from '../../cli/html-report.ts';
import { nextLine, oneRun, oneRunColumns, optionWords } from '../../cli/runs/columns.ts';
import { runName, toggle } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { RunDirectory } from '../../runs/directory.ts';
import type { RowState } from '../../runs/journal/run-state.ts';
import { formats } from '../../terminal/formats.ts';

export const show = command({
  details:
    'Shows what the run was asked to do and how far it got. With --rows, shows the outcome of each row that was reached.',
  effect: readsMachine,
  arguments: { run: runName },
  flags: {
    rows: toggle('Show one record per row instead'),
    unknown: toggle('Only the rows that may or may not have been applied'),
    ...htmlFlags,
  },
  examples: [
    { does: 'One run', line: 'resale runs show restock' },
    { does: 'Row by row', line: 'resale runs show restock --rows' },
    { does: 'The rows that a person has to check', line: 'resale runs show restock --unknown' },
    { does: 'All of it as a page to look at', line: 'resale runs show restock --html restock.html' },
  ],
  next: 'resale runs resume RUN',
  answer: ({ rows, unknown }) =>
    rows || unknown ? { shape: 'records', fields: reportFields() } : { fields: oneRunColumns },
  conflicts: [...htmlConflicts, '--rows --html', '--unknown --html'],
  async run(invocation, { arguments: { run }, flags }) {
    const [{ listRuns, openRunDirectory }, { readRun, runRecord, undoneRuns }] = await Promise.all([
      import('../../runs/directory.ts'),
      import('../../runs/recorded-run.ts'),
    ]);
    const runs = stateDirectory(invocation.io.env);
    const directory = await openRunDirectory(runs, run);
    const named = (await listRuns(runs)).map(({ id }) => id);
    if (flags.html !== undefined)
      return htmlReport(flags.html, invocation, { rows: true }, async () => {
        const { runReport } = await import('../../reports/run.ts');
        const { recorded, rows } = await readWithRows(directory);
        const { input, options } = recorded.manifest;
        const record = runRecord(recorded, await undoneRuns(runs));
        const { namesOf } = await import('../../cli/runs/same-run.ts');
        const names = await namesOf(invocation, recorded, rows);
        return runReport({
          record,
          input,
          options: optionWords(options),
          rows,
          names,
          times: recorded.state,
        });
      });
    if (!flags.rows && !flags.unknown) {
      const recorded = await readRun(directory);
      const { manifest } = recorded;
      const { path } = manifest.input;
      const record = {
        ...runRecord(recorded, await undoneRuns(runs)),
        input: path ?? 'piped',
        options: manifest.options,
      };
      const notice = await nextLine(record, named, invocation);
      return { ...oneRun(record, invocation, named), notice };
    }
    const [{ operationNamed }, { reportOf }] = await Promise.all([
      import('../../changes/operations.ts'),
      import('../../runs/report.ts'),
    ]);
    const { recorded, rows: all } = await readWithRows(directory);
    const { manifest, state } = recorded;
    const answers = operationNamed(manifest.operation)?.answers ?? [];
    const rows = all.filter(({ outcome }) => !flags.unknown || outcome === 'unknown');
    const format = invocation.format();
    const { isDrawn } = formats[format];
    const isOnScreen = isDrawn && invocation.settings.fields === undefined;
    const names = isOnScreen
      ? await (await import('../../cli/runs/same-run.ts')).namesOf(invocation, recorded, rows)
      : new Map();
    const every = [...reportColumns, ...answerColumnsFor(answers, state, format)];
    const isInDoubt = isOnScreen && flags.unknown === true;
    // Of rows in doubt, nothing else is known.
    const ofDoubt = every.filter(({ field }) => /^(line|id|before)$/.test(field));
    const evidence = { ...errorColumn, title: 'KNOWN', below: 'if left out', leaves: 1 } as const;
    const known = isInDoubt ? [...ofDoubt, evidence] : every;
    const columns = [isOnScreen ? { ...rowNumber, later: 2 } : rowNumber, ...known];
    const next = isInDoubt ? await nextLine(runRecord(recorded, new Map()), named, invocation) : undefined;
    return {
      kind: 'records',
      records: rows.map((row) => {
        const shown = isDrawn && { name: names.get(row.row), outcome: state.shownOutcome(row) };
        return { row: row.row, ...reportOf(row, answers), ...shown };
      }),
      columns: names.size > 0 ? withNames(columns) : columns,
      empty: 'No such rows.',
      notice: () => next,
    };
  },
});

/** The rows in the order of the file; while a process works on the run, without those under way. */
const readWithRows = async (directory: RunDirectory) => {
  const [{ readRun }, { isWorkedOn }] = await Promise.all([
    import('../../runs/recorded-run.ts'),
    import('../../runs/journal/lock.ts'),
  ]);
  const isRunning = isWorkedOn(directory);
  const rows = new Map<number, RowState>();
  const recorded = await readRun(directory, (state) => rows.set(state.row, state));
  const shown = [...rows.values()].filter(({ standing }) => !isRunning || standing !== 'open');
  return { recorded, rows: shown.sort((one, other) => one.row - other.row) };
};
