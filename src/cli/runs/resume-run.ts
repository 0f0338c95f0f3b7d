import { resolve } from 'node:path';
import { openRunDirectory, type RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import { countsSoFar, type RecordedRun, readRun, runRecords } from '../../bulk/journal/recorded-run.ts';
import type { Plan } from '../../bulk/plan.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Fields, Operation } from '../../changes/operation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';
import { askBeforeRun, planWords } from '../bulk/before-run.ts';
import { isPassing, runEnding } from '../bulk/ending.ts';
import { runMany } from '../bulk/many-rows.ts';
import { NotFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { runLine } from '../shell-line.ts';
import { endedRun, type ResumeFlags } from './ended-run.ts';
import { lockWatching, lookWatching } from './lock-watching.ts';
import { checkSameService, knownOperation, sameFile } from './same-run.ts';

/** Resumes a run: the newest unfinished one if none is named. `forceUnlock` breaks the lock of a process elsewhere. */
export const resumeRun = async (
  invocation: Invocation,
  id: string | undefined,
  { forceUnlock, ...flags }: ResumeFlags & { forceUnlock: boolean },
): Promise<Result> => {
  const runs = stateDirectory(invocation.io.env);
  const directory = id === undefined ? await newestOf(runs, invocation) : await openRunDirectory(runs, id);
  let recorded = await readRun(directory);
  if (recorded.state.end) return endedRun(recorded, invocation, flags);
  const lock = await lockUnlessDryRun(directory, invocation, forceUnlock);
  try {
    // Until now another process may have gone on with it.
    recorded = await readRun(directory);
    return await continueRun(recorded, lock, invocation, flags);
  } catch (error) {
    await lock.release();
    if (invocation.settings.dryRun || !isPassing(error)) throw error;
    // It had only begun to read, or to ask: the run is as it was.
    const { manifest, state } = recorded;
    const ending = {
      directory,
      counts: countsSoFar(recorded),
      isPlanned: manifest.input.format === 'plan',
      stoppedBy: { reason: error },
      unknown: state.unknownLines(),
      open: state.openRows().length,
      failedOut: flags.failedOut && resolve(invocation.io.cwd, flags.failedOut),
    };
    throw runEnding(ending, invocation);
  }
};

/** The newest unfinished run that no process is working on. If there are others, all are named. */
const newestOf = async (runs: string, { warn }: Invocation): Promise<RunDirectory> => {
  const unfinished: string[] = [];
  const unresolved: string[] = [];
  for await (const { run, state } of runRecords(runs)) {
    if (state === 'unfinished') unfinished.push(String(run));
    // A damaged one may be unfinished: it is reported, not passed over.
    if (state === 'damaged' && unfinished.length === 0) return openRunDirectory(runs, String(run));
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
  invocation: Invocation,
  force: boolean,
): Promise<RunLock> => {
  if (!invocation.settings.dryRun) return lockWatching(directory, invocation, force);
  await lookWatching(directory, invocation);
  return { check: () => undefined, release: async () => {} };
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
  if (state.end) {
    await lock.release();
    return endedRun(recorded, invocation, flags);
  }
  if (journalEnd.torn)
    invocation.warn('The last record of the journal was cut off as it was written, and is ignored.');
  await checkSameService(manifest, invocation);
  const operation = knownOperation(manifest);
  if (!settings.dryRun) await invocation.refuseReadOnly();
  const file = await sameFile(recorded, flags.file);
  const { direct, deriveExternalId, onConflict, ignoreExtra, anyConstants, priceUnit, defaults, ...began } =
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
      undoes: manifest.undoes !== undefined,
      derivedFrom: deriveExternalId === true ? directory.id : undefined,
      anyConstants: anyConstants === true,
      majorPrices: priceUnit === 'major',
      defaults: (defaults ?? {}) as Fields,
    },
    planning: {
      skipInvalid: true,
      shard: manifest.shard,
      isHandled: state.isHandled,
      pinnedTo: state.pinnedTo,
    },
    limits: { maxClose, maxChange: flags.maxChange ?? numberIn(began.maxChange) },
    onConflict: onConflict as OnConflict,
    concurrency: flags.concurrency ?? numberIn(began.concurrency),
    failedOut: flags.failedOut,
    resumed: { state, journalEnd, lock },
    again: settings.dryRun ? runLine(invocation.line, 'resume', directory.id, { dryRun: true }) : undefined,
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

/** Asks for confirmation, except in a script: there, the options of the original run still apply. */
const askBeforeGoingOn = async (
  invocation: Invocation,
  plan: Plan,
  operation: Operation,
): Promise<boolean> => {
  const isAttended = invocation.isAttended();
  if (isAttended || invocation.settings.yes) return askBeforeRun(invocation, plan, operation, isAttended);
  if (plan.totals.changes > 0) await invocation.mayChange('many');
  return false;
};

/** Says that rows whose requests may have been sent are not part of the plan. */
const openWords = (rows: number): string =>
  `${counted(rows, 'row')} may have been sent already, so ${rows === 1 ? 'it' : 'they'} would only be looked up. The plan covers the others.`;

/** Names the run, which the user may have left out, and says how much is left. */
const remainingWords = (recorded: RecordedRun): string => {
  const { directory, manifest, state } = recorded;
  const what = manifest.undoes === undefined ? manifest.operation : `undo of ${manifest.undoes}`;
  const left = countsSoFar(recorded).unsent + state.openRows().length;
  return `Resuming run ${directory.id} (${what}): ${left} of ${counted(manifest.rows, 'row')} left.`;
};
