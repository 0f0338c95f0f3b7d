import type { JournalRecord } from './records.ts';

/**
 * When the rows of a run were done, and how long each took. Time in which no process worked on the run does not count: a run
 * that went on the next morning took no night. Journals of earlier versions have no times of rows.
 */
export class RunTimes {
  /** When the requests of rows left, in the same time. */
  readonly #begun = new Map<number, number>();
  readonly #done = new Map<number, { at: number; took: number | undefined }>();
  #last: number | undefined;
  #away = 0;
  /** When the run began, and when the last of it was recorded. */
  began: number | undefined;
  /** How often somebody went on with it. */
  resumed = -1;

  take(record: JournalRecord): void {
    switch (record.kind) {
      case 'epoch': {
        const at = Date.parse(record.at);
        this.resumed += 1;
        this.began ??= at;
        this.#away += Math.max(0, at - (this.#last ?? at));
        this.#pass(at);
        break;
      }
      case 'intent':
        if (record.time === undefined || record.lost !== undefined) return;
        this.#pass(record.time);
        this.#begun.set(record.row, this.worked);
        break;
      case 'outcome': {
        if (record.time === undefined) return;
        this.#pass(record.time);
        const begun = this.#begun.get(record.row);
        const at = this.worked;
        this.#done.set(record.row, { at, took: begun === undefined ? undefined : at - begun });
        break;
      }
      case 'end':
        this.#pass(Date.parse(record.at));
    }
  }

  /** Clocks are set back at times; the run goes on. */
  #pass(at: number): void {
    this.#last = Math.max(this.#last ?? at, at);
  }

  /** When the last of it was recorded. */
  get last(): number | undefined {
    return this.#last;
  }

  /** How long processes have worked on the run, in milliseconds. */
  get worked(): number {
    return (this.#last ?? 0) - (this.began ?? 0) - this.#away;
  }

  /** When a row was done, in milliseconds of work since the run began, and how long it took if it was sent. */
  of = (row: number): { at: number; took: number | undefined } | undefined => this.#done.get(row);
}
