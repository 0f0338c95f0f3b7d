import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { directoryOf, type RunDirectory } from '../../../src/runs/folder/directory.ts';
import { RunLocked } from '../../../src/runs/journal/journal-errors.ts';
import { isWorkedOn, lockRun, untilUnlocked } from '../../../src/runs/journal/lock.ts';
import { modeOf, openUmask } from '../../support/modes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { builtWorker } from './built-worker.ts';

let run: RunDirectory;
beforeEach(() => {
  run = directoryOf(temporaryFolder(), 'night');
  mkdirSync(run.path, { recursive: true });
});

const program = builtWorker('locker.ts');

/** A process that takes locks when it is told to. */
const startLocker = () => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => end(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    take: async (path: string): Promise<string> => {
      child.stdin.write(`${path}\n`);
      return (await lines.next()).value;
    },
    stop: () => child.kill('SIGSTOP'),
    kill: () => end(child),
  };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** A lock whose holder showed a sign of life so many milliseconds ago, by its own clock. */
const leftBehind = (ms: number, path = run.lock): void => {
  mkdirSync(path);
  const at = new Date(Date.now() - ms);
  utimesSync(path, at, at);
};

test('one process after the other has a lock, which says who that is', async () => {
  openUmask();
  const first = await lockRun(run);
  expect([modeOf(run.holder), isWorkedOn(run)]).toEqual(['600', true]);
  const refusal = `process ${process.pid} on ${hostname()} has been working on the run since 20`;
  await expect(lockRun(run)).rejects.toThrow(refusal);
  await expect(untilUnlocked(run)).rejects.toThrow(RunLocked);
  await first.release();
  await untilUnlocked(run);
  expect(isWorkedOn(run)).toBe(false);
  const second = await lockRun(run);
  await first.release();
  expect(() => second.check()).not.toThrow();
  await second.release();
});

test('a run that was removed has no lock to release', async () => {
  const { release } = await lockRun(run);
  rmSync(run.path, { recursive: true });
  await release();
});

test('who holds a lock is not told where that was damaged', async () => {
  await lockRun(run);
  writeFileSync(run.holder, '{"pid":');
  await expect(lockRun(run)).rejects.toThrow('another process has been working on the run');
});

test('a process that is alive keeps its lock; killed or suspended, it loses it', async () => {
  const loses = async (how: 'kill' | 'stop') => {
    const own = directoryOf(run.path, how);
    mkdirSync(own.path, { recursive: true });
    const holder = startLocker();
    expect(await holder.take(own.path)).toBe('locked');
    await expect(lockRun(own)).rejects.toThrow(`process ${holder.pid} on`);
    await holder[how]();
    const watched = vi.fn();
    const began = Date.now();
    await lockRun(own, { onWatch: watched });
    expect(Date.now() - began).toBeGreaterThan(2_000);
    expect(watched.mock.calls).toEqual([[expect.any(RunLocked), 5]]);
  };
  await Promise.all([loses('kill'), loses('stop')]);
});

test('a process keeps its lock, whatever its clock says, while it shows that it is alive', async () => {
  leftBehind(3_600_000);
  expect(isWorkedOn(run)).toBe(false);
  let ms = 3_600_000;
  const beat = setInterval(() => {
    ms -= 500;
    const at = new Date(Date.now() - ms);
    utimesSync(run.lock, at, at);
  }, 500);
  onTestFinished(() => clearInterval(beat));
  await expect(lockRun(run)).rejects.toThrow(RunLocked);
});

test.each([
  ['long ago', 60_000],
  ['in the future', -60_000],
])('a lock that was last touched %s is taken where nobody shows that he is alive', async (_, ms) => {
  leftBehind(ms);
  const { check, release } = await lockRun(run);
  check();
  await release();
});

test('whoever waits can be stopped', async () => {
  leftBehind(0);
  const signal = AbortSignal.timeout(50);
  const failure = await lockRun(run, { signal }).catch((error: unknown) => error);
  expect(failure).toBe(signal.reason);
});

test('a lock that was taken away is missed before anything is written', async () => {
  const held = await lockRun(run);
  rmdirSync(run.lock);
  const second = await lockRun(run);
  expect(() => held.check()).toThrow('another process has taken the run over');
  await held.release();
  expect(() => second.check()).not.toThrow();
});

test("what can't be used is reported with its path", async () => {
  writeFileSync(run.lock, '');
  utimesSync(run.lock, 0, 0);
  const words = `the run can't be started, because its lock ${run.lock} can't be used: `;
  await expect(lockRun(run)).rejects.toMatchObject({
    message: expect.stringContaining(words),
    meaning: { hint: 'Nothing was sent. Try again once it can be written.' },
  });
});

test('of four that want the lock of a dead process at once, exactly one gets it, each time', async () => {
  const lockers = Array.from({ length: 4 }, startLocker);
  const paths = Array.from({ length: 5 }, (_, round) => directoryOf(run.path, String(round)).path);
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    leftBehind(60_000, join(path, 'running'));
    const said = await Promise.all(lockers.map((locker) => locker.take(path)));
    expect(said.sort()).toEqual(['locked', 'refused', 'refused', 'refused']);
    const { pid } = JSON.parse(readFileSync(join(path, 'holder.json'), 'utf8'));
    expect(lockers.map((locker) => locker.pid)).toContain(pid);
  }
});
