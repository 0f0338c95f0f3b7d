import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { reportColumns } from '../../cli/bulk/columns.ts';
import { takeControl } from '../../cli/bulk/control.ts';
import { bulkFlags } from '../../cli/bulk/flags.ts';
import { openPlaceFor } from '../../cli/bulk/place.ts';
import { shownPlan } from '../../cli/bulk/plan.ts';
import { watchListings } from '../../cli/bulk/progress.ts';
import { runResult } from '../../cli/bulk/run.ts';
import { planWords } from '../../cli/bulk/words.ts';
import { command } from '../../cli/command.ts';
import { planIsNoCurl } from '../../cli/curl.ts';
import { UsageError } from '../../cli/errors.ts';
import { readRun, runNamed } from '../../cli/runs/files.ts';
import { rowsOfRun } from '../../cli/runs/rows.ts';
import { closedWords, leftByUndo } from '../../cli/runs/undo-words.ts';
import { whereOf } from '../../cli/where.ts';
import { runName } from '../../flags/value-kinds.ts';
import type { Result } from '../../terminal/columns.ts';

const undoable = ['inventory set', 'inventory adjust', 'listings close'];

export const undo = command({
  details:
    'Sets every inventory back that the run changed and that still has the value the run wrote; one that somebody changed since is skipped. A listing that the run closed stays closed: its inventory comes back, its state does not. An undo is a run of its own.',
  arguments: { run: runName },
  flags: { concurrency: bulkFlags.concurrency, failedOut: bulkFlags.failedOut },
  examples: [
    { does: 'See what it would set back', line: 'resale runs undo RUN --dry-run' },
    { does: 'Set it back', line: 'resale runs undo RUN' },
    { does: 'The same in a script', line: 'resale runs undo RUN --yes' },
  ],
  next: 'resale runs list',
  columns: reportColumns,
  check: ({ settings }) => planIsNoCurl(settings, 'with an undo'),
  async run(invocation, { arguments: { run }, flags }): Promise<Result> {
    const { io, settings } = invocation;
    if (!settings.dryRun) await invocation.refuseReadOnly();
    const undone = await readRun(await runNamed(invocation, run));
    const { lockHolder } = await import('../../bulk/journal/lock.ts');
    const held = await lockHolder(undone.directory);
    if (held) throw held;
    if (!undoable.includes(undone.manifest.operation))
      throw new UsageError(
        `${undone.manifest.operation} can't be undone`,
        `What can be: ${undoable.join(', ')}.`,
      );
    const [{ openInput }, { makeOperation }, { prepareJob }, { journalStart }] = await Promise.all([
      import('../../bulk/input/input.ts'),
      import('../../bulk/operations/make.ts'),
      import('../../bulk/job.ts'),
      import('../../bulk/journal/read.ts'),
    ]);
    const control = await takeControl(invocation, flags.concurrency);
    let closed: string[] = [];
    const place = await openPlaceFor(invocation, settings.dryRun, async (path) => {
      closed = await writeReversed(undone.directory, path);
    });
    try {
      const input = await openInput(place.inputPath);
      const operation = makeOperation('inventory set', input, {
        ignoreExtra: false,
        direct: false,
        derivedFrom: undefined,
        anyConstants: false,
      });
      const { onListings, stop } = watchListings(invocation);
      const job = await prepareJob(
        control.reader,
        input,
        operation,
        { skipInvalid: true, shard: undefined },
        io.interruption,
        onListings,
      ).finally(stop);
      for (const words of leftByUndo(undone)) invocation.warn(words);
      if (closed.length > 0) invocation.warn(closedWords(closed));
      if (settings.dryRun) return shownPlan(job, operation.name, place, invocation);
      await invocation.confirmChange(
        `This sets back what ${run} changed at ${await whereOf(invocation)}. ${planWords(job.totals)}`,
        'many',
      );
      const { concurrency } = flags;
      const options = { onConflict: 'skip', mayClose: true, ignoreExtra: false, concurrency };
      const directory = await place.begin(input, operation.name, job.totals.rows, options, undefined, run);
      return runResult({
        invocation,
        control,
        directory,
        operation: operation.name,
        input,
        job,
        onConflict: 'skip',
        mayClose: true,
        failedOut: flags.failedOut && resolve(io.cwd, flags.failedOut),
        resume: undefined,
        journalEnd: journalStart,
      });
    } catch (error) {
      await place.discard();
      throw error;
    }
  },
});

/**
 * Writes the rows that take a run's changes back, one a listing: from the value that the run left to the one that it
 * found. Returns the listings that it left with nothing, and so closed where they were not.
 */
const writeReversed = async (directory: RunDirectory, path: string): Promise<string[]> => {
  const changes = new Map<string, { quantity: number; expect: number }>();
  for await (const { outcome, id, before, after } of rowsOfRun(directory))
    if (
      (outcome === 'applied' || outcome === 'converged') &&
      id !== null &&
      before !== null &&
      after !== null
    )
      changes.set(id, { quantity: changes.get(id)?.quantity ?? before, expect: after });
  const reversed = [...changes].filter(([, { quantity, expect }]) => quantity !== expect);
  const lines = reversed.map(([id, change]) => `${JSON.stringify({ id, ...change })}\n`);
  // A file of rows is not empty, even where there are none.
  await writeFile(path, lines.length > 0 ? lines : '[]', { mode: 0o600, flag: 'wx', flush: true });
  return reversed.filter(([, { expect }]) => expect === 0).map(([id]) => id);
};
