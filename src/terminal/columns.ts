import type { Schema } from '../json/schema.ts';
import type { Role } from './marks.ts';

/** A field of a record. */
export interface Field {
  /** Dotted path of the field in the record, and the name of the column in CSV: `styles.primaryButtonBorder`. */
  field: string;
  /** What its value is; a text if left out. */
  schema?: Schema;
  /** The fields of its records, if it holds a list of them. */
  records?: readonly Field[];
  /** Not every record has it. */
  optional?: true;
}

/** A column of a table and of a CSV file: one field of a record. */
export interface Column extends Field {
  /** Head of the column in a table. */
  title: string;
  /** Numbers are aligned to the right, and never shortened. */
  align?: 'right';
  /** Never shortened: a name that has to be typed. */
  whole?: true;
  /** How far a text may be shortened; to 10 if left out. */
  shortest?: number;
  /** Its least width, since a later record may need it: 36 for identifiers. */
  least?: number;
  /** Left out of a table that is too wide for the screen: the column with 1 first. */
  leaves?: number;
  /** The field that names a record as well: this one is left out before any other if each record has that. */
  namedBy?: string;
  /** Its place in a table on a terminal, where that is not the one in a file: columns without it, then 1, 2, … */
  later?: number;
  /** In a table it is shown on separate lines below its record, if it has a value. */
  below?: true;
  /** What kind of word the value is, if a screen shows it with a colour and a shape. */
  role?: Role;
  /** How a person reads the value on a screen. */
  inWords?: (value: unknown) => string;
}

/** A record as it is shown: the service's own fields, unknown ones too. */
export type Shown = Readonly<Record<string, unknown>>;

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
