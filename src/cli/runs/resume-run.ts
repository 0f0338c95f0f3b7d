import { resolve } from 'node:path';
import { excessOf } from '../../bulk/guards.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { OperationName } from '../../bulk/operation.ts';
import type { OnConflict } from '../../changes/change.ts';
import type { Result } from '../../terminal/columns.ts';
import { planColumnsFor } from '../bulk/columns.ts';
import { takeControl } from '../bulk/control.ts';
import type { BulkFlags } from '../bulk/flags.ts';
import { shownPlan } from '../bulk/plan.ts';
import { watchListings } from '../bulk/progress.ts';
import { runResult } from '../bulk/run.ts';
import { endedRun } from '../bulk/run-end.ts';
import { planWords } from '../bulk/words.ts';
import type { Invocation } from '../invocation.ts';
import type { RecordedRun } from './files.ts';
import { askBeforeGoingOn, leftWords, openWords } from './going-on.ts';
import { checkSameService, sameInput } from './same-run.ts';

/** Does what is left of a run that was read, under its lock. One that has ended ends as it did. */
export const resumeRun = async (
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
