import { AnotherRun } from '../../bulk/errors.ts';
import { openRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import { lockHolder, lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import { countsSoFar, type RecordedRun, readRun, runRecords } from '../../bulk/journal/recorded-run.ts';
import type { Plan } from '../../bulk/plan.ts';
import { settleWords } from '../../bulk/report.ts';
import { hashFile, openRowFile, type RowFile } from '../../bulk/rows/row-file.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Fields, Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { askBeforeRun, planWords } from '../bulk/before-run.ts';
import { planColumnsFor, reportColumns } from '../bulk/columns.ts';
import { runEnding } from '../bulk/ending.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { runMany } from '../bulk/many-rows.ts';
import { NotFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';

/** The options that may differ from those the run began with. */
type ResumeFlags = Pick<BulkFlags, 'concurrency' | 'maxClose' | 'maxChange' | 'failedOut'>;

/** Resumes a run: the newest unfinished one if none is named. `forceUnlock` breaks the lock of a process on another host. */
export const resumeRun = async (
  invocation: Invocation,
  id: string | undefined,
  { forceUnlock, ...flags }: ResumeFlags & { forceUnlock: boolean },
): Promise<Result> => {
  const runs = stateDirectory(invocation.io.env);
  const directory = id === undefined ? await newestOf(runs, invocation) : await openRunDirectory(runs, id);
  const lock = await lockUnlessDryRun(directory, invocation, forceUnlock);
  let recorded: RecordedRun | undefined;
  try {
    recorded = await readRun(directory);
    return await continueRun(recorded, lock, invocation, flags);
  } catch (error) {
    await lock.release();
    const { interruption } = invocation.io;
    if (recorded === undefined || !interruption.aborted || invocation.settings.dryRun) throw error;
    // It had only begun to read: the run is as it was.
    const isPlanned = recorded.manifest.input.format === 'plan';
    const stoppedBy = { reason: interruption.reason };
    const [counts, unknown] = [countsSoFar(recorded), recorded.state.unknownLines()];
    throw runEnding({ directory, counts, isPlanned, stoppedBy, unknown }, invocation);
  }
};

/** The newest unfinished run that no process is working on. If there are others, all are named. */
const newestOf = async (runs: string, { warn }: Invocation): Promise<RunDirectory> => {
  const unfinished: string[] = [];
  const unresolved: string[] = [];
  for await (const { run, state } of runRecords(runs)) {
    if (state === 'unfinished') unfinished.push(String(run));
    if (state === 'unresolved') unresolved.push(String(run));
  }
  const [newest, ...others] = unfinished;
  if (newest === undefined)
    throw new NotFound(
      'There is no unfinished run',
      unresolved.length > 0
        ? `Some rows are unknown; settle them with: resale runs resolve ${unresolved[0]}`
        : 'List all runs with: resale runs list',
    );
  if (others.length > 0)
    warn(
      `There are ${unfinished.length} unfinished runs; this is the newest. To resume another, name it: ${others.join(', ')}`,
    );
  return openRunDirectory(runs, newest);
};

/** Locks the run. A dry run writes nothing: it only checks that no other process holds the lock. */
const lockUnlessDryRun = async (
  directory: RunDirectory,
  { settings }: Invocation,
  force: boolean,
): Promise<RunLock> => {
  if (!settings.dryRun) return lockRun(directory, { force });
  const held = await lockHolder(directory);
  if (held) throw held;
  return { release: async () => {} };
};

/** Does the remaining rows of a run, under its lock. A run that has ended reports its result again. */
const continueRun = async (
  recorded: RecordedRun,
  lock: RunLock,
  invocation: Invocation,
  flags: ResumeFlags,
): Promise<Result> => {
  const { directory, manifest, state, journalEnd } = recorded;
  const { settings } = invocation;
  if (journalEnd.torn) invocation.warn('The last record of the journal is incomplete and was ignored.');
  await checkSameService(manifest, invocation);
  const operation = knownOperation(manifest);
  if (state.end) {
    await lock.release();
    const unknown = state.unknownLines();
    if (settings.dryRun && unknown.length > 0) invocation.warn(settleWords(directory.id, unknown));
    return settings.dryRun ? nothingLeft(operation, invocation) : endedRun(recorded, invocation);
  }
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const file = await sameFile(recorded);
  const { direct, deriveExternalId, onConflict, ignoreExtra, anyConstants, defaults, ...began } =
    manifest.options;
  const open = state.openRows().length;
  if (!settings.dryRun) invocation.warn(remainingWords(recorded));
  else if (open > 0) invocation.warn(openWords(open));
  const maxClose = flags.maxClose ?? numberIn(began.maxClose);
  return runMany(invocation, {
    operation,
    file,
    reading: {
      ignoreExtra: ignoreExtra === true,
      direct: direct === true,
      derivedFrom: deriveExternalId === true ? directory.id : undefined,
      anyConstants: anyConstants === true,
      defaults: (defaults ?? {}) as Fields,
    },
    planning: { skipInvalid: true, shard: manifest.shard, isHandled: state.isHandled },
    limits: { maxClose, maxChange: flags.maxChange ?? numberIn(began.maxChange) },
    onConflict: onConflict as OnConflict,
    concurrency: flags.concurrency ?? numberIn(began.concurrency),
    failedOut: flags.failedOut,
    resumed: { state, journalEnd, lock },
    async ask(plan) {
      invocation.note(planWords(plan.totals, operation));
      const mayCloseNow = await askBeforeGoingOn(invocation, plan, operation);
      return (began.mayClose === true || mayCloseNow) && maxClose !== 0;
    },
    begin: async () => directory,
    discard: () => lock.release(),
  });
};

/** A numeric option of the run, if it was given. */
const numberIn = (option: unknown): number | undefined => (typeof option === 'number' ? option : undefined);

/** The operation of a run. Throws `AnotherRun` if this version has none of that name. */
export const knownOperation = ({ operation }: Manifest): Operation => {
  const known = operationNamed(operation);
  if (known === undefined) throw new AnotherRun(`this version of resale has no operation "${operation}"`);
  return known;
};

const nothingLeft = (operation: Operation, invocation: Invocation): Result => ({
  kind: 'records',
  records: [],
  columns: planColumnsFor(operation, { sharesLines: false, hasNames: false }, invocation.format()),
  empty: 'The run has ended: there is nothing left to do.',
});

/** Reports the result of a run that has already ended. Nothing is sent. */
const endedRun = ({ directory, manifest, state }: RecordedRun, invocation: Invocation): Result => ({
  kind: 'job',
  columns: reportColumns,
  run: async () => {
    const isPlanned = manifest.input.format === 'plan';
    return runEnding(
      {
        directory,
        counts: state.counts(),
        isPlanned,
        stoppedBy: undefined,
        unknown: state.unknownLines(),
      },
      invocation,
    );
  },
});

/** Refuses to resume with a different profile or service. */
export const checkSameService = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  const { origin, name } = await invocation.profile();
  if (origin !== manifest.origin)
    throw new AnotherRun(`the run is for ${manifest.origin}, but the active profile is for ${origin}`);
  if (name !== manifest.profile)
    throw new AnotherRun(
      `the run was started with ${profileWords(manifest.profile)}, not with ${profileWords(name)}`,
    );
};

const profileWords = (name: string | undefined): string =>
  name === undefined ? 'credentials from the environment' : `the profile ${name}`;

/** Opens the rows of the run. Refuses a file that has changed since the run began. */
export const sameFile = async ({ manifest, directory }: RecordedRun): Promise<RowFile> => {
  const path = manifest.input.path ?? directory.input;
  const { sha256 } = await hashFile(path);
  if (sha256 !== manifest.input.sha256) {
    const called = manifest.input.path === undefined ? `the copy of standard input, ${path},` : path;
    throw new AnotherRun(`${called} has changed since the run began`);
  }
  return openRowFile(path);
};

/** Asks for confirmation, except in a script: there, the options of the original run still apply. */
const askBeforeGoingOn = async (
  invocation: Invocation,
  plan: Plan,
  operation: Operation,
): Promise<boolean> => {
  if (invocation.canAsk() || invocation.settings.yes) return askBeforeRun(invocation, plan, operation);
  if (plan.totals.changes > 0) await invocation.mayChange('many');
  return false;
};

/** Says that rows whose requests may have been sent are not part of the plan. */
const openWords = (rows: number): string =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} no answer yet and would only be checked. The plan covers the others.`;

/** Names the run, which the user may have left out, and says how much is left. */
const remainingWords = (recorded: RecordedRun): string => {
  const { directory, manifest, state } = recorded;
  const what = manifest.undoes === undefined ? manifest.operation : `undo of ${manifest.undoes}`;
  const left = countsSoFar(recorded).unsent + state.openRows().length;
  return `Resuming run ${directory.id} (${what}): ${left} of ${counted(manifest.rows, 'row')} left.`;
};
