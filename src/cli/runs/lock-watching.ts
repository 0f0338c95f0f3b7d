import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { lockRun, type RunLock } from '../../bulk/journal/lock.ts';
import type { Invocation } from '../invocation.ts';

/** Locks a run. If a process elsewhere has it, says so, and waits until it is certain whether that one is alive. */
export const lockWatching = (
  directory: RunDirectory,
  { io, warn }: Invocation,
  force = false,
): Promise<RunLock> =>
  lockRun(directory, {
    force,
    signal: io.interruption,
    onWatch: ({ message }, seconds) =>
      warn(
        `${capitalized(message)}. Unless it shows within ${seconds} s that it is alive, this one goes on.`,
      ),
  });

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
