import { join } from 'node:path';
import { calm } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { judge, type Story } from '../judge.ts';
import { Machine } from '../machine.ts';
import type { Trial } from './trial.ts';

const count = 8;

/**
 * Eight machines, each with a state directory of its own, share a saved plan, and a shop that takes so many requests a second:
 * together they do the whole.
 */
export const parts: Trial = async (shop, mode, seed, rows) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, latencyMs: 10, perSecond: 150 });
  const planner = shop.machine('planner');
  const plan = join(shop.folder, 'plan.ndjson');
  const planned = await planner.run(job, ['--plan', plan]).ended;
  if (planned.exitCode !== 0) throw new Error(`there is no plan (${planned.exitCode}): ${planned.stderr}`);
  const courses = Array.from({ length: count }, (_, index) => {
    const { place } = shop.machine(`machine-${index + 1}`);
    return new Course(shop, new Machine({ ...place, file: plan }), job);
  });
  await Promise.all(
    courses.map(async (course, index) => {
      course.run = `night/${index + 1}-of-${count}`;
      const part = ['--run', 'night', '--shard', `${index + 1}/${count}`];
      await course.take(await course.machine.run(job, part).ended);
      await course.resumeToEnd();
    }),
  );
  const stories = await Promise.all(courses.map((course) => course.story()));
  const together: Story = {
    told: [stories.flatMap(({ told }) => told.at(-1) ?? [])],
    recorded: stories.flatMap(({ recorded }) => recorded),
    open: new Set(),
    hasCompetitor: false,
  };
  const misses = courses.flatMap((course) => course.misses);
  misses.push(...judge(job, shop.ledger, together));
  const keys = new Map<string, string>();
  for (const { subject, key } of shop.ledger.arrivals()) {
    const other = keys.get(subject) ?? key;
    keys.set(subject, key);
    if (other !== key) misses.push(`${subject} was touched by ${other} and by ${key}`);
  }
  return { misses, changes: rows };
};
