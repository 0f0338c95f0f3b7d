import { constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { ifMissing } from '../../disk/if-missing.ts';
import { openOwnFile } from '../../disk/own-files.ts';
import { systemReason } from '../../disk/system-reason.ts';
import { parsedJson } from '../../json/parsed.ts';
import { unusableLock } from './errors.ts';
import { processIdentity } from './process-identity.ts';

const claim = z.extend(processIdentity, { claim: z.string(), at: z.string() });
const release = z.object({ released: z.string() });

/** A process that wants a lock, or has it. */
export type Claim = z.infer<typeof claim>;

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

/** Claims the lock; whether the claim holds, the ones before it decide. */
export const appendClaim = (path: string, entry: Claim): Promise<void> =>
  withLockErrors(path, () => add(path, entry));

/** Releases a claim, for good. */
export const appendRelease = (path: string, released: string): Promise<void> =>
  // Missing if the process that held the lock has removed the run.
  add(path, { released }).catch(ifMissing(undefined));

/** Disks on which two machines that append at the same instant may overwrite each other, by the numbers that Linux gives them. */
const networkDisks: readonly number[] = [0x6969 /* NFS */, 0xff534d42 /* CIFS */, 0xfe534d42 /* SMB 2 */];

/** Whether a moment has to pass before a claim can be relied on: all that was being written by then is there. */
export const isOnNetwork = (path: string): Promise<boolean> =>
  statfs(dirname(path)).then(
    ({ type }) => networkDisks.includes(type >>> 0),
    () => false,
  );

/** What a lock says, and what shows whether somebody has touched it. */
export interface LockEntries {
  /** Those that were not released. */
  claims: Claim[];
  size: number;
  touched: number;
}

/** Reads a lock. It is opened each time: only then does a network disk ask whether it has changed. */
export const readLock = (path: string): Promise<LockEntries> =>
  withLockErrors(path, async () => {
    const file = await openOwnFile(path).catch(ifMissing(undefined));
    if (!file) return { claims: [], size: 0, touched: 0 };
    try {
      const { size, mtimeMs } = await file.stat();
      // A line that is not JSON was never completed, so its writer never held the lock.
      const entries = (await file.readFile('utf8')).split('\n').map(parsedJson);
      const released = new Set(entries.map((entry) => release.safeParse(entry).data?.released));
      const claims = entries.flatMap((entry) => claim.safeParse(entry).data ?? []);
      return { claims: claims.filter((entry) => !released.has(entry.claim)), size, touched: mtimeMs };
    } finally {
      await file.close();
    }
  });

const withLockErrors = async <Done>(path: string, act: () => Promise<Done>): Promise<Done> => {
  try {
    return await act();
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? unusableLock(path, reason, { cause: error }) : error;
  }
};
