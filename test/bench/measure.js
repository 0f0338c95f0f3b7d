import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';

/**
 * Runs a command line in the shell and returns how many seconds it took. With `look` also the peak memory of the largest of
 * its processes, in megabytes; only on Linux, where it is read from /proc while they run.
 */
export const measure = async (line, env, look) => {
  const began = performance.now();
  const child = spawn('sh', ['-c', line], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its processes are found by their process group.
    detached: true,
  });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  let peak = 0;
  const poll = async () => {
    peak = Math.max(peak, await look.peakOf(child.pid));
  };
  const timer = look && setInterval(poll, look.everyMs);
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - began) / 1000;
  clearInterval(timer);
  if (code !== 0) throw new Error(`\`${line}\` ended with ${code}: ${complaint.trim()}`);
  return { seconds, peakMegabytes: peak > 0 ? peak / 1024 : undefined };
};

const largestOf = async (group) => {
  const names = await readdir('/proc').catch(() => []);
  const peaks = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => peakOf(name, group)),
  );
  return Math.max(0, ...peaks);
};

const peakOf = async (pid, group) => {
  try {
    if (group !== undefined) {
      // After the name, which may contain anything: state, parent, group.
      const [, , itsGroup] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(/\) /).at(-1).split(' ', 3);
      if (Number(itsGroup) !== group) return 0;
    }
    const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes);
  } catch {
    // It has ended.
    return 0;
  }
};

/** Looks at all processes of a line from time to time. */
export const atAll = { everyMs: 40, peakOf: largestOf };

/** Looks all the time at the one process that a line becomes by `exec`: it ends soon. */
export const atOne = { everyMs: 1, peakOf };
