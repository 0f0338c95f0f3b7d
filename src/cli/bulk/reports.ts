import type { RowReport } from '../../bulk/report.ts';
import type { Shown } from '../../terminal/columns.ts';

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
