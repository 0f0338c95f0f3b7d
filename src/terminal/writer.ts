import type { Column, Shown } from './columns.ts';

/** Writes many records while they come. */
export interface RecordsWriter {
  /** The text of the next records, at least one. */
  batch(records: readonly Shown[]): string;
  /** What follows once all records came; not asked for if the source failed. */
  end(): string;
  /** The titles of columns that there was no room for. */
  leftOut?(): readonly string[];
}

/** How a format writes what a command answers. */
export interface Writer {
  records(columns: readonly Column[]): RecordsWriter;
  record(record: Shown, columns: readonly Column[]): string;
}
