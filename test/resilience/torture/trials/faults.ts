import { calm, mixture } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import type { Trial } from './trial.ts';

/** A fifth of the changes goes wrong, before they are applied or after, and a twentieth of the reads. */
export const faults: Trial = (shop, mode, seed, rows) => faulted(shop, mode, seed, rows, 0);

/** The same, while somebody else sells and restocks. */
export const rivals: Trial = (shop, mode, seed, rows) => faulted(shop, mode, seed, rows, 0.1);

const faulted = async (...[shop, mode, seed, rows, competitor]: [...Parameters<Trial>, number]) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, changes: mixture(0.2), reads: 0.05, competitor, latencyMs: 3 });
  const course = new Course(shop, shop.machine(), job);
  await course.take(await course.machine.run(job, ['--timeout', '2']).ended);
  return { misses: await course.finish(competitor > 0), changes: rows };
};
