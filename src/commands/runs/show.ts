import { type CommandAnswer, command, readsMachine } from '../../line/command.ts';
import { fileBeside, runName, toggle, wholeNumbers } from '../../line/flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { htmlConflicts, htmlFlags, htmlReport } from '../../reports/html-report.ts';
import { reportFields } from '../../runs/report/row-columns.ts';
import { nextLine, oneRun, oneRunColumns } from '../../runs/report/run-columns.ts';
import { newestRuns } from './newest-runs.ts';

const rows: CommandAnswer = { shape: 'records', fields: reportFields() };

export const show = command({
  details:
    'Shows what the run was to do and how far it got. With --rows it shows each row with its outcome; --lines chooses among them. With --failed-out, once the run has ended, it writes the rows that were certainly not applied to a file, in the form of the input.',
  effect: readsMachine,
  arguments: { run: { ...runName, offer: newestRuns() } },
  flags: {
    rows: toggle('Show each row instead'),
    lines: wholeNumbers('Only the rows of these lines: 41,72'),
    failedOut: fileBeside('Write the rows that were not applied to a file, ready to fix and run again'),
    ...htmlFlags,
  },
  examples: [
    { does: 'One run', line: 'resale runs show restock' },
    { does: 'Row by row', line: 'resale runs show restock --rows' },
    {
      does: 'Those that were not applied, to fix them',
      line: 'resale runs show restock --failed-out failed.csv',
    },
    { does: 'All of it as a page to look at', line: 'resale runs show restock --html restock.html' },
  ],
  next: 'resale runs resume RUN',
  answer: { fields: oneRunColumns },
  answerWith: { rows, lines: rows },
  conflicts: [...htmlConflicts, '--rows --html', '--lines --html'],
  async run(invocation, { arguments: { run }, flags }) {
    const [{ listRuns, openRunDirectory }, { readRun }, { runRecord }] = await Promise.all([
      import('../../runs/folder/directory.ts'),
      import('../../runs/recorded-run.ts'),
      import('../../runs/run-records.ts'),
    ]);
    const runs = stateDirectory(invocation.io.env);
    const directory = await openRunDirectory(runs, run);
    if (flags.html !== undefined)
      return htmlReport(flags.html, invocation, { rows: true }, async () => {
        const [{ runReport }, { rowsOf }] = await Promise.all([
          import('../../reports/run-report.ts'),
          import('./shown-rows.ts'),
        ]);
        const recorded = await readRun(directory);
        const { head } = recorded.plan;
        const rows = await rowsOf(recorded);
        const record = runRecord(recorded);
        return runReport({ record, head, rows, worked: recorded.state.worked });
      });
    if (flags.failedOut !== undefined)
      await (await import('./shown-rows.ts')).writeNotDone(
        invocation,
        await readRun(directory),
        flags.failedOut,
      );
    if (flags.rows || flags.lines) {
      const { shownRunRows } = await import('./shown-rows.ts');
      return shownRunRows(invocation, directory, flags.lines);
    }
    const named = listRuns(runs).map(({ id }) => id);
    const recorded = await readRun(directory);
    const { head } = recorded.plan;
    const record = { ...runRecord(recorded), input: head.input.path ?? 'piped', options: head.options };
    const failedOut = flags.failedOut ?? head.failedOut;
    const notice = await nextLine(record, named, invocation, { ...head, failedOut });
    return { ...oneRun(record, invocation, named), notice };
  },
});
