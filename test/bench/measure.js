import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Runs a command line in the shell and returns how many seconds it took. */
export const measure = async (line, env) => {
  const began = performance.now();
  await ended(start(line, env), line);
  return (performance.now() - began) / 1000;
};

/**
 * Runs a command line and returns the peak memory of the largest of its processes, in megabytes: undefined where it can't be
 * known, since only Linux has it, in /proc. Watching a process slows it down, so that this says nothing about time.
 */
export const measureMemory = async (line, env) => {
  const child = start(line, env);
  const end = ended(child, line);
  let peak = 0;
  for (let isOver = false; !isOver; ) {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    peak = Math.max(peak, ...(await Promise.all(pids.map((pid) => kilobytesOf(pid, child.pid)))));
    isOver = await Promise.race([end.then(() => true), wait(2, false)]);
  }
  return peak > 0 ? peak / 1024 : undefined;
};

/** In a process group of its own, by which its processes are found. */
const start = (line, env) =>
  spawn('sh', ['-c', line], { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });

const ended = async (child, line) => {
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`\`${line}\` ended with ${code}: ${complaint.trim()}`);
};

const kilobytesOf = async (pid, group) => {
  try {
    // After the name, which may contain anything: state, parent, group.
    const [, , itsGroup] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(/\) /).at(-1).split(' ', 3);
    if (Number(itsGroup) !== group) return 0;
    const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes);
  } catch {
    // It has ended.
    return 0;
  }
};
