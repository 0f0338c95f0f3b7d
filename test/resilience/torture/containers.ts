import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Another host name at each start, as the pods of a scheduler have it. */
const renamed = ['unshare', '--uts', '--kill-child'];
/** And a numbering of processes of their own: the next pod can't see whether the last one lives. */
const contained = [...renamed, '--pid', '--mount-proc'];

/** Whether hosts and containers can be had here. */
export const canContain = spawnSync('unshare', [...contained.slice(1), '--fork', 'true']).status === 0;

if (!canContain) console.warn('unshare is not here, or may not: no test has hosts and containers of its own');

/** What stands in front of a program that runs on a host of this name. */
export const onHost = (host: string): string[] => inside(renamed, host);
/** What stands in front of a program that runs in a container of this name. */
export const inContainer = (host: string): string[] => inside(contained, host);

const inside = (unshare: readonly string[], host: string): string[] =>
  canContain ? [...unshare, '--fork', 'sh', '-c', `hostname ${host} && exec "$0" "$@"`] : [];

/** Suspends what runs in a container, or lets it go on. `pid` is that of what stands in front of it. */
export const signalInside = (pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  const inner = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  process.kill(Number(inner), signal);
};
