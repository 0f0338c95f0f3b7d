import { resolve } from 'node:path';
import type { RunLimits } from '../../bulk/limits.ts';
import { openRowFile } from '../../bulk/rows/row-file.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Result } from '../../terminal/columns.ts';
import type { Invocation } from '../invocation.ts';
import { askBeforeRun } from './ask-before-run.ts';
import type { BulkFlags } from './flags.ts';
import { runMany } from './many-rows.ts';
import { openPlace } from './place.ts';
import { checkPlanHead, writePlan } from './plan-file.ts';
import { planWords } from './plan-words.ts';

/** What a command asks of the rows of --from, beside the flags that all such commands share. */
export interface FromFile {
  operation: Operation;
  from: string;
  flags: BulkFlags & Pick<RunLimits, 'noClose'>;
  onConflict: OnConflict;
  /** Whether the user said `--on-conflict retry`. */
  saidRetry?: boolean;
  options?: { direct?: boolean; anyConstants?: boolean; deriveExternalId?: boolean };
}

/**
 * Reads the rows that --from names, plans, asks, and runs. With --dry-run or --plan it stops before anything is sent, and
 * leaves nothing behind.
 */
export const runFile = async (invocation: Invocation, request: FromFile): Promise<Result> => {
  const { settings, io } = invocation;
  const { operation, flags, onConflict, options = {} } = request;
  const { direct = false, anyConstants = false } = options;
  const { ignoreExtra, concurrency, maxClose, maxChange } = flags;
  const planPath = flags.plan && resolve(io.cwd, flags.plan);
  const onlyPlans = settings.dryRun || planPath !== undefined;
  if (!onlyPlans) await invocation.refuseReadOnly();
  const place = await openPlace(invocation, request.from, onlyPlans);
  try {
    const file = await openRowFile(
      place.path,
      request.from === '-' ? 'stdin' : resolve(io.cwd, request.from),
    );
    invocation.note(`Reading ${file.described}.`);
    if (file.plan) await checkPlanHead(file.plan, operation, request.saidRetry === true, invocation);
    return await runMany(invocation, {
      operation,
      file,
      reading: {
        ignoreExtra,
        direct,
        derivedFrom: options.deriveExternalId ? await place.runId() : undefined,
        anyConstants,
      },
      planning: { skipInvalid: flags.skipInvalid, shard: flags.shard },
      limits: flags,
      onConflict,
      concurrency,
      failedOut: flags.failedOut,
      instead:
        planPath === undefined
          ? undefined
          : async (plan) => {
              const written = await writePlan(plan, operation, direct, planPath, invocation);
              await place.discard();
              return written;
            },
      async ask(plan) {
        // A script that restocks CLOSED listings should find that in its log.
        const say = plan.totals.inClosedListings > 0 ? invocation.warn : invocation.note;
        say(planWords(plan.totals, operation));
        // A row may come to close its listing only while the run goes on, after somebody was asked.
        return (await askBeforeRun(invocation, plan, operation)) && maxClose !== 0;
      },
      begin: (plan, mayClose) =>
        place.begin({
          file,
          operation: operation.name,
          rows: plan.totals.rows,
          options: { ...options, onConflict, mayClose, ignoreExtra, concurrency, maxClose, maxChange },
          shard: flags.shard,
        }),
      discard: place.discard,
    });
  } catch (error) {
    await place.discard();
    throw error;
  }
};
