import { setTimeout as wait } from 'node:timers/promises';
import { calm, chance } from '../../../support/ledger-faults.ts';
import { inContainer, signalInside } from '../containers.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { judge } from '../judge.ts';
import type { Trial } from './trial.ts';

/**
 * A pod is suspended in the middle of its run for so long that another one takes the run from it. When it wakes, it may send
 * only what it had already written down, and which the other one has therefore left alone.
 */
export const suspended: Trial = async (shop, mode, seed, rows) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, latencyMs: 40 });
  const pod = (host: string) => new Course(shop, shop.pod(host, inContainer(host)), job);
  const [first, second] = [pod('pod-first'), pod('pod-second')];
  const run = ['--run', 'night', '--concurrency', '4'];
  const asleep = first.machine.run(job, run);
  const at = Math.floor(rows * (0.2 + chance(seed, 'at') / 2));
  while (shop.ledger.arrivals().length < at) await wait(2);
  signalInside(asleep.pid, 'SIGSTOP');
  await shop.server.quiet();
  for (const course of [first, second]) course.run = 'night';
  const open = new Set(await second.openNow());
  const sent = new Set(shop.ledger.arrivals());
  await second.take(await second.machine.run(job, run).ended);
  signalInside(asleep.pid, 'SIGCONT');
  const { exitCode, stderr } = await first.take(await asleep.ended);
  const story = await second.story();
  const misses = [...first.misses, ...second.misses];
  const told = [first.toldLast(), second.toldLast()];
  misses.push(
    ...judge(job, shop.ledger, { ...story, told, open }),
    ...second.wrongExitCode({ ...story, open }),
  );
  if (exitCode !== 1) misses.push(`the one that was suspended ended with ${exitCode}: ${stderr}`);
  const lines = new Set(job.rows.filter(({ number }) => open.has(number)).map(({ subject }) => subject));
  for (const arrival of shop.ledger.arrivals())
    if (!sent.has(arrival) && arrival.key.includes('pod-first') && !lines.has(arrival.subject))
      misses.push(`${arrival.subject} was sent by the one that was suspended, after it had lost the run`);
  return { misses, changes: rows };
};
