import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RunLocked, RunTakenOver } from '../../../src/bulk/journal/errors.ts';
import { checkUnlocked, isWorkedOn, lockRun } from '../../../src/bulk/journal/lock.ts';
import { ownIdentity, type ProcessIdentity } from '../../../src/bulk/journal/process-identity.ts';
import { leapingClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { builtWorker, modeOf, openUmask } from './places.ts';

let directory: string;
let lock: string;
beforeEach(() => {
  directory = temporaryFolder();
  lock = join(directory, 'lock');
});

/** A process that takes locks when it is told to. */
const startLocker = async () => {
  const child = spawn(process.execPath, [await builtWorker('locker.ts', directory)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => end(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    take: async (path: string): Promise<string> => {
      child.stdin.write(`${path}\n`);
      return (await lines.next()).value;
    },
    kill: () => end(child),
  };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** Writes a claim as a process would have made it. */
const forge = (identity: ProcessIdentity, path = lock): void =>
  writeFileSync(
    path,
    `${JSON.stringify({ claim: 'forged', ...identity, at: '2026-11-21T12:05:01.000Z' })}\n`,
  );

const otherBoot = '00000000-0000-4000-8000-000000000000';
const elsewhere = async (): Promise<ProcessIdentity> => ({
  ...(await ownIdentity()),
  host: 'elsewhere.example',
  bootId: otherBoot,
});

describe('one process after the other', () => {
  test('a lock that was released can be taken again', async () => {
    const first = await lockRun({ lock });
    await first.release();
    const second = await lockRun({ lock });
    await expect(lockRun({ lock })).rejects.toThrow(RunLocked);
    await second.release();
    await second.release();
    await lockRun({ lock });
  });

  test('it says who holds it, readable only by its owner', async () => {
    openUmask();
    await checkUnlocked({ lock });
    const { release } = await lockRun({ lock });
    expect(modeOf(lock)).toBe('600');
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual({
      claim: expect.any(String),
      ...(await ownIdentity()),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await expect(checkUnlocked({ lock })).rejects.toMatchObject({
      pid: process.pid,
      host: hostname(),
      elsewhere: false,
    });
    await release();
    await checkUnlocked({ lock });
  });

  test('a run that was removed has no lock to release', async () => {
    const { release } = await lockRun({ lock });
    rmSync(directory, { recursive: true });
    await release();
  });

  test('an unfinished line of a crash is not a claim', async () => {
    for (const left of ['', '\0\0\0\0', '{"claim":"4f', 'null', '{}']) {
      writeFileSync(lock, left);
      const { release } = await lockRun({ lock });
      await expect(lockRun({ lock })).rejects.toThrow(RunLocked);
      await release();
    }
  });
});

describe('a holder that may be alive', () => {
  test('a living process keeps its lock, even against force; killed, it loses it', async () => {
    const holder = await startLocker();
    expect(await holder.take(lock)).toBe('locked');
    for (const force of [false, true]) {
      const refusal = await lockRun({ lock }, { force }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RunLocked);
      expect(refusal).toMatchObject({ pid: holder.pid, host: hostname(), elsewhere: false });
      expect((refusal as RunLocked).message).toMatch(
        new RegExp(`^process ${holder.pid} on ${hostname()} has been working on the run since 20`),
      );
    }
    await holder.kill();
    await lockRun({ lock });
    await expect(lockRun({ lock })).rejects.toMatchObject({ pid: process.pid });
  });

  test('another machine keeps its lock while it shows that it is alive', async () => {
    forge(await elsewhere());
    const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), 200);
    onTestFinished(() => clearInterval(beat));
    const watched = vi.fn();
    const refused = { host: 'elsewhere.example', elsewhere: true };
    await expect(lockRun({ lock }, { onWatch: watched })).rejects.toMatchObject(refused);
    expect(watched.mock.calls).toEqual([[expect.objectContaining(refused), 10]]);
    await expect(checkUnlocked({ lock })).rejects.toMatchObject(refused);
  });

  test('another machine works on a run if it has shown so lately', async () => {
    expect(await isWorkedOn({ lock })).toBe(false);
    forge(await elsewhere());
    expect(await isWorkedOn({ lock })).toBe(true);
    const before = new Date(Date.now() - 11_000);
    utimesSync(lock, before, before);
    expect(await isWorkedOn({ lock })).toBe(false);
  });

  test('the lock of another machine is broken by force at once, and then it is broken for all', async () => {
    forge(await elsewhere());
    const { release } = await lockRun({ lock }, { force: true });
    await expect(lockRun({ lock }, { force: true })).rejects.toMatchObject({ pid: process.pid });
    await release();
    await lockRun({ lock });
  });

  test('whoever waits for another machine can be stopped', async () => {
    forge(await elsewhere());
    const signal = AbortSignal.timeout(50);
    const before = readFileSync(lock, 'utf8');
    const failure = await lockRun({ lock }, { signal }).catch((error: unknown) => error);
    expect(failure).toBe(signal.reason);
    expect(readFileSync(lock, 'utf8')).toBe(before);
  });

  test('a lock that was taken away is missed before anything is written', async () => {
    const held = await lockRun({ lock });
    expect(held.check()).toBeUndefined();
    const { claim } = JSON.parse(readFileSync(lock, 'utf8'));
    appendFileSync(lock, `\n${JSON.stringify({ released: claim })}\n`);
    const failure = () =>
      held.check()?.then(
        () => undefined,
        (error: unknown) => error,
      );
    await expect.poll(failure).toBeInstanceOf(RunTakenOver);
  });

  test('who could not look for a while looks before it goes on', async () => {
    const clock = leapingClock();
    const held = await lockRun({ lock }, { clock });
    await clock.sleep(5_001, new AbortController().signal);
    await expect(held.check()).resolves.toBeUndefined();
    expect(held.check()).toBeUndefined();
  });

  test('force does not break the lock of a process on this machine', async () => {
    forge(await elsewhere());
    const own = { claim: 'own', ...(await ownIdentity()), at: '2026-11-21T12:05:02.000Z' };
    appendFileSync(lock, `${JSON.stringify(own)}\n`);
    await expect(lockRun({ lock }, { force: true })).rejects.toMatchObject({
      pid: process.pid,
      elsewhere: false,
    });
  });
});

describe('a holder elsewhere that is silent for ten seconds is gone', () => {
  const silent: [string, Partial<ProcessIdentity>][] = [
    ['on another machine', { host: 'elsewhere.example', bootId: otherBoot }],
    // Its pid belongs to a living process here, and its host has our name, as a pod that was started anew has.
    ['in another container', { pidNamespace: 'pid:[1]' }],
    ['before this machine was restarted', { bootId: otherBoot }],
  ];
  test.each(silent)('%s', async (_, identity) => {
    forge({ ...(await ownIdentity()), ...identity });
    const clock = leapingClock();
    const began = clock.ticks();
    await lockRun({ lock }, { clock });
    expect(clock.ticks() - began).toBeGreaterThanOrEqual(10_000);
    await expect(lockRun({ lock })).rejects.toMatchObject({ pid: process.pid });
  });

  test('of two that want its lock at once, one gets it', async () => {
    forge(await elsewhere());
    const wanting = await Promise.allSettled(
      [leapingClock(), leapingClock()].map((clock) => lockRun({ lock }, { clock })),
    );
    expect(wanting.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe.skipIf(process.platform !== 'linux')('a holder that is certainly gone', () => {
  test('the number was given to another process since', async () => {
    forge({ ...(await ownIdentity()), startedAt: '1' });
    await checkUnlocked({ lock });
    await lockRun({ lock });
  });

  test('it ended, and its parent has not looked yet', async () => {
    // The shell becomes a program that never looks after a child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => end(parent));
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    const comm = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8');
    await expect.poll(comm).toBe('sleep\n');
    process.kill(pid, 'SIGKILL');
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    await expect.poll(() => stat()[0]).toBe('Z');
    forge({ ...(await ownIdentity()), pid, startedAt: stat()[19] ?? '' });
    await lockRun({ lock });
  });
});

test("what can't be written is reported with its path", async () => {
  mkdirSync(lock);
  const words = `the run can't be started, because its lock ${lock} can't be used: it is a directory`;
  await expect(lockRun({ lock })).rejects.toThrow(words);
  await expect(checkUnlocked({ lock })).rejects.toThrow(words);
});

describe('two at once', () => {
  const claims: [string, (path: string) => Promise<void>][] = [
    ['nobody had', async () => {}],
    ['a dead process had', async (path) => forge({ ...(await ownIdentity()), pid: 2 ** 22 + 1 }, path)],
  ];
  test.each(claims)('of a lock that %s, exactly one gets it, 50 times', async (_, prepare) => {
    const lockers = await Promise.all([startLocker(), startLocker()]);
    const winners = new Set<number>();
    for (let round = 0; round < 50; round++) {
      const path = `${lock}-${round}`;
      await prepare(path);
      const said = await Promise.all(lockers.map((locker) => locker.take(path)));
      const winner = said.indexOf('locked');
      winners.add(winner);
      expect(said[1 - winner]).toBe(`refused: ${lockers[winner]?.pid}`);
    }
    expect(winners).not.toContain(-1);
  });
});
