import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  isAgreed,
  listRuns,
  newRunDirectory,
  openRunDirectory,
  partOf,
  undoOf,
} from '../../../src/runs/folder/directory.ts';
import { modeOf, openUmask } from '../../support/modes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let state: string;
beforeEach(() => {
  state = join(temporaryFolder(), 'state', 'resale');
});

/** A run that began at a time of the evening of 21 November 2026. */
const runAt = (time: string) => newRunDirectory(state, new Date(`2026-11-21T${time}Z`));

describe('a new run', () => {
  test('has a name of its time, and is none before its plan was agreed to', async () => {
    const run = await runAt('20:05:01.999');
    expect(run.id).toMatch(/^20261121-200501-[0-9a-f]{4}$/);
    expect(run.path).toBe(join(state, 'runs', run.id));
    expect([readdirSync(run.path), isAgreed(run)]).toEqual([[], false]);
  });

  test('is closed to others with all above it that was made for it, whatever the umask', async () => {
    openUmask();
    const run = await runAt('20:05:01');
    const places = [join(state, '..'), state, join(state, 'runs'), run.path];
    expect(places.map(modeOf)).toEqual(['700', '700', '700', '700']);
  });

  test('a hundred in the same second have names of their own', async () => {
    const runs = await Promise.all(Array.from({ length: 100 }, () => runAt('20:05:01')));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(100);
  });
});

test('runs of the same second are listed in the order in which they began', async () => {
  const times = ['20:05:01.000', '20:05:01.004', '20:05:01.250', '20:05:01.999', '20:05:02.000'];
  const ids = [];
  for (const time of times) ids.push((await runAt(time)).id);
  expect(listRuns(state).map(({ id }) => id)).toEqual(ids.reverse());
});

describe('a run by its name', () => {
  test('is the one that was made', async () => {
    const run = await runAt('20:05:01');
    expect(await openRunDirectory(state, run.id)).toEqual(run);
  });

  test('or by the end of it, where no other ends like that', async () => {
    const [run, other] = [await runAt('20:05:01.001'), await runAt('20:05:02.500')];
    expect(await openRunDirectory(state, run.id.slice(-4))).toEqual(run);
    for (const id of [run.id.slice(-3), run.id.slice(0, -4)])
      await expect(openRunDirectory(state, id)).rejects.toMatchObject({ code: 'not-found' });
    const twin = `20251121-200501-${other.id.slice(-4)}`;
    mkdirSync(join(state, 'runs', twin));
    await expect(openRunDirectory(state, other.id.slice(-4))).rejects.toMatchObject({
      message: `several runs end with ${other.id.slice(-4)}: ${other.id}, ${twin}`,
      meaning: { hint: { say: 'To see all:', line: 'resale runs list' } },
    });
  });

  test('or by that of its undo, or of a part, once they are there', async () => {
    const run = await runAt('20:05:01');
    const part = partOf(run, { index: 2, count: 8 });
    for (const inside of [undoOf(run), part]) {
      await expect(openRunDirectory(state, inside.id)).rejects.toMatchObject({ code: 'not-found' });
      mkdirSync(inside.path);
      expect(await openRunDirectory(state, inside.id)).toEqual(inside);
      expect(await openRunDirectory(state, inside.id.slice(-4 - (inside.id.length - run.id.length)))).toEqual(
        inside,
      );
    }
    expect([part.id, part.plan]).toEqual([`${run.id}/2-of-8`, run.plan]);
  });

  test('that is not there', async () => {
    await expect(openRunDirectory(state, '9999')).rejects.toMatchObject({
      meaning: { hint: 'There are no runs yet.' },
    });
    await runAt('20:05:01');
    await expect(openRunDirectory(state, '9999')).rejects.toMatchObject({
      message: 'there is no run 9999',
      meaning: { code: 'not-found', hint: { say: 'To see all:', line: 'resale runs list' } },
    });
  });

  test.each(['', '.', '..', '../runs', '/etc', 'a/b', '20261121-200501-4f2a/..', '20261121-200501-4f2a\n'])(
    '%j is no name, and no path is made of it',
    async (id) => {
      mkdirSync(join(state, 'runs', '20261121-200501-4f2a'), { recursive: true });
      await expect(openRunDirectory(state, id)).rejects.toMatchObject({
        code: 'not-found',
        meaning: { hint: { say: 'To see all:', line: 'resale runs list' } },
      });
    },
  );

  test('a file or a symbolic link of that name is not a run', async () => {
    mkdirSync(join(state, 'runs'), { recursive: true });
    writeFileSync(join(state, 'runs', '20261121-200501-0001'), '');
    symlinkSync('/', join(state, 'runs', '20261121-200501-0002'));
    for (const id of ['20261121-200501-0001', '20261121-200501-0002'])
      await expect(openRunDirectory(state, id)).rejects.toMatchObject({
        code: 'not-found',
        meaning: { hint: 'There are no runs yet.' },
      });
  });
});

describe('all runs', () => {
  test('none if nothing was ever run', async () => {
    expect(listRuns(state)).toEqual([]);
  });

  test('the newest first, the broken ones too, nothing else', async () => {
    const late = await runAt('23:00:00');
    const early = await runAt('01:00:00');
    mkdirSync(join(state, 'runs', '20261121-120501-4f2a'));
    mkdirSync(join(state, 'runs', 'mine'));
    mkdirSync(join(state, 'runs', '-no-name'));
    writeFileSync(join(state, 'runs', '20261121-120501-4f2b'), '');
    expect(listRuns(state).map(({ id }) => id)).toEqual(['mine', late.id, '20261121-120501-4f2a', early.id]);
  });
});
