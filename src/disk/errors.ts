import { Failure } from '../failure/failure.ts';

/** A file or directory is not used, because other users could have changed it, or because the system refuses access. */
export class UnusableFile extends Failure {
  constructor(
    readonly path: string,
    /** In words that follow the path: `belongs to another user`. */
    readonly problem: string,
    /** What to do, as a sentence without its full stop. */
    remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${problem}`, { code: 'unusable-file', exit: 'usage', hint: `${remedy}.` }, options);
  }

  /** Whether the system refuses access. Otherwise, somebody else could have put it there. */
  get isRefusedBySystem(): boolean {
    return this.cause !== undefined;
  }
}

/** A file that was asked for can't be written; nothing was written. */
export class UnwritableFile extends Failure {
  constructor(
    path: string,
    /** Why, as a clause: `it is a directory`. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `cannot write ${path}: ${reason}`,
      { code: 'unwritable-file', exit: 'usage', hint: 'Nothing was written.' },
      options,
    );
  }
}
