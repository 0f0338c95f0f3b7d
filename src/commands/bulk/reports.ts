import type { RowReport } from '../../bulk/outcome.ts';
import type { Shown } from '../../terminal/columns.ts';

const mostPending = 2_000;

/**
 * Shows reports in batches, while the run goes on. Where they can't be written any more, the run is stopped safely; what
 * has happened is in its journal.
 */
export class RowReports {
  #pending: Shown[] = [];
  #showing: Promise<void> | undefined;
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
  calm(): Promise<void> | undefined {
    return this.#pending.length > mostPending ? this.#showing : undefined;
  }

  async flush(): Promise<void> {
    while (this.#showing) await this.#showing;
  }

  async #showPending(): Promise<void> {
    // Reports of the same moment go out together.
    await new Promise((resolve) => setImmediate(resolve));
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
}
