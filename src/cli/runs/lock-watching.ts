import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { checkUnlocked, lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import { capitalized } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';

/**
 * Locks a run. If a process elsewhere has it, says so, and waits until it is certain whether that one is alive. A dry run, which
 * writes nothing, only looks.
 */
export const lockWatching = async (
  directory: RunDirectory,
  invocation: Invocation,
  force = false,
): Promise<RunLock> => {
  if (!invocation.settings.dryRun) return lockRun(directory, { force, ...watching(invocation) });
  await lookWatching(directory, invocation);
  return { check: () => undefined, release: async () => {} };
};

/** The same for a look at a run, which takes no lock: throws `RunLocked` if a process works on it. */
export const lookWatching = (directory: RunDirectory, invocation: Invocation): Promise<void> =>
  checkUnlocked(directory, watching(invocation));

const watching = ({ io, warn }: Invocation): Parameters<typeof lockRun>[1] => ({
  clock: io.clock,
  signal: io.interruption,
  onWatch: ({ message }, seconds) =>
    warn(`${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`),
});
