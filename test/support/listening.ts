import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether the system says which process listens where, as Linux does. */
export const systemTellsSockets = existsSync('/proc/self/net/tcp');

export const listeningPorts = (pid: number | undefined): number[] => {
  const descriptors = `/proc/${pid}/fd`;
  const own = new Set(readdirSync(descriptors).map((name) => readlinkSync(`${descriptors}/${name}`)));
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n'))
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && own.has(`socket:[${columns[9]}]`))
    .map(([, local = '']) => Number.parseInt(local.replace(/.*:/, ''), 16));
};
