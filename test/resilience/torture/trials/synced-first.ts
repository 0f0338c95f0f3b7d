import { readFile, stat } from 'node:fs/promises';
import { callsIn, tracing } from '../../../support/strace.ts';
import { coverage, recordsIn } from '../journal-file.ts';
import { prepare, twoAtOnce } from './prepared.ts';
import type { Trial } from './trial.ts';

/** No change arrives before the sync that covers its record has returned. */
export const syncedFirst: Trial = async (shop, mode, seed, rows) => {
  const { course, run, journal, trace } = await prepare(shop, mode, seed, rows);
  let { size: written } = await stat(journal);
  await course.take(await course.machine.resume(run, twoAtOnce, tracing(trace, { file: journal })).ended);
  const syncs: { at: number; bytes: number }[] = [];
  for (const { name, result, returnedAt } of callsIn(trace))
    if (name.includes('write')) written += result;
    else if (name.includes('sync')) syncs.push({ at: returnedAt, bytes: written });
  for (const { row, at, sentEnd } of coverage(recordsIn(await readFile(journal)), course.job, shop.ledger)) {
    const synced = syncs.findLast((sync) => sync.at <= at)?.bytes ?? 0;
    if (sentEnd === undefined || sentEnd > synced)
      course.misses.push(
        `row ${row} was sent when ${synced} bytes were synced, and its record ends at ${sentEnd}`,
      );
  }
  return { misses: await course.finish(), changes: rows };
};
