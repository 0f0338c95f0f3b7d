import { defined } from '../../json/defined.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { openRunDirectory, type RunDirectory, shortName } from '../../runs/directory.ts';
import { takeBack, wasHandedOn } from '../../runs/handed-out.ts';
import { RunLocked } from '../../runs/journal/errors.ts';
import { type RunLock, untilUnlocked } from '../../runs/journal/lock.ts';
import { readManifest } from '../../runs/journal/manifest.ts';
import { type RecordedRun, readRun, runRecords } from '../../runs/recorded-run.ts';
import { Recording } from '../../runs/recording.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { counted, figure } from '../../words/counted.ts';
import { resaleLine, runLine } from '../../words/resale-line.ts';
import { isPassing, runEnding, withLine } from '../bulk/ending.ts';
import { runMany } from '../bulk/many-rows.ts';
import { notFound } from '../errors.ts';
import type { Invocation } from '../invocation.ts';
import { endedRun, endOf, type ResumeFlags } from './ended-run.ts';
import { belongsTo, lockOrLook, ownOperation, sameFile, watching } from './same-run.ts';

/** Without a name, the newest unfinished run. A run that has ended reports its result again. */
export const resumeRun = async (
  invocation: Invocation,
  id: string | undefined,
  flags: ResumeFlags,
): Promise<Result> => {
  const runs = stateDirectory(invocation.io.env);
  const directory = id === undefined ? await newestOf(runs, invocation) : await openRunDirectory(runs, id);
  let recorded = await readRun(directory);
  if (recorded.state.end) return endedRun(recorded, invocation, flags);
  const lock = await lockOrLook(directory, invocation);
  try {
    // Until now another process may have gone on with it.
    recorded = await readRun(directory);
    if (!recorded.state.end) return await continueRun(recorded, lock, invocation, flags);
  } catch (error) {
    await lock.release();
    if (invocation.settings.dryRun)
      throw withLine(
        error,
        invocation.here('runs resume', [shortName(runs, directory.id)], { dryRun: true }),
      );
    if (!isPassing(error)) throw error;
    // It had only begun to read, or to ask: the run is as it was.
    throw runEnding(invocation, {
      ...endOf(recorded, flags.failedOut),
      stoppedBy: { reason: error },
    });
  }
  await lock.release();
  return endedRun(recorded, invocation, flags);
};

/** The newest unfinished run that no process works on: of this profile, service and client, if one is. The others are named. */
const newestOf = async (runs: string, invocation: Invocation): Promise<RunDirectory> => {
  const { warn } = invocation;
  // Where no profile is in use, the run says which one it needs.
  const active = await invocation.profile().catch(() => undefined);
  const unfinished: string[] = [];
  let toSettle: Parameters<typeof runLine>[1] | undefined;
  const running: string[] = [];
  const elsewhere: string[] = [];
  for await (const record of runRecords(runs)) {
    const run = String(record.run);
    const state = record.state === 'running' ? await seenRunning(runs, run, invocation) : record.state;
    // A damaged one may be unfinished: it is reported, not passed over.
    if (state === 'damaged' && unfinished.length === 0) return openRunDirectory(runs, run);
    if (state === 'unfinished' && !wasHandedOn(runs, run)) {
      const isOurs =
        active === undefined || belongsTo(active, await readManifest(await openRunDirectory(runs, run)));
      (isOurs ? unfinished : elsewhere).push(run);
    }
    if (state === 'unresolved') toSettle ??= record;
    if (state === 'running') running.push(run);
  }
  const [newest = elsewhere[0], ...others] = unfinished;
  if (newest === undefined)
    throw notFound(
      running.length > 0
        ? `There is no unfinished run that is not being worked on: another process has ${running.join(', ')}`
        : 'There is no unfinished run',
      toSettle
        ? proposal(
            'Some rows are in doubt. To settle them:',
            runLine('resolve', { ...toSettle, run: shortName(runs, String(toSettle.run)) }),
          )
        : proposal('To see all runs:', resaleLine('runs list')),
    );
  if (others.length > 0)
    warn(
      `There are ${unfinished.length} unfinished runs; this is the newest. To resume another, name it: ${others.map((run) => shortName(runs, run)).join(', ')}`,
    );
  return openRunDirectory(runs, newest);
};

const seenRunning = async (runs: string, run: string, invocation: Invocation) => {
  try {
    await untilUnlocked(await openRunDirectory(runs, run), watching(invocation));
    return 'unfinished';
  } catch (error) {
    if (error instanceof RunLocked) return 'running';
    throw error;
  }
};

const continueRun = async (
  recorded: RecordedRun,
  lock: RunLock,
  invocation: Invocation,
  { concurrency, maxClose, maxChange, failedOut, file }: ResumeFlags,
): Promise<Result> => {
  const { directory, manifest, state, journalEnd } = recorded;
  const { settings } = invocation;
  const { shard, undoes } = manifest;
  if (journalEnd.torn > 0)
    invocation.warn('The last record of the journal was cut off as it was written, and is ignored.');
  const operation = await ownOperation(manifest, invocation, failedOut);
  if (!settings.dryRun) await invocation.refuseReadOnly();
  await takeBack(stateDirectory(invocation.io.env), directory.id, true);
  const rows = await sameFile(recorded, file);
  if (!settings.dryRun || state.standing().open > 0) invocation.warn(remainingWords(recorded, invocation));
  const { settle } = settings;
  return runMany({
    invocation,
    operation,
    file: rows,
    shard,
    undoes,
    failedOut,
    options: { ...manifest.options, ...defined({ concurrency, maxClose, maxChange, settle }) },
    recording: new Recording(async () => directory, { lock, recorded }),
    isInteractive: invocation.isInteractive(),
  });
};

const remainingWords = ({ directory, manifest, state }: RecordedRun, { io }: Invocation): string => {
  const { counts, open } = state.standing();
  if (io.stderr.isTTY) {
    const ofAll = open === counts.unknown ? '' : ` of the ${figure(counts.unknown)}`;
    const rows = counts.unsent > 0 || open === 0 ? [`${counted(counts.unsent, 'row')} to send`] : [];
    const left = open > 0 ? [...rows, `${figure(open)}${ofAll} in doubt to look up`] : rows;
    return `Going on with ${shortName(stateDirectory(io.env), directory.id)}: ${left.join(', ')}.`;
  }
  const what = manifest.undoes === undefined ? manifest.operation : `undo of ${manifest.undoes}`;
  const asked =
    open > 0
      ? `, of which ${figure(open)} may have been sent and ${open === 1 ? 'is' : 'are'} only looked up`
      : '';
  return `Resuming run ${directory.id} (${what}): ${figure(counts.unsent + open)} of ${counted(manifest.rows, 'row')} left${asked}.`;
};
