import { faultLines } from './fault-lines.ts';
import type { Counts } from './outcome.ts';

/** The file is not the one that was judged. */
export class InputChanged extends Error {
  override name = 'InputChanged';
  constructor(readonly line: number | undefined) {
    super(
      line === undefined
        ? 'the file was changed while it was being read'
        : `the file was changed while it was being read: line ${line} is another one now`,
    );
  }
}

/** The plan does more than the guards allow; nothing was sent. */
export class TooMuch extends Error {
  override name = 'TooMuch';
  constructor(
    message: string,
    /** Whether the user has seen the plan. */
    readonly isShown = false,
  ) {
    super(message);
  }

  /** The same, once the plan was shown. */
  shown(): TooMuch {
    return new TooMuch(this.message, true);
  }
}

/** The file holds rows that break rules; nothing was sent. */
export class FaultyRows extends Error {
  override name = 'FaultyRows';
  constructor(
    readonly faulty: number,
    readonly faults: readonly { line: number; row: number; message: string }[],
    /** Whether a line may hold several rows, which then are told apart by their numbers. */
    readonly sharesLines: boolean,
    /** Whether the user has seen the plan, and each fault in it. */
    readonly isShown = false,
  ) {
    super(`${faulty} row${faulty === 1 ? ' breaks' : 's break'} rules`);
  }

  /** The same, once the plan was shown. */
  shown(): FaultyRows {
    return new FaultyRows(this.faulty, this.faults, this.sharesLines, true);
  }

  /** The first faults, each with its line. */
  get details(): string[] {
    return faultLines(this.faulty, this.faults, this.sharesLines);
  }
}

/** A run ended, and not every row is done. */
export class RowsNotDone extends Error {
  override name = 'RowsNotDone';
  constructor(
    readonly run: string,
    readonly counts: Counts,
    /** What stopped the run before it reached all rows. */
    readonly stoppedBy: unknown,
    /** Whether its rows are those of a kept plan, which hold to the values that they start from. */
    readonly isPlanned: boolean,
  ) {
    super('not every row is done', { cause: stoppedBy });
  }
}

/** Every row of a run is done, but what became of them could not all be printed. */
export class ReportsLost extends Error {
  override name = 'ReportsLost';
  constructor(
    readonly run: string,
    readonly counts: Counts,
    override readonly cause: unknown,
  ) {
    super('not every row could be told of', { cause });
  }
}

/** A run can't be resumed, because it would not be the same run. */
export class AnotherRun extends Error {
  override name = 'AnotherRun';
}
