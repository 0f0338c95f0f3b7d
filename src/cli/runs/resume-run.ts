import { AnotherRun } from '../../bulk/errors.ts';
import { openRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import { lockHolder, lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import { countsSoFar, newestUnfinished, type RecordedRun, readRun } from '../../bulk/journal/recorded-run.ts';
import type { Plan } from '../../bulk/plan.ts';
import { hashFile, openRowFile, type RowFile } from '../../bulk/rows/row-file.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Operation } from '../../changes/operation.ts';
import { operationNamed } from '../../changes/operations.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/columns.ts';
import { counted } from '../../words/counted.ts';
import { askBeforeRun } from '../bulk/ask-before-run.ts';
import { planColumnsFor, reportColumns } from '../bulk/columns.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { runMany } from '../bulk/many-rows.ts';
import { planWords } from '../bulk/plan-words.ts';
import { runEnding } from '../bulk/run-ending.ts';
import { NotFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';

/** What a run may be gone on with otherwise than it began. */
type ResumeFlags = Pick<BulkFlags, 'concurrency' | 'maxClose' | 'maxChange' | 'failedOut'>;

/** Goes on with a run, the newest unfinished one where none is named. `forceUnlock` takes it from a process elsewhere. */
export const resumeRun = async (
  invocation: Invocation,
  id: string | undefined,
  { forceUnlock, ...flags }: ResumeFlags & { forceUnlock: boolean },
): Promise<Result> => {
  const runs = stateDirectory(invocation.io.env);
  const directory = id === undefined ? await newestUnfinished(runs) : await openRunDirectory(runs, id);
  if (directory === undefined)
    throw new NotFound('No run is unfinished', 'See what there is with: resale runs list');
  const lock = await takeRun(directory, invocation, forceUnlock);
  try {
    return await goOn(await readRun(directory), lock, invocation, flags);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** Takes the run for this process. A dry run leaves no trace: it only makes sure that nobody else is at work on it. */
const takeRun = async (
  directory: RunDirectory,
  { settings }: Invocation,
  force: boolean,
): Promise<RunLock> => {
  if (!settings.dryRun) return lockRun(directory, { force });
  const held = await lockHolder(directory);
  if (held) throw held;
  return { release: async () => {} };
};

/** Does what is left of a run that was read, under its lock. One that has ended ends as it did. */
const goOn = async (
  recorded: RecordedRun,
  lock: RunLock,
  invocation: Invocation,
  flags: ResumeFlags,
): Promise<Result> => {
  const { directory, manifest, state, journalEnd } = recorded;
  const { settings } = invocation;
  if (journalEnd.torn) invocation.warn('The last record of the journal was never finished; it is left out.');
  await checkSameService(manifest, invocation);
  const operation = operationOf(manifest);
  if (state.end) {
    await lock.release();
    return settings.dryRun ? nothingLeft(operation, invocation) : endedRun(recorded, invocation);
  }
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const file = await sameFile(recorded);
  const { direct, deriveExternalId, onConflict, ignoreExtra, anyConstants, ...began } = manifest.options;
  const open = state.openRows().length;
  if (!settings.dryRun) invocation.warn(leftWords(recorded));
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

/** An option of the run that is a number, where it was said. */
const numberIn = (option: unknown): number | undefined => (typeof option === 'number' ? option : undefined);

const operationOf = ({ operation }: Manifest): Operation => {
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

/** A run that ended before: nothing is sent, and it ends as it did. */
const endedRun = ({ directory, manifest, state }: RecordedRun, invocation: Invocation): Result => ({
  kind: 'job',
  columns: reportColumns,
  run: async () => {
    const isPlanned = manifest.input.format === 'plan';
    return runEnding({ directory, counts: state.counts(), isPlanned, stoppedBy: undefined }, invocation);
  },
});

/** Refuses to go on under another profile, or with another service. */
const checkSameService = async (manifest: Manifest, invocation: Invocation): Promise<void> => {
  const { origin, name } = await invocation.profile();
  if (origin !== manifest.origin)
    throw new AnotherRun(`the run is for ${manifest.origin}, and the profile in use is for ${origin}`);
  if (name !== manifest.profile)
    throw new AnotherRun(
      `the run is of the profile ${manifest.profile ?? 'of the environment'}, not of ${name ?? 'the environment'}`,
    );
};

/** The rows that the run began with. Refuses a file that was changed since. */
const sameFile = async ({ manifest, directory }: RecordedRun): Promise<RowFile> => {
  const path = manifest.input.path ?? directory.input;
  const { sha256 } = await hashFile(path);
  if (sha256 !== manifest.input.sha256) throw new AnotherRun(`${path} has changed since the run began`);
  return openRowFile(path);
};

/** Asks as the run itself did, where someone is there; who began it in a script has said already what it may do. */
const askBeforeGoingOn = async (
  invocation: Invocation,
  plan: Plan,
  operation: Operation,
): Promise<boolean> => {
  if (invocation.canAsk() || invocation.settings.yes) return askBeforeRun(invocation, plan, operation);
  if (plan.totals.changes > 0) await invocation.mayChange('many');
  return false;
};

/** Says that rows whose requests may have left are no part of a plan. */
const openWords = (rows: number): string =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} no answer yet, and would only be looked at. The plan is of the others.`;

/** Which run goes on, and how far it came: nobody may have named it. */
const leftWords = (recorded: RecordedRun): string => {
  const { directory, manifest, state } = recorded;
  const what = manifest.undoes === undefined ? manifest.operation : `undo of ${manifest.undoes}`;
  const left = countsSoFar(recorded).unsent + state.openRows().length;
  return `Going on with run ${directory.id} (${what}): ${left} of ${counted(manifest.rows, 'row')} left.`;
};
