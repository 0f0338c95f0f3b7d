import { notFound } from '../../failure/kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { batches, type Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { counted, figure } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { createRunControl } from '../control/run-control.ts';
import { openRunDirectory, type RunDirectory, shortName } from '../folder/directory.ts';
import { takeUp } from '../held-run.ts';
import { RunLocked } from '../journal/journal-errors.ts';
import { lockRun } from '../journal/lock.ts';
import { type RecordedRun, readRun, type ShownRow, shownRows } from '../recorded-run.ts';
import { reportColumnsFor, reportOf } from '../report/row-columns.ts';
import { runRecords } from '../run-records.ts';
import { endedRun } from './ended-run.ts';
import { belongsTo, ownOperation, tellMissingParts, watching } from './own-run.ts';
import { runToEnd } from './run-to-end.ts';

/** Without a name, the newest unfinished run. A run that has ended reports its result again. */
export const resumeRun = async (
  invocation: Invocation,
  id: string | undefined,
  concurrency: number | undefined,
): Promise<Result> => {
  const runs = stateDirectory(invocation.io.env);
  const directory = id === undefined ? await newestOf(runs, invocation) : await openRunDirectory(runs, id);
  return continueRun(invocation, directory, { concurrency, failedOut: undefined });
};

interface Continuing {
  concurrency: number | undefined;
  failedOut: string | undefined;
}

/**
 * Continues an agreed plan, without new questions or limits. Of a run in parts, those on this machine that no
 * process works on are continued one after the other.
 */
export const continueRun = async (
  invocation: Invocation,
  directory: RunDirectory,
  continuing: Continuing,
): Promise<Result> => {
  const recorded = await readRun(directory);
  if (recorded.hasEnded) return endedRun(recorded, invocation, continuing.failedOut);
  const { head } = recorded.plan;
  const operation = await ownOperation(head, invocation);
  if (invocation.settings.dryRun) return wouldContinue(recorded, invocation);
  // A protected profile asks at each beginning, and a read-only one refuses.
  await invocation.mayChange('many');
  if (head.parts !== undefined && directory.part === undefined)
    return continueParts(invocation, recorded, continuing);
  const lock = await lockRun(directory, watching(invocation));
  const run = await takeUp(directory, lock);
  if (run.hasEnded) {
    // Another process may have continued it before this one got the lock.
    await run.close(undefined);
    return endedRun(await readRun(directory), invocation, continuing.failedOut);
  }
  if ((run.journals[0]?.end.torn ?? 0) > 0)
    invocation.warn('The last record of the journal was cut off as it was written, and is ignored.');
  if (run.state.resumed > 0) invocation.warn(remainingWords(run, invocation));
  const { concurrency, failedOut } = continuing;
  const control = await createRunControl(invocation, { concurrency, options: head.options });
  return runToEnd({ invocation, operation, run, control, failedOut });
};

const continueParts = async (
  invocation: Invocation,
  recorded: RecordedRun,
  continuing: Continuing,
): Promise<Result> => {
  const { directory, plan, journals } = recorded;
  const operation = await ownOperation(plan.head, invocation);
  const open = journals.filter(({ hasEnded }) => !hasEnded);
  tellMissingParts(recorded, invocation);
  const problems: Error[] = [];
  return {
    kind: 'records',
    columns: reportColumnsFor(operation, { hasNames: true, inClosedListings: 1 }, invocation.format()),
    async records(show) {
      for (const part of open)
        try {
          const result = await continueRun(invocation, part.directory, continuing);
          if (result.kind !== 'records') continue;
          if (typeof result.records === 'function') await result.records(show);
          const problem = result.problem?.();
          if (problem) problems.push(problem);
        } catch (error) {
          if (!(error instanceof RunLocked)) throw error;
          invocation.warn(`${error.message}: ${part.directory.id} is left to it.`);
        }
    },
    problem: () => problems[0],
    empty: `No part of ${directory.id} is left to be continued here.`,
  };
};

/** The newest run of this service and client that has not ended. */
const newestOf = async (runs: string, invocation: Invocation): Promise<RunDirectory> => {
  const active = await invocation.profile();
  for await (const { run, state } of runRecords(runs)) {
    if (!['unfinished', 'running', 'damaged'].includes(state)) continue;
    const directory = await openRunDirectory(runs, run);
    // A damaged one may be unfinished: it is reported, not passed over.
    if (state === 'damaged') return directory;
    const { plan, journals } = await readRun(directory);
    // The open parts of a run may be on other machines.
    if (belongsTo(active, plan.head) && journals.some(({ hasEnded }) => !hasEnded)) return directory;
  }
  throw notFound('There is no unfinished run', proposal('To see all runs:', resaleLine('runs list')));
};

/** The rows that a dry run of `runs resume` would send or look up. */
const wouldContinue = async (recorded: RecordedRun, invocation: Invocation): Promise<Result> => {
  const operation = await ownOperation(recorded.plan.head, invocation);
  invocation.warn(`${remainingWords(recorded, invocation)} This is a dry run: nothing was sent.`);
  return {
    kind: 'records',
    columns: reportColumnsFor(operation, { hasNames: true, inClosedListings: 0 }, invocation.format()),
    async records(show) {
      const isLeft = ({ outcome }: ShownRow) => outcome === 'unsent' || outcome === 'unknown';
      for await (const rows of batches(shownRows(recorded.directory)))
        await show(rows.filter(isLeft).map(({ name, ...row }) => reportOf(row, name, operation.answers)));
    },
  };
};

/** `Continuing night: 4 rows to send, 2 in doubt to look up.` */
const remainingWords = ({ directory, state }: RecordedRun, { io }: Invocation): string => {
  const { unsent, unknown } = state.standing().counts;
  const rows = unsent > 0 || unknown === 0 ? [`${counted(unsent, 'row')} to send`] : [];
  const left = unknown > 0 ? [...rows, `${figure(unknown)} in doubt to look up`] : rows;
  return `Continuing ${shortName(stateDirectory(io.env), directory.id)}: ${left.join(', ')}.`;
};
