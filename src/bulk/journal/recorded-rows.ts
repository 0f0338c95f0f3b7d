import { stoppedEarly } from '../../changes/engine.ts';
import { wantedBy } from '../../changes/step.ts';
import type { RowReport } from '../report.ts';
import type { RunDirectory } from './directory.ts';
import { readJournal } from './read.ts';
import type { JournalRecord } from './records.ts';

/** The reason for a row that a person settled so. */
const saidNotApplied = { code: 'settled', message: 'settled as not applied' } as const;

/** A row as the journal of its run has it. */
export type RecordedRow = RowReport & { row: number };

/**
 * The rows of a run, each with its last outcome. A row with an intent but no outcome is unknown. Rows that needed no request are
 * only in the journal of a run that has a name of its user.
 */
export class RecordedRows {
  readonly #rows = new Map<number, RecordedRow>();
  readonly #wanted = new Map<number, number | null>();
  /** Those whose outcome is still to come. */
  readonly #open = new Set<number>();
  /** What was known of rows that are to be sent again. */
  readonly #again = new Map<number, RecordedRow>();
  /** What names a row whose listing has no id yet. */
  readonly #keys = new Map<number, string>();

  take(record: JournalRecord): void {
    if (record.kind === 'intent') {
      const { row, line, id = null, from = null, key, lost } = record;
      const message = lost === undefined ? stoppedEarly : `sent but not confirmed: ${lost}`;
      const error = { code: 'unknown', message } as const;
      this.#open.add(row);
      this.#wanted.set(row, wantedBy(record));
      if (key !== undefined) this.#keys.set(row, key);
      this.#rows.set(row, { row, line, id, outcome: 'unknown', before: from, after: null, error });
    } else if (record.kind === 'outcome') {
      const { kind, time, row, id, before = null, after = null, error = null, ...answered } = record;
      const { line } = record;
      this.#open.delete(row);
      const known = this.#rows.get(row) ?? (line === undefined ? undefined : { row, line, id: null });
      if (known) this.#rows.set(row, { ...known, id: id ?? known.id, before, after, error, ...answered });
    } else if (record.kind === 'resolve') {
      const known = this.#rows.get(record.row) ?? this.#again.get(record.row);
      if (known === undefined) return;
      this.#open.delete(record.row);
      if (record.as === 'retry') {
        this.#again.set(record.row, known);
        this.#rows.delete(record.row);
      } else {
        // What a person found applied can be undone like any other change.
        const after = record.as === 'applied' ? this.wanted(record.row) : null;
        const error = record.as === 'refused' ? saidNotApplied : null;
        this.#rows.set(record.row, { ...known, outcome: record.as, after, error });
      }
    }
  }

  /** All rows, in the order of the file; while their run is running, without those that are under way. */
  all = (isRunning = false): RecordedRow[] =>
    [...this.#rows.values()]
      .filter(({ row }) => !(isRunning && this.#open.has(row)))
      .sort((one, other) => one.row - other.row);

  /** The inventory that a row was to lead to; null if there is none, or if it was never sent. */
  wanted = (row: number): number | null => this.#wanted.get(row) ?? null;

  /** The external identifier of a row that was to create a listing. */
  keyOf = (row: number): string | undefined => this.#keys.get(row);
}

/** Reads the rows of a run from its journal. */
export async function* rowsOfRun(directory: RunDirectory, isRunning = false): AsyncGenerator<RecordedRow> {
  const rows = new RecordedRows();
  for await (const record of readJournal(directory.journal)) rows.take(record);
  yield* rows.all(isRunning);
}
