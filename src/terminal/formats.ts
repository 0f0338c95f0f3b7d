import type { Shown } from './columns.ts';

/** The formats that results can be shown in. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'yaml'] as const;
export type Format = (typeof formats)[number];

/** Turns many records into text while they come. */
export interface RecordsText {
  /** The text of the next records, at least one. */
  batch(records: readonly Shown[]): string;
  /** What follows once all records came; not asked for where the source failed. */
  end(): string;
}
