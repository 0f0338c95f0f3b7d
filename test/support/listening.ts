import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether this system tells which process listens where, as Linux does. */
export const systemTellsSockets = existsSync('/proc/self/net/tcp');

/** The ports that a process listens on. */
export const listeningPorts = (pid: number | undefined): number[] =>
  listening(pid).map(([, port = '']) => Number.parseInt(port, 16));

/** Address and port of what a process listens on, in hexadecimal digits. */
const listening = (pid: number | undefined): string[][] => {
  const descriptors = `/proc/${pid}/fd`;
  const own = new Set(readdirSync(descriptors).map((name) => readlinkSync(`${descriptors}/${name}`)));
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n'))
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && own.has(`socket:[${columns[9]}]`))
    .map(([, local = '']) => local.split(':'));
};
