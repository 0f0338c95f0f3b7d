import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { proposal } from '../../words/advice.ts';
import { runLine } from '../../words/resale-line.ts';
import { agreedUndoOf, isAgreed, listRuns, type RunDirectory } from '../folder/directory.ts';
import type { PlanningRun } from '../held-run.ts';
import { DamagedRun, RunLocked } from '../journal/journal-errors.ts';
import { lockRun, type RunLock } from '../journal/lock.ts';
import { unknownWords } from '../journal/state-words.ts';
import { readPlan } from '../plan/plan-file.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import { hasChanged, readRun } from '../recorded-run.ts';
import type { Drafted } from '../request/run-request.ts';
import { anotherRun } from './own-run.ts';

/**
 * Links a plan as the agreed one. Where sending the same rows twice would apply them twice, it is refused while another
 * run of them has not ended.
 */
export const beginRun = async (
  planning: PlanningRun,
  { operation, draft, invocation }: Drafted,
): Promise<void> => {
  const { plan, totals } = draft;
  const isRepeatable = operation.changesInventory
    ? !operation.isDelta
    : operation.listing === 'may be there' && totals.unnamed === 0;
  if (isRepeatable) return planning.agree();
  const lock = await lockBeginning(invocation);
  try {
    await refuseTwins(planning.directory, plan.head, invocation);
    await planning.agree();
  } finally {
    await lock.release();
  }
};

const pollMs = 100;

/** One process at a time looks for other runs of its rows and begins its own. */
const lockBeginning = async ({ io, settings }: Invocation): Promise<RunLock> => {
  const state = stateDirectory(io.env);
  const files = { lock: join(state, 'beginning'), holder: join(state, 'beginning.json') };
  const until = io.clock.ticks() + settings.maxWaitMs;
  for (;;)
    try {
      return await lockRun(files, { signal: io.interruption });
    } catch (error) {
      if (!(error instanceof RunLocked) || io.clock.ticks() >= until) throw error;
      await io.clock.sleep(pollMs, io.interruption);
    }
};

const inputsOf = ({ input }: PlanHead): string[] => [input.sha256, ...(input.madeOf ? [input.madeOf] : [])];

const refuseTwins = async (own: RunDirectory, head: PlanHead, { io, warn }: Invocation): Promise<void> => {
  for (const directory of listRuns(stateDirectory(io.env))) {
    if (directory.id === own.id || !isAgreed(directory) || !existsSync(directory.journal)) continue;
    const other = await readPlan(directory.plan).catch(unlessDamaged);
    if (!other || !isTwin(other.head, head)) continue;
    const recorded = await readRun(directory).catch(unlessDamaged);
    if (!recorded) continue;
    const named = { ...other.head, run: directory.id };
    const { unknown } = recorded.state.standing();
    if (recorded.hasEnded && unknown.length > 0)
      warn(
        proposal(
          `In the run ${directory.id} of the same rows, ${unknownWords(unknown)}. To resolve ${unknown.length === 1 ? 'it' : 'them'}:`,
          runLine('resolve', named),
        ),
      );
    if (recorded.hasEnded) {
      if (isSamePlan(other.head, head) && hasChanged(recorded) && !agreedUndoOf(directory))
        throw anotherRun(
          `this plan was sent before, as the run ${directory.id}`,
          proposal('To see its rows:', runLine('show', named, { rows: true })),
        );
      continue;
    }
    throw anotherRun(
      `the run ${directory.id} of the same rows has not ended`,
      proposal('Continue it, or give it up with `runs end`. To continue:', runLine('resume', named)),
    );
  }
};

const isTwin = (other: PlanHead, own: PlanHead): boolean =>
  other.operation === own.operation &&
  other.origin === own.origin &&
  other.clientId === own.clientId &&
  inputsOf(other).some((hash) => inputsOf(own).includes(hash));

/** A saved plan adds to the inventories that it has: sent a second time, each row would only be in doubt. */
const isSamePlan = (other: PlanHead, own: PlanHead): boolean =>
  own.input.madeOf !== undefined && other.input.sha256 === own.input.sha256;

const unlessDamaged = (error: unknown): undefined => {
  if (!(error instanceof DamagedRun)) throw error;
};
