import type { RunDirectory } from '../../bulk/journal/directory.ts';
import { rowsOfRun } from '../../bulk/journal/recorded-run.ts';
import { isRunName } from '../../bulk/journal/run-names.ts';
import type { RowReport } from '../../bulk/report.ts';
import type { ResumeState } from '../../bulk/resume-state.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Invocation } from '../invocation.ts';

const mostPending = 2_000;

/** How long reports are collected before they are written, in milliseconds. A fast run then writes many at once. */
const gatheringMs = 25;

/**
 * Shows reports in batches during the run. If they can no longer be written, the run is stopped safely; the journal has
 * the outcomes.
 */
export class RowReports {
  #pending: Shown[] = [];
  #showing: Promise<void> | undefined;
  #gathered = () => {};
  /** Why reports can't be written any more. */
  lost: { reason: unknown } | undefined;

  constructor(
    readonly show: (records: readonly Shown[]) => Promise<void>,
    readonly stop: (reason: unknown) => void,
    /** A screen shows the names of rows, too. */
    readonly isScreen: boolean,
    /** Which rows are shown. */
    readonly shows: (report: RowReport) => boolean,
  ) {}

  /** `name` is the external identifier or SKU of the row, shown only on a screen. */
  add(report: RowReport & { row?: number }, name: string | undefined): void {
    if (this.lost || !this.shows(report)) return;
    this.#pending.push(this.isScreen ? { ...report, name } : { ...report });
    this.#showing ??= this.#showPending();
  }

  /**
   * Adds the rows that earlier processes have done of a run with a name of its user: whoever starts it again may have lost what
   * they printed. The others are told as they are done.
   */
  async addRecorded(
    directory: RunDirectory,
    state: ResumeState,
    { answers }: Operation,
    sharesLines: boolean,
  ): Promise<void> {
    if (!isRunName(directory.id)) return;
    for await (const report of rowsOfRun(directory)) {
      const { row, line, id, outcome, before, after, error } = report;
      if (state.outcomeOf(row) === undefined) continue;
      const answered = Object.fromEntries(answers.map((field) => [field, report[field] ?? null]));
      const told = { line, id, outcome, before, after, error, ...answered };
      this.add(sharesLines ? { row, ...told } : told, undefined);
      await this.waitForReports();
    }
  }

  /** Waits while too many reports are pending. */
  waitForReports(): Promise<void> | undefined {
    return this.#pending.length > mostPending ? this.#showing : undefined;
  }

  async flush(): Promise<void> {
    while (this.#showing) {
      this.#gathered();
      await this.#showing;
    }
  }

  async #showPending(): Promise<void> {
    await this.#gather();
    while (this.#pending.length > 0 && !this.lost) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.show(batch);
      } catch (error) {
        this.lost = { reason: error };
        this.stop(error);
      }
    }
    this.#pending = [];
    this.#showing = undefined;
  }

  #gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatheringMs);
      this.#gathered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Whether a person sees the table as it is made. */
const isWatched = ({ io, settings }: Invocation): boolean =>
  io.stdout.isTTY === true && settings.out === undefined && io.stderr.isTTY === true;

/** Whether a person has to look at a row. */
export const isToLookAt = ({ outcome, error }: RowReport): boolean =>
  outcome === 'refused' || outcome === 'unknown' || (outcome === 'skipped' && error !== null);

/** Which rows are reported: in a table only those that something happened to, and at a terminal those to look at. */
export const reportedRows = (invocation: Invocation): ((report: RowReport) => boolean) => {
  if (!formats[invocation.format()].isDrawn) return () => true;
  if (isWatched(invocation)) return isToLookAt;
  return ({ outcome }) => outcome !== 'unchanged' && outcome !== 'unsent';
};
