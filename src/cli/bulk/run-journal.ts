import type { Journal } from '../../bulk/journal/journal.ts';
import type { JournalRecord } from '../../bulk/journal/records.ts';
import type { Counts } from '../../bulk/outcome.ts';
import { exitCodeOf, exitOfRun } from '../../failure/exit-codes.ts';
import { harmless } from '../../terminal/harmless.ts';
import { version } from '../version.ts';
import type { Run } from './run.ts';

/** Takes the run for this process, and opens its journal behind what stands there. */
export const openRunJournal = async ({ directory, journalEnd, lock: taken }: Run) => {
  const [{ lockRun }, { openJournal }] = await Promise.all([
    import('../../bulk/journal/lock.ts'),
    import('../../bulk/journal/journal.ts'),
  ]);
  const lock = taken ?? (await lockRun(directory));
  try {
    const journal = await openJournal(directory.journal, journalEnd);
    await journal.append({ kind: 'epoch', at: new Date().toISOString(), tool: version, pid: process.pid });
    return { journal, lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/**
 * The last record of a run that reached all rows; one that was stopped has none, and can be resumed. Returns whether all
 * that happened is on disk.
 */
export const endRunJournal = async (
  { control, invocation }: Run,
  journal: Journal,
  counts: Counts,
  untold: readonly JournalRecord[],
  isOver: boolean,
): Promise<boolean> => {
  try {
    if (isOver)
      journal.note({
        kind: 'end',
        exitCode: exitCodeOf(exitOfRun(counts)),
        counts,
        at: new Date().toISOString(),
      });
    await journal.close();
    return true;
  } catch (error) {
    control.stop(error);
    // What happened and is perhaps not on disk is said here, --quiet or not, so that it is not lost.
    for (const record of [...journal.unsynced(), ...untold])
      invocation.io.stderr.write(`${harmless(JSON.stringify(record))}\n`);
    return false;
  }
};
