import { Failure } from '../../failure/failure.ts';
import { systemReason } from '../../files/file-error.ts';

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

/** Turns a system error about a file of a run into `DamagedRun`. */
export const asDamage = (path: string, error: unknown): unknown => {
  const reason = systemReason(error);
  return reason ? new DamagedRun(path, reason) : error;
};

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
