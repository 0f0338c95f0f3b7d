import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { RunLocked, RunTakenOver, unusableLock } from './errors.ts';
import {
  appendClaim,
  appendRelease,
  type Claim,
  isOnNetwork,
  type LockEntries,
  readLock,
} from './lock-file.ts';
import { locateProcess, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** An exclusive lock on a run, held until it is released, or the process ends or seems to have ended. */
export interface RunLock {
  /**
   * To be called before anything is written or sent: fails with `RunTakenOver` if another process has taken the lock, because
   * this one was suspended for so long that it seemed dead. Returns undefined if the lock was looked at a moment ago.
   */
  check(): Promise<void> | undefined;
  release(): Promise<void>;
}

/** How often the holder of a lock shows that it is alive, in milliseconds, and how often others look. */
const beatMs = 1000;

/**
 * How many looks at a lock without a sign of life prove that its holder, elsewhere, is gone. Looks are counted, not seconds: on
 * a network disk that hangs, nobody can look, and the holder can't show that it is alive.
 */
const silentLooks = 10;

/** After how long without a look at its own lock its holder has to look again before it writes, in milliseconds. */
const trustMs = 5000;

interface LockOptions {
  /** Take the lock of a process elsewhere without watching it. */
  force?: boolean;
  clock?: Clock;
  /** Ends the watching. */
  signal?: AbortSignal;
  /** Called before a process elsewhere is watched, with how long that takes at most, in seconds. */
  onWatch?: (holder: RunLocked, seconds: number) => void;
}

/**
 * Locks a run for this process. The lock is an append-only list: a claim holds once every earlier claim was released or
 * belongs to a process that is gone. Neither can be undone, so two claims never hold at once. A lock file that is created
 * and removed would not be safe: between checking a dead process's file and removing it, another process may have put a
 * new one there.
 *
 * Whether a process in the same numbering of processes is gone, the system knows. The holder also touches the file every second,
 * and one elsewhere (another machine or container) that stops doing so is taken for gone, and its claim is released for it. It
 * may only have been suspended. So it looks at its lock before it writes to the journal, which in turn notices if both have
 * written (`Journal`). Times are compared for equality only: two machines need not agree on them.
 *
 * Throws `RunLocked` if an earlier claim holds.
 */
export const lockRun = async (
  { lock: path }: { lock: string },
  options: LockOptions = {},
): Promise<RunLock> => {
  const { clock = systemClock, signal = never } = options;
  const own = { claim: randomUUID(), ...(await ownIdentity()), at: new Date(clock.now()).toISOString() };
  const silent = await silentClaims(path, own, options);
  await appendClaim(path, own);
  for (const { claim } of silent) await appendRelease(path, claim);
  if (await isOnNetwork(path)) await clock.sleep(beatMs, signal);
  const { claims } = await readLock(path);
  const end = claims.findIndex((entry) => entry.claim === own.claim);
  for (const earlier of claims.slice(0, end < 0 ? undefined : end)) {
    const where = await locateProcess(earlier, own);
    if (where === 'gone') continue;
    await appendRelease(path, own.claim);
    throw lockedBy(earlier, where);
  }
  if (end < 0) throw unusableLock(path, 'what was written to it is not there');
  return heldLock(path, own.claim, clock);
};

const never = new AbortController().signal;

/** Throws `RunLocked` if a process holds the lock. Nothing is written; a process elsewhere is watched as by `lockRun`. */
export const checkUnlocked = async (
  { lock: path }: { lock: string },
  options: LockOptions = {},
): Promise<void> => {
  await silentClaims(path, await ownIdentity(), options);
};

/** Whether a process works on the run, as far as one look can tell: of one elsewhere, the time by its own clock says so. */
export const isWorkedOn = async ({ lock: path }: { lock: string }): Promise<boolean> => {
  const own = await ownIdentity();
  const { claims, touched } = await readLock(path);
  const isFresh = Math.abs(Date.now() - touched) < silentLooks * beatMs;
  for (const entry of claims) {
    const where = await locateProcess(entry, own);
    if (where === 'running' || (where === 'elsewhere' && isFresh)) return true;
  }
  return false;
};

const lockedBy = ({ pid, host, at }: Claim, where: 'running' | 'elsewhere') =>
  new RunLocked(pid, host, at, where === 'elsewhere');

/** The claims of processes elsewhere, once they have been silent for long enough. Throws `RunLocked` if one is not. */
const silentClaims = async (
  path: string,
  own: ProcessIdentity,
  { force = false, clock = systemClock, signal = never, onWatch }: LockOptions,
): Promise<Claim[]> => {
  let last: LockEntries | undefined;
  for (let looks = 0; ; looks++) {
    const now = await readLock(path);
    const elsewhere: Claim[] = [];
    for (const entry of now.claims) {
      const where = await locateProcess(entry, own);
      if (where === 'running') throw lockedBy(entry, where);
      if (where === 'elsewhere') elsewhere.push(entry);
    }
    const [holder] = elsewhere;
    if (holder === undefined || force || looks >= silentLooks) return elsewhere;
    const locked = lockedBy(holder, 'elsewhere');
    if (last === undefined) onWatch?.(locked, (silentLooks * beatMs) / 1000);
    // A longer file is no sign of life: somebody else wants the lock, too. Then everything is looked at again.
    else if (now.size !== last.size) looks = -1;
    else if (now.touched !== last.touched) throw locked;
    last = now;
    await clock.sleep(beatMs, signal);
  }
};

/** Touches the lock every second, and sees whether it was taken. */
const heldLock = async (path: string, own: string, clock: Clock): Promise<RunLock> => {
  let lost = false;
  let looked = 0;
  const look = async (): Promise<void> => {
    const began = clock.ticks();
    const at = new Date();
    await utimes(path, at, at).catch(() => {});
    lost ||= !(await readLock(path)).claims.some((entry) => entry.claim === own);
    looked = began;
  };
  await look();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // What fails here fails again where it matters, in check().
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, beatMs).unref();
  return {
    check() {
      if (!lost && clock.ticks() - looked < trustMs) return undefined;
      return look().then(() => {
        if (lost) throw new RunTakenOver(path);
      });
    },
    async release() {
      clearInterval(timer);
      await appendRelease(path, own);
    },
  };
};
