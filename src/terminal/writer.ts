import type { Column, Shown } from './columns.ts';

/** What is written: text, or bytes if the format is no text, perhaps once they are there. */
export type Piece = string | Uint8Array;
type Written = Piece | Promise<Piece>;

/** Writes many records as they arrive. */
export interface RecordsWriter<W extends Written = Written> {
  /** What is written of the next records, at least one. */
  batch(records: readonly Shown[]): W;
  /** What follows the last record; not called if the source failed. */
  end(): W;
}

/** How a format writes what a command answers. */
export interface Writer<W extends Written = Written> {
  records(columns: readonly Column[]): RecordsWriter<W>;
  record(record: Shown, columns: readonly Column[]): W;
}
