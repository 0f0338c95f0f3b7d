import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { leftWords } from '../../runs/command/ended-run.ts';
import { ownOperation, tellMissingParts, watching } from '../../runs/command/own-run.ts';
import { openRunDirectory } from '../../runs/folder/directory.ts';
import { takeUp } from '../../runs/held-run.ts';
import { lockRun } from '../../runs/journal/lock.ts';
import { type RecordedRun, readRun } from '../../runs/recorded-run.ts';
import { writeFailed } from '../../runs/report/failed-out.ts';
import { oneRun } from '../../runs/report/run-columns.ts';
import { runRecord } from '../../runs/run-records.ts';
import type { Result } from '../../terminal/results.ts';
import { counted } from '../../words/counted.ts';

/** Gives up a stopped run: the rows that it has not sent stay so. Of a run in parts, those that are here. */
export const endRun = async (invocation: Invocation, id: string): Promise<Result> => {
  const { io, settings, warn } = invocation;
  const directory = await openRunDirectory(stateDirectory(io.env), id);
  const recorded = await readRun(directory);
  await ownOperation(recorded.plan.head, invocation);
  tellMissingParts(recorded, invocation);
  const { unsent } = recorded.state.standing().counts;
  if (recorded.hasEnded) warn('The run had ended.');
  else if (settings.dryRun)
    warn(`This is a dry run: ${counted(unsent, 'row')} would be given up, and nothing was.`);
  else {
    await invocation.mayChange('many');
    await invocation.confirm(`This gives up ${counted(unsent, 'row')} that the run has not sent.`);
    await giveUp(invocation, recorded);
  }
  const ended = await readRun(directory);
  const left = leftWords(invocation, ended);
  if (left !== undefined && !settings.dryRun) warn(left);
  return oneRun(runRecord(ended), invocation);
};

/** Ends the parts of a run that are recorded here, under their locks. */
export const giveUp = async (invocation: Invocation, { journals }: RecordedRun): Promise<void> => {
  for (const { directory, hasEnded } of journals) {
    if (hasEnded) continue;
    const run = await takeUp(directory, await lockRun(directory, watching(invocation)));
    const { failedOut } = run.plan.head;
    if (failedOut !== undefined && !run.hasEnded) await writeFailed(run, failedOut, invocation);
    // Another process may have finished it before the lock was taken.
    await run.close(run.hasEnded ? undefined : run.state.standing().counts);
  }
};
