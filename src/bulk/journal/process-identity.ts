import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';

/** Identifies a process, even if its pid is reused later. */
export const processIdentity = z.object({
  pid: z.int().check(z.minimum(1)),
  /** Its start time, in clock ticks since boot; missing if the system does not report it. */
  startedAt: z.exactOptional(z.string()),
  /** The boot id of its system; missing if the system does not report it. */
  bootId: z.exactOptional(z.string()),
  /** In which numbering of processes its pid holds: each container has its own. Missing if the system does not report it. */
  pidNamespace: z.exactOptional(z.string()),
  host: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

export const ownIdentity = async (): Promise<ProcessIdentity> => {
  const startedAt = (await statusOf(process.pid))?.startedAt;
  const bootId = (await textOf('/proc/sys/kernel/random/boot_id'))?.trim();
  const pidNamespace = await readlink('/proc/self/ns/pid').catch(() => undefined);
  return {
    pid: process.pid,
    ...(startedAt !== undefined && { startedAt }),
    ...(bootId !== undefined && { bootId }),
    ...(pidNamespace !== undefined && { pidNamespace }),
    host: hostname(),
  };
};

/** Whether a process is still running; unknown (`elsewhere`) if it is on another machine, in another container, or before a restart. */
export const locateProcess = async (
  other: ProcessIdentity,
  own: ProcessIdentity,
): Promise<'running' | 'gone' | 'elsewhere'> => {
  if (!sharesPids(other, own)) return 'elsewhere';
  if (!isTaken(other.pid)) return 'gone';
  const status = await statusOf(other.pid);
  if (!status) return 'running';
  // A zombie has already ended; a different start time means that the pid was reused.
  return status.state === 'Z' || status.startedAt !== other.startedAt ? 'gone' : 'running';
};

/**
 * Whether a pid means the same process to both. The name of a host proves nothing where the system tells more: the pods of
 * an indexed Kubernetes job keep theirs when they are started anew, on whatever machine.
 */
const sharesPids = (other: ProcessIdentity, own: ProcessIdentity): boolean => {
  if (other.bootId !== own.bootId) return false;
  if (other.pidNamespace !== undefined || process.platform === 'linux')
    return other.pidNamespace !== undefined && other.pidNamespace === own.pidNamespace;
  return other.host === own.host;
};

const isTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** Parses /proc/PID/stat: pid, name in parentheses, state, …, and start time as the 22nd field. */
const statusOf = async (pid: number) => {
  const text = await textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], startedAt: fields[19] };
};

/** Returns undefined if the file is missing or may not be read. */
const textOf = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
