import { expect, it } from 'vitest';
import { Timeline } from './machine/timeline.ts';

const owner = () => {
  const held: (() => void)[] = [];
  return { isDead: false, isSuspended: false, held, hold: (run: () => void) => void held.push(run) };
};

const all = async (timeline: Timeline) => {
  while (await timeline.advance());
};

it('runs events in the order of their times, and of their making', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  for (const [ms, name] of [
    [30, 'd'],
    [10, 'b'],
    [10, 'c'],
    [5, 'a'],
  ] as const)
    timeline.after(ms, undefined, () => seen.push(`${name} at ${timeline.now}`));
  await all(timeline);
  expect(seen).toEqual(['a at 5', 'b at 10', 'c at 10', 'd at 30']);
});

it('waits for promises before time goes on', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  timeline.after(1, undefined, async () => {
    for (let turn = 0; turn < 100; turn++) await undefined;
    seen.push(`then ${timeline.now}`);
    timeline.after(0.5, undefined, () => seen.push(`later ${timeline.now}`));
  });
  timeline.after(2, undefined, () => seen.push(`last ${timeline.now}`));
  await all(timeline);
  expect(seen).toEqual(['then 1', 'later 1.5', 'last 2']);
});

it('drops the events of the dead, and keeps those of the suspended', async () => {
  const timeline = new Timeline();
  const [dead, asleep] = [owner(), owner()];
  const seen: string[] = [];
  timeline.after(1, dead, () => seen.push('dead'));
  timeline.after(1, asleep, () => seen.push('asleep'));
  Object.assign(dead, { isDead: true });
  Object.assign(asleep, { isSuspended: true });
  await all(timeline);
  expect(seen).toEqual([]);
  for (const run of asleep.held) run();
  expect(seen).toEqual(['asleep']);
});
