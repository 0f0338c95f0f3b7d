import { resolve } from 'node:path';
import { excessOf, type Guards } from '../../bulk/guards.ts';
import type { OperationName, OperationOptions } from '../../bulk/operation.ts';
import type { OnConflict } from '../../changes/change.ts';
import type { Result } from '../../terminal/columns.ts';
import type { Invocation } from '../invocation.ts';
import { askBeforeRun } from './ask.ts';
import { takeControl } from './control.ts';
import type { BulkFlags } from './flags.ts';
import { openPlace } from './place.ts';
import { checkPlanHead, keepPlan, shownPlan } from './plan.ts';
import { watchListings } from './progress.ts';
import { runResult } from './run.ts';
import { planWords } from './words.ts';

/** What a bulk command hands on beside the flags that all of them share. */
export interface BulkRequest {
  operation: OperationName;
  from: string;
  flags: BulkFlags & Pick<Guards, 'noClose'>;
  onConflict: OnConflict;
  options?: Partial<Pick<OperationOptions, 'direct' | 'anyConstants'>> & { deriveExternalId?: boolean };
}

/**
 * Reads the rows that --from names, plans, asks, and runs. With --dry-run or --plan it stops before anything is sent, and
 * leaves nothing behind.
 */
export const bulk = async (invocation: Invocation, request: BulkRequest): Promise<Result> => {
  const { settings, io } = invocation;
  const { flags, onConflict, options = {} } = request;
  const onlyPlans = settings.dryRun || flags.plan !== undefined;
  if (!onlyPlans) await invocation.refuseReadOnly();
  const control = await takeControl(invocation, flags.concurrency, options.anyConstants);
  const place = await openPlace(invocation, request.from, onlyPlans);
  try {
    const [{ openInput }, { makeOperation }, { prepareJob }, { journalStart }] = await Promise.all([
      import('../../bulk/input/input.ts'),
      import('../../bulk/operations/make.ts'),
      import('../../bulk/job.ts'),
      import('../../bulk/journal/read.ts'),
    ]);
    const called = request.from === '-' ? 'stdin' : resolve(io.cwd, request.from);
    const input = await openInput(place.inputPath, called);
    invocation.note(`Reading ${input.described}.`);
    if (input.plan) await checkPlanHead(input.plan, request, invocation);
    const operation = makeOperation(request.operation, input, {
      ignoreExtra: flags.ignoreExtra,
      direct: options.direct ?? false,
      derivedFrom: options.deriveExternalId ? await place.runId() : undefined,
      anyConstants: options.anyConstants ?? false,
    });
    const { onListings, stop } = watchListings(invocation);
    const job = await prepareJob(
      control.reader,
      input,
      operation,
      // A plan shows its faults; nothing is sent after it.
      { ...flags, skipInvalid: flags.skipInvalid || settings.dryRun },
      io.interruption,
      onListings,
    ).finally(stop);
    const excess = excessOf(job.totals, flags);
    if (excess && !settings.dryRun) throw excess;
    if (flags.plan !== undefined)
      return await keepPlan(
        job,
        operation,
        options.direct ?? false,
        resolve(io.cwd, flags.plan),
        invocation,
        place,
      );
    if (settings.dryRun) {
      const faulty = flags.skipInvalid ? undefined : job.faulty;
      return shownPlan(job, operation.name, place, invocation, faulty ?? excess);
    }
    // A script that restocks closed listings should find in its log that nobody can buy what is there.
    const say = job.totals.stayClosed > 0 ? invocation.warn : invocation.note;
    say(planWords(job.totals));
    // A row may come to close its listing only while the run goes on, after somebody was asked.
    const mayClose = (await askBeforeRun(invocation, job)) && flags.maxClose !== 0;
    const { ignoreExtra, concurrency, maxClose, maxChange } = flags;
    const remembered = { ...options, onConflict, mayClose, ignoreExtra, concurrency, maxClose, maxChange };
    const directory = await place.begin(input, operation.name, job.totals.rows, remembered, flags.shard);
    return runResult({
      invocation,
      control,
      directory,
      operation: operation.name,
      input,
      job,
      onConflict,
      mayClose,
      failedOut: flags.failedOut && resolve(io.cwd, flags.failedOut),
      resume: undefined,
      journalEnd: journalStart,
    });
  } catch (error) {
    await place.discard();
    throw error;
  }
};
