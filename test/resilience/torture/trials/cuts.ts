import { readFile, truncate } from 'node:fs/promises';
import { calm, chance, mixture } from '../../../support/ledger-faults.ts';
import { Course } from '../course.ts';
import { makeJob } from '../jobs.ts';
import { coverage, recordsIn } from '../journal-file.ts';
import { killed, slow } from './kills.ts';
import type { Trial } from './trial.ts';

/**
 * A loss of power: the tool is gone at a random time, and of its journal only what was surely synced is left, and any
 * part of what follows. Surely synced is what stands before the record of a change that has arrived.
 */
export const cuts: Trial = async (shop, mode, seed, rows) => {
  const job = makeJob(mode, seed, rows);
  await shop.begin(job, { ...calm, seed, changes: mixture(0.1, slow), reads: 0.02, latencyMs: 15 });
  const course = new Course(shop, shop.machine(), job);
  await course.take(await killed(course.machine.run(job), shop, seed, rows));
  if (course.run !== undefined) {
    const journal = course.machine.journal(course.run);
    const bytes = await readFile(journal);
    const covered = coverage(recordsIn(bytes), job, shop.ledger);
    for (const { row, sentEnd } of covered)
      if (sentEnd === undefined) course.misses.push(`row ${row} was sent, and the journal does not say so`);
    const synced = Math.max(0, ...covered.map(({ sentEnd = 0 }) => sentEnd));
    await truncate(journal, synced + Math.floor(chance(seed, 'cut') * (bytes.length - synced + 1)));
    await course.noteOpen();
  }
  return { misses: await course.finish(), changes: rows };
};
