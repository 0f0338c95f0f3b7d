import { Failure } from '../../failure/failure.ts';
import { systemReason } from '../../files/file-error.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';

/** No run has that name, or several names end with it; `isNone` if there are no runs at all. */
export const unknownRun = (id: string, ending: readonly string[], isNone: boolean): Failure =>
  new Failure(
    ending.length > 0 ? `several runs end with ${id}: ${ending.join(', ')}` : `there is no run ${id}`,
    {
      code: 'not-found',
      exit: 'usage',
      hint: isNone ? 'There are no runs yet.' : proposal('To see all:', resaleLine('runs list')),
    },
  );

/** The process that works on a run; `at` is an ISO time. */
export interface Holder {
  pid: number;
  host: string;
  at: string;
}

export class RunLocked extends Failure {
  constructor(holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    super(`${who} has been working on the run${holder ? ` since ${holder.at}` : ''}`, {
      code: 'locked',
      exit: 'temporary',
      hint: 'Wait for it to end, or stop it. If it is killed, the run can be resumed 5 s later.',
    });
  }
}

export const unusableLock = (path: string, problem: string, options?: ErrorOptions): Failure =>
  new Failure(
    `the run can't be started, because its lock ${path} can't be used: ${problem}`,
    {
      code: 'file-failed',
      exit: 'failed',
      hint: 'Nothing was sent. Try again once it can be written.',
    },
    options,
  );

/** Turns a system error about a file of a run into `DamagedRun`. */
export const asDamage = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  return reason ? new DamagedRun(path, reason) : error;
};

/** Another process has agreed to a plan of the same name meanwhile. */
export const plannedTwice = (id: string): Failure =>
  new Failure(`another process has begun the run ${id} meanwhile`, {
    code: 'locked',
    exit: 'temporary',
    hint: 'Nothing was sent. Start the command again: it continues that run.',
  });

/** The folder has no plan: nobody has agreed to anything. */
export const noPlan = (id: string): Failure =>
  new Failure(
    `the run ${id} was never agreed to: it is being planned, or its command was stopped before that`,
    {
      code: 'not-found',
      exit: 'usage',
      hint: 'Nothing was sent. If its command is no longer running, start it again.',
    },
  );

/** The file is not what the tool wrote. It is not trusted, and the message quotes nothing from it. */
export class DamagedRun extends Failure {
  constructor(
    path: string,
    /** A clause: `it is not JSON`. */
    readonly problem: string,
    /** Where the damaged record begins: line (from 1) and byte offset. */
    readonly place?: { line: number; offset: number },
  ) {
    const what = place ? `is damaged at line ${place.line} (byte ${place.offset})` : "can't be used";
    super(`${path} ${what}: ${problem}`, {
      code: 'file-failed',
      exit: 'usage',
      hint: "Nothing was sent, and its files were left as they are. The run can't be resumed: move its folder away, and see what its listings have now before you run its rows again.",
    });
  }
}

/** A write or sync failed. It is not retried, and the journal accepts no more records. */
export class JournalFailed extends Failure {
  constructor(path: string, problem: string, options?: ErrorOptions & { remedy?: string }) {
    const { remedy = 'Free space or repair the disk, then resume the run.' } = options ?? {};
    super(
      `the journal ${path} can't be written: ${problem}`,
      { code: 'file-failed', exit: 'failed', hint: `No more rows were sent. ${remedy}` },
      options,
    );
  }
}

/** The size is not what this process left: another process wrote or truncated it. */
export const journalStolen = (path: string, expectedSize: number, size: number): JournalFailed =>
  new JournalFailed(path, `another process has changed it (it has ${size} bytes, not ${expectedSize})`, {
    remedy: 'Make sure that nothing else works on this run, then resume it.',
  });

/** This process was suspended for so long that it seemed dead, and another one took the run. */
export const runTakenOver = (lock: string): JournalFailed =>
  new JournalFailed(lock.replace(/lock$/, 'journal.ndjson'), 'another process has taken the run over', {
    remedy: `That process continues the run; \`${resaleLine('runs list')}\` shows it.`,
  });
