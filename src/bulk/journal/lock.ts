import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod/mini';
import { openOwnFile } from '../../disk/own-files.ts';
import { systemReason } from '../../disk/system-reason.ts';
import type { RunDirectory } from './directory.ts';
import { RunLocked, UnusableLock } from './errors.ts';
import { locateProcess, ownIdentity, processIdentity } from './process-identity.ts';

const claim = z.extend(processIdentity, { claim: z.string(), at: z.string() });
const release = z.object({ released: z.string() });
type Claim = z.infer<typeof claim>;

/** An exclusive lock on a run, held until it is released or the process ends. */
export interface RunLock {
  release(): Promise<void>;
}

/**
 * Locks a run for this process. The lock is an append-only list: a claim holds once every earlier claim was released or
 * belongs to a process that is gone. Neither can be undone, so two claims never hold at once. A lock file that is created
 * and removed would not be safe: between checking a dead process's file and removing it, another process may have put a
 * new one there. Throws `RunLocked` if an earlier claim holds (`force` breaks one from another host), and `UnusableLock`
 * if the file can't be used.
 */
export const lockRun = async (
  { lock: path }: Pick<RunDirectory, 'lock'>,
  { force = false }: { force?: boolean } = {},
): Promise<RunLock> => {
  const own = { claim: randomUUID(), ...(await ownIdentity()), at: new Date().toISOString() };
  await withLockErrors(path, () => add(path, own));
  const releaseOwn = () => appendRelease(path, own.claim);
  for (const earlier of await claimsBefore(path, own.claim)) {
    const where = await locateProcess(earlier, own);
    if (where === 'gone') continue;
    if (where === 'elsewhere' && force) {
      await appendRelease(path, earlier.claim);
      continue;
    }
    await releaseOwn();
    throw lockedBy(earlier, path, where);
  }
  return { release: releaseOwn };
};

/** Finds the process that holds the lock, or may hold it on another host; undefined if there is none. */
export const lockHolder = async ({
  lock: path,
}: Pick<RunDirectory, 'lock'>): Promise<RunLocked | undefined> => {
  const own = await ownIdentity();
  for (const earlier of await claimsBefore(path)) {
    const where = await locateProcess(earlier, own);
    if (where !== 'gone') return lockedBy(earlier, path, where);
  }
  return undefined;
};

const lockedBy = ({ pid, host, at }: Claim, path: string, where: 'running' | 'elsewhere') =>
  new RunLocked(path, pid, host, at, where === 'elsewhere');

// The system appends atomically, one writer after the other. The first line break ends a line that a crash may have
// left unfinished.
const add = async (path: string, entry: Claim | z.infer<typeof release>): Promise<void> => {
  const file = await openOwnFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  try {
    await file.appendFile(`\n${JSON.stringify(entry)}\n`);
  } finally {
    await file.close();
  }
};

const appendRelease = (path: string, released: string): Promise<void> =>
  add(path, { released }).catch((error: NodeJS.ErrnoException) => {
    // The process that held the lock has removed the run.
    if (error.code !== 'ENOENT') throw error;
  });

/** The claims before `last` that were not released. */
const claimsBefore = async (path: string, last?: string): Promise<Claim[]> => {
  const entries = (await textOf(path)).split('\n').map(parsed);
  const released = new Set(entries.map((entry) => release.safeParse(entry).data?.released));
  const claims = entries.flatMap((entry) => claim.safeParse(entry).data ?? []);
  const end = claims.findIndex((entry) => entry.claim === last);
  return claims.slice(0, end < 0 ? undefined : end).filter((entry) => !released.has(entry.claim));
};

const textOf = (path: string): Promise<string> =>
  withLockErrors(path, async () => {
    let file: FileHandle;
    try {
      file = await openOwnFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  });

const withLockErrors = async <Done>(path: string, act: () => Promise<Done>): Promise<Done> => {
  try {
    return await act();
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? new UnusableLock(path, reason, { cause: error }) : error;
  }
};

// A line that is not JSON was never completed, so its writer never held the lock.
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
