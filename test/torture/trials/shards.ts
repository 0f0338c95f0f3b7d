import { calm } from '../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { judge, type Story } from '../judge.ts';
import type { Trial } from './trial.ts';

const parts = 8;

/** Eight machines share a file, and a shop that takes so many requests a second: together they do the whole. */
export const shards: Trial = async (shop, mode, seed, rows) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, latencyMs: 10, perSecond: 150 });
  const courses = Array.from(
    { length: parts },
    (_, index) => new Course(shop, shop.machine(`machine-${index + 1}`), job),
  );
  await Promise.all(
    courses.map(async (course, index) => {
      await course.take(await course.machine.run(job, ['--shard', `${index + 1}/${parts}`]).ended);
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
