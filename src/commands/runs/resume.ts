import { resolve } from 'node:path';
import type { Input } from '../../bulk/input/input.ts';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import type { OperationName } from '../../bulk/operation.ts';
import type { OnConflict } from '../../inventory/change.ts';
import type { Result } from '../../terminal/columns.ts';
import { changesSomething } from '../bulk/ask.ts';
import { planColumnsFor, reportColumns, rowNumber } from '../bulk/columns.ts';
import { takeControl } from '../bulk/control.ts';
import { bulkFlags } from '../bulk/flags.ts';
import { shownPlan } from '../bulk/plan.ts';
import { watchListings } from '../bulk/progress.ts';
import { endedRun, runResult } from '../bulk/run.ts';
import { command } from '../command.ts';
import { planIsNoCurl } from '../curl.ts';
import { NotFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { runName, toggle } from '../value-kinds.ts';
import { allRuns, hasBegun, type RecordedRun, readRun, runNamed } from './files.ts';

export const resume = command({
  details:
    'Goes on where a run was stopped: rows that are over are left alone, a row whose answer was lost is looked at and never sent again, the others are planned anew from what the shop holds now. Without a name it takes the newest unfinished run.',
  arguments: { run: { ...runName, optional: true } },
  flags: {
    concurrency: bulkFlags.concurrency,
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
  flags: { concurrency: number | undefined; failedOut: string | undefined },
): Promise<Result> => {
  const { directory, manifest, state, journalEnd } = recorded;
  if (journalEnd.torn) invocation.warn('The last record of the journal was never finished; it is left out.');
  await checkSameService(manifest, invocation);
  const { io, settings } = invocation;
  if (state.end) {
    await lock.release();
    if (!settings.dryRun) return endedRun(directory, state.counts(), invocation);
    const columns = planColumnsFor(manifest.operation as OperationName, invocation.format(), false);
    return {
      kind: 'records',
      records: [],
      columns,
      empty: 'The run has ended: there is nothing left to do.',
    };
  }
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const input = await sameInput(recorded);
  const [{ makeOperation }, { prepareJob }] = await Promise.all([
    import('../../bulk/operations/make.ts'),
    import('../../bulk/job.ts'),
  ]);
  const { direct, deriveExternalId, onConflict, mayClose, ignoreExtra, anyConstants } = manifest.options;
  const operation = makeOperation(manifest.operation as OperationName, input, {
    ignoreExtra: ignoreExtra === true,
    direct: direct === true,
    derivedFrom: deriveExternalId === true ? directory.id : undefined,
    anyConstants: anyConstants === true,
  });
  const control = await takeControl(invocation, flags.concurrency, anyConstants === true);
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
  if (settings.dryRun) {
    const open = state.openRows().length;
    if (open > 0) invocation.warn(openWords(open));
    return shownPlan(job, operation.name, { discard: () => lock.release() }, invocation);
  }
  if (changesSomething(job.totals.effects)) await invocation.mayChange('many');
  return runResult({
    invocation,
    control,
    directory,
    operation: operation.name,
    input,
    job,
    onConflict: onConflict as OnConflict,
    mayClose: mayClose === true,
    failedOut: flags.failedOut && resolve(io.cwd, flags.failedOut),
    lock,
    resume: state,
    journalEnd,
  });
};

const openWords = (rows: number): string =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} no answer yet, and would only be looked at. The plan is of the others.`;

const checkSameService = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  const { AnotherRun } = await import('../../bulk/errors.ts');
  const { origin, name } = await invocation.profile();
  if (origin !== manifest.origin)
    throw new AnotherRun(`the run is for ${manifest.origin}, and the profile in use is for ${origin}`);
  if (name !== manifest.profile)
    throw new AnotherRun(
      `the run is of the profile ${manifest.profile ?? 'of the environment'}, not of ${name ?? 'the environment'}`,
    );
};

const sameInput = async ({ manifest, directory }: RecordedRun): Promise<Input> => {
  const [{ hashInput, openInput }, { AnotherRun }] = await Promise.all([
    import('../../bulk/input/input.ts'),
    import('../../bulk/errors.ts'),
  ]);
  const path = manifest.input.path ?? directory.input;
  const { sha256 } = await hashInput(path);
  if (sha256 !== manifest.input.sha256)
    throw new AnotherRun(`${path} is not the file any more that the run began with`);
  return openInput(path);
};
