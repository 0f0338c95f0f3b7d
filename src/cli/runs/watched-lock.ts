import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { lockRun, type RunLock, untilUnlocked } from '../../bulk/journal/lock.ts';
import { capitalized } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';

/** How a command waits for the lock of a run: a person hears of it, and may stop it. */
export const watching = ({ io, warn }: Invocation): Parameters<typeof lockRun>[1] => ({
  signal: io.interruption,
  onWatch: ({ message }, seconds) =>
    warn(`${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`),
});

/** Locks a run. A dry run, which writes nothing, only waits until nobody works on it. */
export const lockOrLook = async (directory: RunDirectory, invocation: Invocation): Promise<RunLock> => {
  if (!invocation.settings.dryRun) return lockRun(directory, watching(invocation));
  await untilUnlocked(directory, watching(invocation));
  return { check: () => undefined, release: async () => {} };
};
