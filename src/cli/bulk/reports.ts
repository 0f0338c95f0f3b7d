import type { RowReport } from '../../bulk/report.ts';
import type { Shown } from '../../terminal/columns.ts';

const mostPending = 2_000;

/** How long reports are gathered before they are written: a moment for who reads them, and many rows of a quick run. */
const gatheringMs = 25;

/**
 * Shows reports in batches, while the run goes on. Where they can't be written any more, the run is stopped safely; what
 * has happened is in its journal.
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
    /** On a screen, rows for which there was nothing to do, and rows that were not reached, only bury the others. */
    readonly isScreen: boolean,
  ) {}

  /** `name` is what the row calls its listing, which only a person has to be told. */
  add(report: RowReport & { row?: number }, name: string | undefined): void {
    if (this.lost || (this.isScreen && (report.outcome === 'unchanged' || report.outcome === 'unsent')))
      return;
    this.#pending.push(this.isScreen ? { ...report, name } : { ...report });
    this.#showing ??= this.#showPending();
  }

  /** Waits where more has piled up than should be held. */
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
