import { join } from 'node:path';
import type { Invocation } from '../../line/invocation.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { proposal } from '../../words/advice.ts';
import { runLine } from '../../words/resale-line.ts';
import { agreedUndoOf } from '../folder/directory.ts';
import type { PlanningRun } from '../held-run.ts';
import { RunLocked } from '../journal/journal-errors.ts';
import { lockRun, type RunLock } from '../journal/lock.ts';
import { unknownWords } from '../journal/state-words.ts';
import type { PlanHead } from '../plan/plan-lines.ts';
import { hasChanged } from '../recorded-run.ts';
import type { Drafted } from '../request/run-request.ts';
import { appliesTwice, twinsOf } from '../twin-runs.ts';
import { anotherRun } from './own-run.ts';

/**
 * Links a plan as the agreed one. Where sending the same rows twice would apply them twice, it is refused while another
 * run of them has not ended.
 */
export const beginRun = async (planning: PlanningRun, drafted: Drafted): Promise<void> => {
  const { draft, invocation } = drafted;
  if (!appliesTwice(drafted)) return planning.agree();
  const lock = await lockBeginning(invocation);
  try {
    await refuseTwins(draft.plan.head, invocation);
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

const refuseTwins = async (head: PlanHead, { io, warn }: Invocation): Promise<void> => {
  for await (const { directory, head: other, recorded } of twinsOf(head, stateDirectory(io.env))) {
    const named = { ...other, run: directory.id };
    const { unknownLines } = recorded.state.standing();
    if (recorded.hasEnded && unknownLines.length > 0)
      warn(
        proposal(
          `The run ${directory.id} of the same rows left ${unknownWords(unknownLines)}. To resolve ${unknownLines.length === 1 ? 'it' : 'them'}:`,
          runLine('resolve', named),
        ),
      );
    if (recorded.hasEnded) {
      if (isSamePlan(other, head) && hasChanged(recorded) && !agreedUndoOf(directory))
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

/** A saved plan adds to the inventories that it has: sent a second time, each row would only be in doubt. */
const isSamePlan = (other: PlanHead, own: PlanHead): boolean =>
  own.input.madeOf !== undefined && other.input.sha256 === own.input.sha256;
