import { resolve } from 'node:path';
import { excessOf } from '../../bulk/guards.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { OperationName } from '../../bulk/operation.ts';
import type { OnConflict } from '../../inventory/change.ts';
import type { Result } from '../../terminal/columns.ts';
import { planColumnsFor, reportColumns, rowNumber } from '../bulk/columns.ts';
import { takeControl } from '../bulk/control.ts';
import { type BulkFlags, bulkFlags, concurrency } from '../bulk/flags.ts';
import { shownPlan } from '../bulk/plan.ts';
import { watchListings } from '../bulk/progress.ts';
import { runResult } from '../bulk/run.ts';
import { endedRun } from '../bulk/run-end.ts';
import { planWords } from '../bulk/words.ts';
import { command } from '../command.ts';
import { planIsNoCurl } from '../curl.ts';
import { NotFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { runName, toggle } from '../value-kinds.ts';
import { allRuns, hasBegun, type RecordedRun, readRun, runNamed } from './files.ts';
import { askBeforeGoingOn, leftWords, openWords } from './going-on.ts';
import { checkSameService, sameInput } from './same-run.ts';

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
      return await goOn(await readRun(directory), lock, invocation, flags);
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

const goOn = async (
  recorded: RecordedRun,
  lock: RunLock,
  invocation: Invocation,
  flags: Pick<BulkFlags, 'concurrency' | 'maxClose' | 'maxChange' | 'failedOut'>,
): Promise<Result> => {
  const { directory, manifest, state, journalEnd } = recorded;
  if (journalEnd.torn) invocation.warn('The last record of the journal was never finished; it is left out.');
  await checkSameService(manifest, invocation);
  const { io, settings } = invocation;
  if (state.end) {
    await lock.release();
    if (!settings.dryRun)
      return endedRun(directory, state.counts(), manifest.input.format === 'plan', invocation);
    const columns = planColumnsFor(
      manifest.operation as OperationName,
      { sharesLines: false, hasNames: false },
      invocation.format(),
    );
    return {
      kind: 'records',
      records: [],
      columns,
      empty: 'The run has ended: there is nothing left to do.',
    };
  }
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const input = await sameInput(recorded);
  if (!settings.dryRun) invocation.warn(leftWords(recorded));
  const [{ makeOperation }, { prepareJob }] = await Promise.all([
    import('../../bulk/operations/make.ts'),
    import('../../bulk/job.ts'),
  ]);
  const { direct, deriveExternalId, onConflict, ignoreExtra, anyConstants, ...began } = manifest.options;
  const operation = makeOperation(manifest.operation as OperationName, input, {
    ignoreExtra: ignoreExtra === true,
    direct: direct === true,
    derivedFrom: deriveExternalId === true ? directory.id : undefined,
    anyConstants: anyConstants === true,
  });
  const control = await takeControl(
    invocation,
    flags.concurrency ?? numberIn(began.concurrency),
    anyConstants === true,
  );
  const maxClose = flags.maxClose ?? numberIn(began.maxClose);
  const maxChange = flags.maxChange ?? numberIn(began.maxChange);
  const options = { skipInvalid: true, shard: manifest.shard };
  const { onListings, stop } = watchListings(invocation);
  const job = await prepareJob(
    control.reader,
    input,
    operation,
    options,
    io.interruption,
    onListings,
    state.isPast,
  ).finally(stop);
  const excess = excessOf(job.totals, { maxClose, maxChange });
  if (settings.dryRun) {
    const open = state.openRows().length;
    if (open > 0) invocation.warn(openWords(open));
    return shownPlan(job, operation.name, { discard: () => lock.release() }, invocation, excess);
  }
  if (excess) throw excess;
  invocation.note(planWords(job.totals));
  const mayCloseNow = await askBeforeGoingOn(invocation, job);
  const mayClose = (began.mayClose === true || mayCloseNow) && maxClose !== 0;
  return runResult({
    invocation,
    control,
    directory,
    operation: operation.name,
    input,
    job,
    onConflict: onConflict as OnConflict,
    mayClose,
    failedOut: flags.failedOut && resolve(io.cwd, flags.failedOut),
    lock,
    resume: state,
    journalEnd,
  });
};

/** An option of the run that is a number, where it has been said. */
const numberIn = (option: unknown): number | undefined => (typeof option === 'number' ? option : undefined);
