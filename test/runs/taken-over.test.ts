import { existsSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { namedRunDirectory } from '../../src/runs/directory.ts';
import { lockRun } from '../../src/runs/journal/lock.ts';
import { Recording } from '../../src/runs/recording.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A run that a process plans, which then stands still for so long that another one takes its lock. */
const takenOver = async () => {
  const directory = await namedRunDirectory(temporaryFolder(), 'night');
  const lock = await lockRun(directory);
  const recording = new Recording(async () => directory, { directory, lock });
  rmdirSync(directory.lock);
  const other = await lockRun(directory);
  return { directory, recording, other };
};

test('a process that stood still while it planned does not remove the run that another one has taken', async () => {
  const { directory, recording, other } = await takenOver();
  await recording.discard();
  expect(existsSync(directory.path)).toBe(true);
  other.check();
});

test('nor does it begin the run', async () => {
  const { recording, other } = await takenOver();
  const asked = {
    tool: '1',
    operation: 'inventory set',
    options: { onConflict: 'fail' },
    origin: 'https://a',
    rows: 1,
  };
  const file = { path: import.meta.filename, format: 'csv' };
  await expect(recording.begin(asked as never, file as never, true)).rejects.toMatchObject({
    code: 'journal-failed',
  });
  other.check();
});
