import { join } from 'node:path';
import { calm } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import type { Trial } from './trial.ts';

/** A run that has begun, and that has everything still to do: where its journal is, is known. */
interface Prepared {
  course: Course;
  run: string;
  journal: string;
  /** Where calls about the journal are written down. */
  trace: string;
}

/** Two rows at once write to the journal more often than all at once. */
export const twoAtOnce = ['--concurrency', '2'];

/** Begins a run with a shop that refuses everything, and then opens the shop. */
export const prepare = async (...[shop, mode, seed, rows]: Parameters<Trial>): Promise<Prepared> => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, closed: true });
  const machine = shop.machine();
  const { exitCode, stderr } = await machine.run(job).ended;
  const [run] = await machine.runs();
  if (exitCode !== 4 || run === undefined) throw new Error(`no run has begun (${exitCode}): ${stderr}`);
  await shop.begin(job, { ...calm, seed, latencyMs: 5 });
  const course = new Course(shop, machine, job);
  course.run = run;
  return { course, run, journal: machine.journal(run), trace: join(shop.folder, 'trace') };
};
