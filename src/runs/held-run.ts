import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../package.json';
import type { Counts } from '../changes/outcome.ts';
import { busy } from '../failure/kinds.ts';
import { makeTemporaryFolder } from '../files/folders.ts';
import { isAgreed, leaveFolder, makeRunDirectory, type RunDirectory } from './folder/directory.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { lockRun, type RunLock } from './journal/lock.ts';
import { journalStart } from './journal/records.ts';
import { linkPlan } from './plan/plan-file.ts';
import { type RecordedRun, readRun, refuseLostPlan } from './recorded-run.ts';

type Watching = Parameters<typeof lockRun>[1];

/** Where a run is planned before anybody has agreed to it. */
interface Workshop {
  /** The plan, and a copy of a piped input. */
  plan: string;
  input: string;
  /** Removes both. */
  clear(): Promise<void>;
}

const workshopIn = (folder: string): Workshop => {
  // Nobody else has files of these names, not even a process that has taken the folder over.
  const own = randomUUID();
  const files = { plan: join(folder, `${own}.plan`), input: join(folder, `${own}.input`) };
  return { ...files, clear: async () => void (await Promise.all(Object.values(files).map(remove))) };
};

const remove = (path: string): Promise<void> => rm(path, { force: true });

/** For a plan that nothing is sent of: outside the folders of runs. */
export const temporaryWorkshop = async (): Promise<Workshop> => {
  const folder = await makeTemporaryFolder('resale-plan-');
  return { ...workshopIn(folder), clear: () => rm(folder, { recursive: true, force: true }) };
};

/** The folder of a run that this process has locked, and may plan in. */
export interface PlanningRun extends Workshop {
  directory: RunDirectory;
  lock: RunLock;
  /** Whether another process linked a plan before this one got the lock: then nothing may be planned here. */
  isAgreed: boolean;
  /** Leaves the folder without a plan: nothing has happened. */
  leave(): Promise<void>;
  /** Links the plan into the folder: from now on it is agreed. Throws if another process has linked one meanwhile. */
  agree(): Promise<void>;
}

/**
 * Locks a run that is to be planned. Throws `RunLocked` if another process works on it. A folder that is `ours` alone, since nobody
 * else knows its name, goes where the run is called off; any other stays for `runs prune`.
 */
export const holdForPlanning = async (
  directory: RunDirectory,
  watching: Watching,
  isOurs = false,
): Promise<PlanningRun> => {
  await makeRunDirectory(directory);
  const lock = await lockRun(directory, watching);
  try {
    refuseLostPlan(directory);
  } catch (error) {
    await lock.release();
    throw error;
  }
  const workshop = workshopIn(directory.path);
  return {
    ...workshop,
    directory,
    lock,
    isAgreed: isAgreed(directory),
    async leave() {
      await workshop.clear();
      await lock.release();
      if (isOurs && !isAgreed(directory)) leaveFolder(directory);
    },
    async agree() {
      lock.check();
      // A journal without a plan is one that has lost it.
      if (!isAgreed(directory))
        await (await openJournal(directory.journal, journalStart, lock.check)).close();
      lock.check();
      if (!(await linkPlan(workshop.plan, directory.plan)))
        throw busy(
          `another process has begun the run ${directory.id} meanwhile`,
          'Nothing was sent. Start the command again: it continues that run.',
        );
      await workshop.clear();
    },
  };
};

/** A run, a part or an undo that this process works on. */
export interface HeldRun extends RecordedRun {
  lock: RunLock;
  journal: Journal;
  /** A run that reached all rows gets an `end` with their counts. Throws if anything may not be on disk. */
  close(counts: Counts | undefined): Promise<void>;
}

/** Starts or continues an agreed run under its lock, and records that in the journal. Releases the lock if that fails. */
export const takeUp = async (directory: RunDirectory, lock: RunLock): Promise<HeldRun> => {
  try {
    return await openRun(directory, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

const openRun = async (directory: RunDirectory, lock: RunLock): Promise<HeldRun> => {
  const recorded = await readRun(directory);
  const [own] = recorded.journals;
  const journal = await openJournal(directory.journal, own?.end ?? journalStart, lock.check);
  const record = { kind: 'begun', at: new Date().toISOString(), tool: version, pid: process.pid } as const;
  await journal.append(record);
  recorded.state.take(record);
  return {
    ...recorded,
    lock,
    journal,
    async close(counts) {
      try {
        if (counts) {
          const end = { kind: 'end', counts, at: new Date().toISOString() } as const;
          journal.enqueue(end);
          recorded.state.take(end);
        }
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
};
