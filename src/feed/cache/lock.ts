import { pause } from '../../client/pause.ts';
import { asCacheError } from './folder.ts';

/** A lock that is held. It shows to be alive as long as this process is, and counts as dead soon after it died. */
export interface Lock {
  /** Whether another process took it over: this one had stood still for so long that it seemed dead. */
  lost(): boolean;
  release(): Promise<void>;
}

const staleMs = 5_000;
const askAgainMs = 20;

/** Takes the lock of a name, if nobody holds it. Fails with `FeedCacheUnusable` where it can't be written. */
export const takeLock = async (path: string): Promise<Lock | undefined> => {
  const { lock } = await import('proper-lockfile');
  let lost = false;
  const release = await lock(path, {
    lockfilePath: path,
    realpath: false,
    stale: staleMs,
    onCompromised: () => {
      lost = true;
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') return undefined;
    throw asCacheError(path, error);
  });
  return (
    release && {
      lost: () => lost,
      // A lock that was lost, or whose folder is gone, is not there to be released.
      release: async () => {
        if (!lost) await release().catch(asReleased);
      },
    }
  );
};

/** Takes the lock of a name as soon as nobody holds it. Fails as `takeLock` does, and with the signal's reason. */
export const waitForLock = async (path: string, signal: AbortSignal): Promise<Lock> => {
  for (;;) {
    const lock = await takeLock(path);
    if (lock) return lock;
    await pause(askAgainMs, signal);
  }
};

const asReleased = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERELEASED' && error.code !== 'ENOTACQUIRED') throw error;
};
