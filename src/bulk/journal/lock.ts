import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { systemReason } from '../../disk/system-reason.ts';
import type { RunDirectory } from './directory.ts';
import { RunLocked, UnusableLock } from './errors.ts';
import { ownIdentity, processIdentity, whereabouts } from './process-identity.ts';

const claim = z.extend(processIdentity, { claim: z.string(), at: z.string() });
const release = z.object({ released: z.string() });
type Claim = z.infer<typeof claim>;

/** The right to work on a run, until it is released or the process ends. */
export interface RunLock {
  release(): Promise<void>;
}

/**
 * Takes the run for this process. The lock is a list to which everybody only adds: a claim holds once all claims before
 * it were released or made by processes that are gone, and since neither is ever undone, no two hold at once. A file
 * that is made and removed can't say that: between the look at a dead holder's file and its removal, another may
 * have put a new one there. Throws RunLocked where an earlier claim stands, which `force` breaks
 * where it is of another host, and UnusableLock where the system takes no claim.
 */
export const lockRun = async (
  { lock: path }: Pick<RunDirectory, 'lock'>,
  { force = false }: { force?: boolean } = {},
): Promise<RunLock> => {
  const own = { claim: randomUUID(), ...(await ownIdentity()), at: new Date().toISOString() };
  await asSystemLets(path, () => add(path, own));
  const letGo = () => letGoOf(path, own.claim);
  for (const earlier of await claimsBefore(path, own.claim)) {
    const where = await whereabouts(earlier, own);
    if (where === 'gone') continue;
    if (where === 'elsewhere' && force) {
      await letGoOf(path, earlier.claim);
      continue;
    }
    await letGo();
    throw lockedBy(earlier, path, where);
  }
  return { release: letGo };
};

/** Who works on the run, or may do so on another host; undefined where surely nobody does. */
export const lockHolder = async ({
  lock: path,
}: Pick<RunDirectory, 'lock'>): Promise<RunLocked | undefined> => {
  const own = await ownIdentity();
  for (const earlier of await claimsBefore(path)) {
    const where = await whereabouts(earlier, own);
    if (where !== 'gone') return lockedBy(earlier, path, where);
  }
  return undefined;
};

const lockedBy = ({ pid, host, at }: Claim, path: string, where: 'running' | 'elsewhere') =>
  new RunLocked(path, pid, host, at, where === 'elsewhere');

// The system puts what is appended behind all that stands there, one writer after the other. The first line break
// ends what a crash may have left unfinished.
const add = (path: string, entry: Claim | z.infer<typeof release>): Promise<void> =>
  appendFile(path, `\n${JSON.stringify(entry)}\n`, { mode: 0o600 });

const letGoOf = (path: string, released: string): Promise<void> =>
  add(path, { released }).catch((error: NodeJS.ErrnoException) => {
    // The run was removed by its holder, and the lock with it.
    if (error.code !== 'ENOENT') throw error;
  });

/** The claims that were not released, up to a certain one. */
const claimsBefore = async (path: string, last?: string): Promise<Claim[]> => {
  const entries = (await textOf(path)).split('\n').map(parsed);
  const released = new Set(entries.map((entry) => release.safeParse(entry).data?.released));
  const claims = entries.flatMap((entry) => claim.safeParse(entry).data ?? []);
  const end = claims.findIndex((entry) => entry.claim === last);
  return claims.slice(0, end < 0 ? undefined : end).filter((entry) => !released.has(entry.claim));
};

const textOf = (path: string): Promise<string> =>
  asSystemLets(path, () =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    }),
  );

const asSystemLets = async <Done>(path: string, act: () => Promise<Done>): Promise<Done> => {
  try {
    return await act();
  } catch (error) {
    const reason = systemReason(error);
    throw reason ? new UnusableLock(path, reason, { cause: error }) : error;
  }
};

// A line that is no JSON was never whole, so nobody went on after writing it.
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
