import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { noCounts } from '../../src/changes/outcome.ts';
import { directoryOf, makeRunDirectory, type RunDirectory } from '../../src/runs/folder/directory.ts';
import { holdForPlanning, takeUp } from '../../src/runs/held-run.ts';
import { RunLocked } from '../../src/runs/journal/journal-errors.ts';
import { lockRun } from '../../src/runs/journal/lock.ts';
import { writePlan } from '../../src/runs/plan/plan-file.ts';
import type { PlanHead } from '../../src/runs/plan/plan-lines.ts';
import { readRun } from '../../src/runs/recorded-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { contentsOf } from './journal/places.ts';

const head: PlanHead = {
  ...{ resalePlan: 1, id: 'night', operation: 'inventory set', origin: 'https://shop.test' },
  ...{ createdAt: '2026-11-21T12:05:01.000Z', tool: '0.1.0', options: { onConflict: 'skip' } },
  ...{ input: { sha256: 'a'.repeat(64) }, form: { format: 'csv' } },
};

async function* rowsTo(to: number) {
  yield { row: 1, line: 2, effect: 'change', id: 'a', from: 5, to };
}

const night = () => directoryOf(temporaryFolder(), 'night');

/** A process that has planned to set its row to a value, and asks whether it may. */
const planned = async (directory: RunDirectory, to: number, isOurs = false) => {
  const planning = await holdForPlanning(directory, {}, isOurs);
  await writePlan(planning.plan, head, rowsTo(to));
  return planning;
};

/** It stands still for so long that another one takes its lock. */
const taken = async (directory: RunDirectory) => {
  rmdirSync(directory.lock);
  return lockRun(directory);
};

test('a plan that was agreed to is the run, and what it was made of is gone', async () => {
  const planning = await planned(night(), 3);
  await planning.agree();
  const { directory } = planning;
  expect(readdirSync(directory.path).sort()).toEqual([
    'holder.json',
    'journal.ndjson',
    'lock',
    'plan.ndjson',
  ]);
  expect((await readRun(directory)).state.standing().counts.unsent).toBe(1);
});

test('one that was called off leaves its folder to others, and nothing at all where nobody else knows it', async () => {
  for (const [isOurs, left] of [[false, ['holder.json']] as const, [true, undefined] as const]) {
    const planning = await planned(night(), 3, isOurs);
    const { path } = planning.directory;
    await planning.leave();
    expect(existsSync(path) ? readdirSync(path) : undefined).toEqual(left);
  }
});

test('a folder without a plan is planned anew, and one that was agreed to is not', async () => {
  const directory = night();
  await (await planned(directory, 3)).leave();
  const again = await planned(directory, 4);
  expect(again.isAgreed).toBe(false);
  await again.agree();
  await again.lock.release();
  expect((await holdForPlanning(directory, {})).isAgreed).toBe(true);
});

test('while one process plans, no other one does', async () => {
  const { directory } = await planned(night(), 3);
  await expect(holdForPlanning(directory, {})).rejects.toThrow(RunLocked);
});

describe('a process that stood still while it planned, and whose lock another one has taken', () => {
  test('agrees to nothing', async () => {
    const planning = await planned(night(), 3);
    const other = await taken(planning.directory);
    await expect(planning.agree()).rejects.toMatchObject({ code: 'file-failed' });
    expect(existsSync(planning.directory.plan)).toBe(false);
    other.check();
  });

  test('removes nothing of it, and not its folder', async () => {
    const slow = await planned(night(), 3, true);
    const { directory } = slow;
    rmdirSync(directory.lock);
    const quick = await planned(directory, 4);
    await slow.leave();
    quick.lock.check();
    await quick.agree();
    expect(readFileSync(directory.plan, 'utf8')).toContain('"to":4');
  });

  test('never puts its plan in the place of the one that was agreed to meanwhile', async () => {
    const slow = await planned(night(), 3);
    const { directory } = slow;
    rmdirSync(directory.lock);
    const quick = await planned(directory, 4);
    await quick.agree();
    await quick.lock.release();
    // It had looked at its lock before, and was suspended behind that.
    Object.assign(slow.lock, { check: () => {} });
    await expect(slow.agree()).rejects.toMatchObject({
      code: 'locked',
      message: `another process has begun the run ${directory.id} meanwhile`,
      meaning: {
        exit: 'temporary',
        hint: 'Nothing was sent. Start the command again: it continues that run.',
      },
    });
    expect(readFileSync(directory.plan, 'utf8')).toContain('"to":4');
  });
});

test('what was agreed to and not begun is simply continued', async () => {
  const planning = await planned(night(), 3);
  const { directory } = planning;
  await planning.agree();
  // The process is killed here.
  await planning.lock.release();
  const run = await takeUp(directory, await lockRun(directory));
  expect([run.state.standing().counts.unsent, run.state.resumed, run.hasEnded]).toEqual([1, 0, false]);
  await run.close(undefined);
  expect((await contentsOf(directory.journal)).records).toMatchObject([{ kind: 'begun', tool: version }]);
});

test('a run that reached all rows says so, and gives its lock back', async () => {
  const planning = await planned(night(), 3);
  const { directory } = planning;
  await planning.agree();
  const run = await takeUp(directory, planning.lock);
  await run.close({ ...noCounts(), applied: 1 });
  expect((await readRun(directory)).hasEnded).toBe(true);
  await (await lockRun(directory)).release();
});

test('a run that has lost its plan is damaged: it is neither read nor planned anew, and its lock is free again', async () => {
  const { directory, lock, agree } = await planned(night(), 3);
  await agree();
  await (await takeUp(directory, lock)).close(undefined);
  rmSync(directory.plan);
  const damaged = { code: 'file-failed', message: expect.stringContaining('plan.ndjson') };
  await expect(readRun(directory)).rejects.toMatchObject(damaged);
  await expect(holdForPlanning(directory, {})).rejects.toMatchObject(damaged);
  await (await lockRun(directory)).release();
});

test('a folder in which nobody has agreed to anything is no run', async () => {
  const directory = night();
  await makeRunDirectory(directory);
  await expect(readRun(directory)).rejects.toMatchObject({ code: 'not-found', meaning: { exit: 'usage' } });
});
