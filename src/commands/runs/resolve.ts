import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { runColumns } from '../../cli/runs/columns.ts';
import { choice, runName, wholeNumber } from '../../flags/value-kinds.ts';
import { stateDirectory } from '../../profiles/directories.ts';

const decisions = ['applied', 'refused', 'retry'] as const;

export const resolve = command({
  details:
    'Records what you found out about a row that may or may not have been applied: it was applied, it was not (refused), or the next resume should send it again (retry).',
  arguments: { run: runName },
  flags: {
    row: wholeNumber('N', 'Number of the row, as shown by runs show --unknown', { min: 1 }),
    line: wholeNumber('N', 'Line of the row in its file, instead of --row', { min: 1 }),
    as: choice('WHAT', decisions, 'What you found out; retry has it sent again'),
  },
  examples: [
    { does: 'See the unknown rows', line: 'resale runs show RUN --unknown' },
    { does: 'It was applied', line: 'resale runs resolve RUN --row 3 --as applied' },
    {
      does: 'See what the run would look like then',
      line: 'resale runs resolve RUN --row 3 --as applied --dry-run',
    },
    { does: 'Send it again', line: 'resale runs resolve RUN --row 3 --as retry' },
  ],
  next: 'resale runs resume RUN',
  columns: runColumns,
  async run(invocation, { arguments: { run }, flags }) {
    const missing = [
      ...(flags.row === undefined && flags.line === undefined
        ? [{ name: '--row', message: 'is missing' }]
        : []),
      ...(flags.as === undefined ? [{ name: '--as', message: 'is missing' }] : []),
    ];
    if (flags.as === undefined || missing.length > 0) throw new UsageError(missing);
    const [{ openRunDirectory }, { lockRun }, { openJournal }, { readRun, rowsOfRun, runRecord }] =
      await Promise.all([
        import('../../bulk/journal/directory.ts'),
        import('../../bulk/journal/lock.ts'),
        import('../../bulk/journal/journal.ts'),
        import('../../bulk/journal/recorded-run.ts'),
      ]);
    const directory = await openRunDirectory(stateDirectory(invocation.io.env), run);
    const lock = invocation.settings.dryRun ? undefined : await lockRun(directory);
    try {
      const recorded = await readRun(directory);
      const { state, journalEnd } = recorded;
      const row = flags.row ?? (await rowAtLine(flags.line));
      if (row === undefined || !state.unknownRows().includes(row))
        throw new UsageError(
          `The run has no unknown row ${flags.row ?? `at line ${flags.line}`}`,
          `See resale runs show ${run} --unknown`,
        );
      const settled = { kind: 'resolve', row, as: flags.as, at: new Date().toISOString() } as const;
      state.take(settled);
      if (!invocation.settings.dryRun) {
        const journal = await openJournal(directory.journal, journalEnd);
        await journal.append(settled);
        await journal.close();
      }
      return { kind: 'record', record: runRecord(recorded), columns: runColumns };
    } finally {
      await lock?.release();
    }

    async function rowAtLine(line: number | undefined): Promise<number | undefined> {
      for await (const known of rowsOfRun(directory)) if (known.line === line) return known.row;
      return undefined;
    }
  },
});
