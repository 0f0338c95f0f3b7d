import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import { reportColumns, rowNumber } from '../../cli/bulk/columns.ts';
import { bulkFlags, concurrency } from '../../cli/bulk/flags.ts';
import { command } from '../../cli/command.ts';
import { NotFound } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { planIsNoCurl } from '../../cli/preview.ts';
import { allRuns, hasBegun, readRun, runNamed } from '../../cli/runs/recorded-run.ts';
import { runName, toggle } from '../../flags/value-kinds.ts';
import type { Result } from '../../terminal/columns.ts';

export const resume = command({
  details:
    'Goes on where a run was stopped: rows that are over are left alone, a row whose answer was lost is looked at and never sent again, the others are planned anew from what the shop holds now. Flags that the run began with hold again, unless they are given anew. Without a name it takes the newest unfinished run.',
  arguments: { run: { ...runName, optional: true } },
  flags: {
    concurrency,
    maxClose: bulkFlags.maxClose,
    maxChange: bulkFlags.maxChange,
    failedOut: bulkFlags.failedOut,
    forceUnlock: toggle('Take the run from a process on another machine that is surely gone'),
  },
  examples: [
    { does: 'The newest unfinished run', line: 'resale runs resume' },
    { does: 'A certain run', line: 'resale runs resume RUN' },
    { does: 'See what it would do', line: 'resale runs resume RUN --dry-run' },
    { does: 'And keep the rows that fail', line: 'resale runs resume RUN --failed-out failed.csv' },
  ],
  next: 'resale runs show RUN',
  columns: reportColumns,
  fields: [rowNumber.field],
  check: ({ settings }, { flags }) => [
    ...planIsNoCurl(settings, 'with runs resume'),
    ...(settings.dryRun && flags.forceUnlock
      ? [{ name: '--force-unlock', message: 'does not go with --dry-run, which changes nothing' }]
      : []),
  ],
  async run(invocation, { arguments: { run }, flags }): Promise<Result> {
    const directory =
      run === undefined ? await newestUnfinished(invocation) : await runNamed(invocation, run);
    const lock = await takeRun(directory, invocation, flags.forceUnlock);
    try {
      const { resumeRun } = await import('../../cli/runs/resume-run.ts');
      return await resumeRun(await readRun(directory), lock, invocation, flags);
    } catch (error) {
      await lock.release();
      throw error;
    }
  },
});

/** The newest run that did not reach all its rows. */
const newestUnfinished = async (invocation: Invocation): Promise<RunDirectory> => {
  for (const directory of await allRuns(invocation))
    if ((await hasBegun(directory)) && (await readRun(directory)).state.end === undefined) return directory;
  throw new NotFound('No run is unfinished', 'See what there is with: resale runs list');
};

/** Takes the run for this process. A dry run leaves no trace: it only sees to it that nobody else is at work on it. */
const takeRun = async (
  directory: RunDirectory,
  { settings }: Invocation,
  force: boolean,
): Promise<RunLock> => {
  const { lockHolder, lockRun } = await import('../../bulk/journal/lock.ts');
  if (!settings.dryRun) return lockRun(directory, { force });
  const held = await lockHolder(directory);
  if (held) throw held;
  return { release: async () => {} };
};
