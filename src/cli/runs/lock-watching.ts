import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { checkUnlocked, lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import { capitalized } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';

/**
 * Locks a run; a dry run writes nothing, and only checks that no other process has it. If one elsewhere has it, says so, and waits
 * until it is certain whether that one is alive. Throws `RunLocked` if it is.
 */
export const lockWatching = async (
  directory: RunDirectory,
  { io, settings, warn }: Pick<Invocation, 'io' | 'warn'> & { settings: { dryRun: boolean } },
  force = false,
): Promise<RunLock> => {
  const options: Parameters<typeof lockRun>[1] = {
    force,
    signal: io.interruption,
    onWatch: ({ message }, seconds) =>
      warn(
        `${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`,
      ),
  };
  if (!settings.dryRun) return lockRun(directory, options);
  await checkUnlocked(directory, options);
  return { check: () => undefined, release: async () => {} };
};

/** The same for a look at a run, which takes no lock. */
export const lookWatching = async (directory: RunDirectory, { io, warn }: Invocation): Promise<void> => {
  await lockWatching(directory, { io, warn, settings: { dryRun: true } });
};
