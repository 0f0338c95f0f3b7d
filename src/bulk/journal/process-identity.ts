import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';

/** Tells a process from all others, those with the same number before and after it included. */
export const processIdentity = z.object({
  pid: z.int().check(z.minimum(1)),
  /** When it started, in the system's own count since its boot; missing where the system does not tell. */
  startedAt: z.exactOptional(z.string()),
  /** The boot of the system on which it runs; missing where the system does not tell. */
  bootId: z.exactOptional(z.string()),
  host: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** This process. */
export const ownIdentity = async (): Promise<ProcessIdentity> => {
  const startedAt = (await statusOf(process.pid))?.startedAt;
  const bootId = (await textOf('/proc/sys/kernel/random/boot_id'))?.trim();
  return {
    pid: process.pid,
    ...(startedAt !== undefined && { startedAt }),
    ...(bootId !== undefined && { bootId }),
    host: hostname(),
  };
};

/** What can be said here of a process: of one on another host, nothing. */
export const whereabouts = async (
  other: ProcessIdentity,
  own: ProcessIdentity,
): Promise<'running' | 'gone' | 'elsewhere'> => {
  if (other.host !== own.host) return 'elsewhere';
  if (other.bootId !== own.bootId || !isTaken(other.pid)) return 'gone';
  const status = await statusOf(other.pid);
  if (!status) return 'running';
  // A zombie only waits to be counted by its parent; another start means that the number was given out again.
  return status.state === 'Z' || status.startedAt !== other.startedAt ? 'gone' : 'running';
};

const isTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** A line of the system's about a process: number, name in brackets, state, …, and in the 22nd place its start. */
const statusOf = async (pid: number) => {
  const text = await textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], startedAt: fields[19] };
};

/** Where there is no such file, or none for us, the system does not tell. */
const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
