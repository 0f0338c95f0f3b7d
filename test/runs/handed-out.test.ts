import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { feed, handOut, takeBack } from '../../src/runs/handed-out.ts';
import { modeOf } from '../support/modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const left = { path: '/left.csv', sha256: 'a'.repeat(64) };
const plan = { path: '/plan.ndjson', sha256: 'b'.repeat(64) };

/** A run whose rows are in a file and in a plan. */
const handedOut = async () => {
  const state = temporaryFolder();
  for (const file of [left, plan]) await handOut(state, 'night', file, false);
  return state;
};

test.each([left, plan])(
  'whoever loses the race for $path is refused, and has begun nothing',
  async (file) => {
    const state = await handedOut();
    const ends = await Promise.allSettled([takeBack(state, 'night'), feed(state, 'next', file, false)]);
    expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'another-run' } },
    ]);
  },
);

test('notes are closed to others', async () => {
  const folder = join(await handedOut(), 'handed-out');
  const modes = (await readdir(folder)).map((name) => modeOf(join(folder, name)));
  expect([modeOf(folder), ...modes]).toEqual(['700', '600', '600']);
});
