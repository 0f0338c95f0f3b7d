import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { lockRun, type RunLock, untilUnlocked } from '../../bulk/journal/lock.ts';
import { capitalized } from '../../words/counted.ts';
import type { Invocation } from '../invocation.ts';

/** While it waits for the lock, a person is told and may stop it. */
export const watching = ({ io, warn }: Invocation): Parameters<typeof lockRun>[1] => ({
  signal: io.interruption,
  onWatch: ({ message }, seconds) =>
    warn(`${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`),
});

/** A dry run only waits until nobody works on the run. */
export const lockOrLook = async (directory: RunDirectory, invocation: Invocation): Promise<RunLock> => {
  if (!invocation.settings.dryRun) return lockRun(directory, watching(invocation));
  await untilUnlocked(directory, watching(invocation));
  return { check: () => undefined, release: async () => {} };
};
