import type { Column, Shown } from './columns.ts';

/** Writes many records as they arrive. */
export interface RecordsWriter {
  /** The text of the next records, at least one. */
  batch(records: readonly Shown[]): string;
  /** What follows the last record; not called if the source failed. */
  end(): string;
  /** What there was no room for: the columns that were left out, and names that were cut. */
  leftOut?(): readonly { title: string; fields: readonly string[] }[];
}

/** How a format writes what a command answers. */
export interface Writer {
  records(columns: readonly Column[]): RecordsWriter;
  record(record: Shown, columns: readonly Column[]): string;
}
