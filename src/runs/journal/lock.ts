import { rmdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { systemClock } from '../../clock.ts';
import { fileFailed } from '../../failure/kinds.ts';
import { systemReason } from '../../files/file-error.ts';
import { readOwnFile } from '../../files/own-files.ts';
import { writeWhole } from '../../files/whole-file.ts';
import { parsedJson } from '../../json/exact.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { type Holder, JournalFailed, RunLocked } from './journal-errors.ts';

/** An exclusive lock, held until it is released or its process ends or seems dead. */
export interface RunLock {
  /** Call it before each write: throws `JournalFailed` if this process was suspended and another one has taken the lock. */
  check(): void;
  release(): Promise<void>;
}

/** The holder touches the lock this often, and counts as dead after `staleMs` without it. */
const updateMs = 1_000;
const staleMs = 5_000;

/** How often another process looks for a touch, and for how long at least, since clocks of two machines may differ. */
const lookMs = 100;
const leastWatchMs = 1_500;

/** The lock is a folder; `holder` is a file that says whose it is. */
interface LockFiles {
  lock: string;
  holder: string;
}

interface Watching {
  signal?: AbortSignal;
  /** Called once if the holder shows no sign of life. `seconds` is how long it is watched in all. */
  onWatch?: (holder: RunLocked, seconds: number) => void;
}

/**
 * Locks a run for this process: a folder that its holder touches every second, taken over from one that has stopped doing so. It
 * may only have been suspended; then it finds another folder in the place of its own. If both have written in between,
 * the journal notices. Throws `RunLocked` if a process works on the run.
 */
export const lockRun = async (files: LockFiles, watching: Watching = {}): Promise<RunLock> => {
  const { lock: path, holder } = files;
  const { lock } = await import('proper-lockfile');
  for (;;) {
    const dead = await untilUnlocked(files, watching);
    if (dead !== undefined) await removeDead(path, dead);
    // Left to the library, two processes could both take the lock of a dead one.
    const times = { stale: Number.MAX_SAFE_INTEGER, update: updateMs };
    // Whether it was lost is seen by the folder itself.
    const options = { lockfilePath: path, realpath: false, ...times, onCompromised: () => undefined };
    const release = await lock(path, options).catch(unlessLocked(path));
    if (!release) continue;
    const own = folderAt(path);
    const isLost = () => folderAt(path) !== own;
    // It can't be released if it was lost meanwhile, or removed with the run.
    const releaseOwn = async () => (isLost() ? undefined : release().catch(() => undefined));
    const at = new Date().toISOString();
    try {
      await writeWhole(holder, [JSON.stringify({ pid: process.pid, host: hostname(), at })], { mode: 0o600 });
    } catch (error) {
      if (isLost()) throw runTakenOver(path);
      await releaseOwn();
      throw asLockError(holder, error);
    }
    return {
      check() {
        if (isLost()) throw runTakenOver(path);
      },
      release: releaseOwn,
    };
  }
};

/** This process was suspended for so long that it seemed dead, and another one took the run. */
export const runTakenOver = (lock: string): JournalFailed =>
  new JournalFailed(lock.replace(/lock$/, 'journal.ndjson'), 'another process has taken the run over', {
    remedy: `That process continues the run; \`${resaleLine('runs list')}\` shows it.`,
  });

/** Removes a dead process's lock if it is still the same one. A second lock allows only one process at a time to do that. */
const removeDead = async (path: string, sign: string): Promise<void> => {
  const { lock } = await import('proper-lockfile');
  const removing = `${path}.removing`;
  const options = { lockfilePath: removing, realpath: false, onCompromised: () => undefined };
  const release = await lock(removing, options).catch(unlessLocked(removing));
  if (!release) return systemClock.sleep(lookMs, never);
  try {
    if (signAt(path) === sign) rmdirSync(path);
  } catch (error) {
    throw asLockError(path, error);
  } finally {
    await release().catch(() => undefined);
  }
};

/** Ignores that somebody else has the lock, or has taken it from this process while that was suspended; throws any other error. */
const unlessLocked =
  (path: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    const isTaken = error.code === 'ENOENT' && folderOf(dirname(path)) !== undefined;
    if (error.code !== 'ELOCKED' && !isTaken) throw asLockError(path, error);
  };

const never = new AbortController().signal;

/**
 * Resolves when nobody works on the run, with what identifies a dead lock. Throws `RunLocked` as soon as the holder shows that
 * it is alive.
 */
export const untilUnlocked = async (
  { lock: path, holder }: LockFiles,
  { signal = never, onWatch }: Watching = {},
): Promise<string | undefined> => {
  const first = signAt(path);
  for (let watched = 0; ; watched += lookMs) {
    const sign = signAt(path);
    if (sign === undefined) return undefined;
    if (sign !== first) throw new RunLocked(holderIn(holder));
    // Where a clock was set back since, the lock seems to be of today for longer.
    if (watched >= (isWorkedOn({ lock: path }) ? staleMs : leastWatchMs)) return sign;
    if (watched === leastWatchMs) onWatch?.(new RunLocked(holderIn(holder)), staleMs / 1000);
    await systemClock.sleep(lookMs, signal);
  }
};

/** Whether the lock was touched recently. A process that was just killed still seems alive. */
export const isWorkedOn = ({ lock }: Pick<LockFiles, 'lock'>): boolean => {
  const touched = folderOf(lock)?.mtimeMs;
  return touched !== undefined && Number(touched) > Date.now() - staleMs;
};

const folderOf = (path: string) => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw asLockError(path, error);
  }
};

/** Identifies the folder, even from another one made in its place. Undefined if there is none. */
const folderAt = (path: string): string | undefined => {
  const folder = folderOf(path);
  return folder && `${folder.ino} ${folder.birthtimeNs}`;
};

/** The same, with the time of its last touch. */
const signAt = (path: string): string | undefined => {
  const folder = folderOf(path);
  return folder && `${folder.ino} ${folder.birthtimeNs} ${folder.mtimeNs}`;
};

const holderFile = z.object({ pid: z.int(), host: z.string(), at: z.string() });

const holderIn = (path: string): Holder | undefined => {
  try {
    return holderFile.safeParse(parsedJson(readOwnFile(path) ?? '')).data;
  } catch {
    return undefined;
  }
};

const asLockError = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  if (!reason) return error;
  return fileFailed(
    `the run can't be started, because its lock ${path} can't be used: ${reason}`,
    'Nothing was sent. Try again once it can be written.',
    { cause: error },
  );
};
