import type { OnConflict } from '../changes/errors.ts';
import type { Operation } from '../changes/operation.ts';
import { type Answered, type Done, type Outcome, reportedAnswers } from '../changes/outcome.ts';
import type { Intent, Patience } from '../changes/step.ts';
import type { Client } from '../client/client.ts';
import type { Governor } from '../client/governor.ts';
import { defined } from '../json/defined.ts';
import type { Found } from './fresh-inventories.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRecord } from './journal/records.ts';
import type { RowReport } from './report.ts';
import type { ResumeState, RowIntent } from './resume-state.ts';
import { type Row, rowName } from './rows/row.ts';

/** What controls the sending of rows. */
export interface RowsControl {
  /** Sends the changes. */
  client: Client;
  /** Says when the request of a row may leave. */
  governor: Governor;
  /** How many rows are worked on at once. */
  concurrency: number;
  /** Stops the run: no more rows are sent. The first reason is kept. */
  stop(reason: unknown): void;
  /** Aborted as soon as the run is stopped. */
  stopping: AbortSignal;
}

/** What all rows of a run share. */
export interface RowsRun extends RowsControl {
  operation: Operation;
  journal: Journal;
  patience: Patience;
  onConflict: OnConflict;
  mayClose: boolean;
  /** Whether rows without a request are recorded, too, so that the run can be told again without one. */
  recordsAll: boolean;
  /** Where the listings of the rows were read; undefined if none was needed. */
  found?: Found | undefined;
  /** What happened before: nothing, unless the run is resumed. */
  state: ResumeState;
  /** The intents in the journal without an outcome yet, by their rows, those of earlier processes included. */
  open: Map<number, RowIntent>;
  /** Receives an outcome that could not be written to the journal. */
  unrecorded(record: JournalRecord): void;
  /**
   * Called for every finished row; `name` is the external identifier or SKU of a row without an id. A resumed run looks at an
   * `isOpen` one again.
   */
  report(report: RowReport, row: number, name: string | undefined, isOpen: boolean): void;
  /** Receives what is wrong about an answer that confirmed a row. */
  remark(line: number, oddity: string): void;
  /** Removes credentials that the service may have put into a text. */
  redact(text: string): string;
  /** Waits while too many reports have not been written yet. */
  waitForReports(): Promise<void> | undefined;
}

/** A row, and the listing or item it changes. */
export interface RowPlace {
  number: number;
  line: number;
  id: string | undefined;
  name: string | undefined;
}

/** Keeps the journal of the rows of a run, and reports each row when it is finished. */
export class RowRecorder {
  readonly #run: RowsRun;

  constructor(run: RowsRun) {
    this.#run = run;
  }

  /** Writes the intent of a row to the journal. Nothing may be sent before this has returned. */
  async intend({ number: row, line }: RowPlace, intent: Intent): Promise<void> {
    const { journal, governor, open } = this.#run;
    const record = { kind: 'intent', row, line, time: Date.now(), ...intent } as const;
    open.set(row, record);
    // One half of the rows waits for the disk while the service works on the other half.
    await journal.append(record, Math.ceil(governor.underWay / 2));
  }

  /**
   * Reports an outcome, and records it in the journal if the row has an intent there, it can't be told from the file again, or all
   * rows are recorded.
   */
  finish(place: RowPlace, done: Done): void {
    const { redact, report, remark, operation, recordsAll, open } = this.#run;
    const error = done.error && { ...done.error, message: redact(done.error.message) };
    const { outcome, id, before, after, isOpen = false, lost, wasRefused } = done;
    const answered: Answered = Object.fromEntries(
      operation.answers.flatMap((field) => {
        const text = done[field];
        return text === undefined ? [] : [[field, redact(text)]];
      }),
    );
    if (done.oddity !== undefined) remark(place.line, done.oddity);
    const { number: row, line } = place;
    const kind = 'outcome';
    const time = Date.now();
    const known = { outcome, id, before, after, error, ...answered };
    const intent = open.get(row);
    open.delete(row);
    if (intent) {
      if (!isOpen) this.#record({ kind, row, time, ...defined(known) });
      else if (lost !== undefined)
        this.#record({ ...intent, lost: redact(lost), ...(wasRefused ? { wasRefused } : {}) });
    } else if (lasting.has(outcome) || (recordsAll && outcome !== 'unsent'))
      this.#record({ kind, row, time, line, ...defined({ ...known, id: id ?? place.id }) });
    const told = { line, id: id ?? place.id ?? null, outcome };
    report(
      {
        ...told,
        before: before ?? null,
        after: after ?? null,
        error: error ?? null,
        ...reportedAnswers(operation.answers, answered),
      },
      row,
      place.name,
      isOpen,
    );
  }

  #record(record: JournalRecord): void {
    const { journal, stop, unrecorded } = this.#run;
    try {
      journal.enqueue(record);
    } catch (failure) {
      stop(failure);
      unrecorded(record);
    }
  }
}

/** Outcomes of rows without a request that the next reading of the file might not lead to. */
const lasting: ReadonlySet<Outcome> = new Set(['refused', 'converged', 'unknown']);

export const rowPlace = (row: Row, id: string | undefined): RowPlace => ({
  number: row.number,
  line: row.line,
  id,
  name: rowName(row),
});
