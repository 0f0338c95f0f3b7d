import { resolve } from 'node:path';
import type { RunDirectory } from '../../bulk/journal/directory.ts';
import type { RunLock } from '../../bulk/journal/lock.ts';
import type { Manifest } from '../../bulk/journal/manifest.ts';
import { journalStart } from '../../bulk/journal/read.ts';
import { ResumeState } from '../../bulk/resume-state.ts';
import { openRowFile } from '../../bulk/rows/row-file.ts';
import type { OnConflict } from '../../changes/errors.ts';
import type { Fields, Operation } from '../../changes/operation.ts';
import type { Result } from '../../terminal/results.ts';
import type { Invocation } from '../invocation.ts';
import { lineAgain } from '../shell-line.ts';
import { askBeforeRun, planWords } from './before-run.ts';
import type { BulkFlags } from './flags.ts';
import { type RunLimits, runMany } from './many-rows.ts';
import { checkPlanHead, writePlan } from './plan-file.ts';
import { openRunInput } from './run-input.ts';

/** What is filled in where a row leaves it out. */
export interface Defaults {
  /** By their fields, as rows have them. */
  fields: Fields;
  /** What gave a field: `--condition`, `the profile`. */
  originOf(field: string): string;
}

/** A request to run the rows of --from. */
export interface FromFile {
  operation: Operation;
  from: string;
  flags: BulkFlags & Pick<RunLimits, 'noClose'>;
  defaults?: Defaults | undefined;
  onConflict: OnConflict;
  /** Whether the user gave `--on-conflict retry`, which is not the default. */
  explicitRetry?: boolean;
  options?: {
    direct?: boolean;
    anyConstants?: boolean;
    deriveExternalId?: boolean;
    priceUnit?: string | undefined;
  };
}

/** A run with a name of its user that is locked, and of which nothing is written yet. */
interface NewRun {
  directory: RunDirectory;
  lock: RunLock;
}

/** What a request asks for, but for its rows, in the words of a manifest. A run with a name can't be continued with anything else. */
export const optionsOf = ({ flags, defaults, onConflict, options }: FromFile): Manifest['options'] => {
  const { sheet, skipInvalid, ignoreExtra, concurrency, maxClose, maxChange } = flags;
  const limits = { maxClose, maxChange };
  return {
    ...options,
    onConflict,
    sheet,
    skipInvalid,
    ignoreExtra,
    concurrency,
    ...limits,
    defaults: defaults?.fields,
  };
};

/**
 * Reads the rows of --from, plans, asks, and runs them. With --dry-run or --plan, nothing is sent and no run is recorded. If
 * nothing comes of it, nothing is left of a run that was `made` for it.
 */
export const runFile = async (invocation: Invocation, request: FromFile, made?: NewRun): Promise<Result> => {
  const { settings, io } = invocation;
  const { operation, flags, defaults, onConflict, options = {} } = request;
  const { direct = false, anyConstants = false } = options;
  const { ignoreExtra, concurrency, maxClose } = flags;
  const planPath = flags.plan && resolve(io.cwd, flags.plan);
  const onlyPlans = settings.dryRun || planPath !== undefined;
  const isAttended = invocation.isAttended(/^(-|\/dev\/stdin|\/dev\/fd\/0)$/.test(request.from));
  if (!onlyPlans) await invocation.refuseReadOnly();
  const input = await openRunInput(invocation, request.from, onlyPlans, made?.directory);
  const discard = async () => {
    await input.discard();
    await made?.lock.release();
  };
  try {
    const file = await openRowFile(
      input.path,
      request.from === '-' ? 'standard input' : resolve(io.cwd, request.from),
      flags.sheet,
    );
    invocation.note(`Reading ${file.described}.`);
    if (file.plan) await checkPlanHead(file.plan, operation, request.explicitRetry === true, invocation);
    return await runMany(invocation, {
      operation,
      file,
      reading: {
        ignoreExtra,
        direct,
        derivedFrom: options.deriveExternalId ? await input.runId() : undefined,
        anyConstants,
        majorPrices: options.priceUnit === 'major',
        defaults: defaults?.fields ?? {},
      },
      originOf: defaults?.originOf,
      planning: { skipInvalid: flags.skipInvalid, shard: flags.shard },
      limits: flags,
      onConflict,
      concurrency,
      failedOut: flags.failedOut,
      // What came through a pipe is gone.
      again: input.path === resolve(io.cwd, request.from) ? lineAgain(invocation.line) : undefined,
      ...(made && { resumed: { state: new ResumeState(), journalEnd: journalStart, lock: made.lock } }),
      keep:
        planPath === undefined
          ? undefined
          : (plan) => writePlan(plan, operation, direct, planPath, invocation),
      async ask(plan) {
        // A script that restocks CLOSED listings should find that in its log.
        const say = plan.totals.inClosedListings > 0 ? invocation.warn : invocation.note;
        say(planWords(plan.totals, operation));
        // With --on-conflict retry, a row may turn out to close its listing only during the run.
        return (await askBeforeRun(invocation, plan, operation, isAttended)) && maxClose !== 0;
      },
      begin: (plan, mayClose) =>
        input.begin({
          file,
          operation: operation.name,
          rows: plan.totals.rows,
          options: { ...optionsOf(request), mayClose },
          shard: flags.shard,
        }),
      discard,
    });
  } catch (error) {
    await discard();
    throw error;
  }
};
