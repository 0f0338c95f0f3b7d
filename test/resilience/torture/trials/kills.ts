import { setTimeout as wait } from 'node:timers/promises';
import { calm, chance, mixture } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import type { Shop } from '../shop.ts';
import type { Ended, Running } from '../tool.ts';
import type { Trial } from './trial.ts';

/** kill -9 at a random time, now and then a second time while it is resumed, and a tenth of the changes goes wrong. */
export const kills: Trial = async (shop, mode, seed, rows) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, changes: mixture(0.1, slow), reads: 0.02, latencyMs: 15 });
  const course = new Course(shop, shop.machine(), job);
  await course.take(await killed(course.machine.run(job), shop, seed, rows));
  if (course.run !== undefined && chance(seed, 'again') < 0.3)
    await course.take(await killed(course.machine.resume(course.run), shop, seed + 1, rows));
  return { misses: await course.finish(), changes: rows };
};

/** What takes the whole of a timeout. */
export const slow = ['silentBefore', 'silentAfter'] as const;

/** Kills a process as a certain change arrives or a little later, or at any time after it was started. */
export const killed = (running: Running, shop: Shop, seed: number, rows: number): Promise<Ended> => {
  const kill = () => running.kill('SIGKILL');
  if (chance(seed, 'when') < 0.2) void wait(chance(seed, 'time') * 1200).then(kill);
  const at = Math.floor(chance(seed, 'at') * rows);
  const later = chance(seed, 'later') * 20;
  let arrived = 0;
  shop.server.onChange = () => {
    if (arrived++ !== at) return;
    if (later < 8) kill();
    else void wait(later).then(kill);
  };
  return running.ended;
};
