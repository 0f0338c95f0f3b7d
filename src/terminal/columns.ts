import type { Schema } from '../json/schema.ts';
import type { Role } from './marks.ts';

export interface Field {
  /** Dotted path of the field in the record, and the name of the column in CSV: `styles.primaryButtonBorder`. */
  field: string;
  /** A text if left out. */
  schema?: Schema;
  records?: readonly Field[];
  optional?: true;
}

export interface Column extends Field {
  title: string;
  /** For numbers, which are never shortened. */
  align?: 'right';
  /** Never shortened, since people type it: a name. */
  whole?: true;
  /** The least width to which a text is shortened. Default: 10. */
  shortest?: number;
  /** Its least width, since a later record may need it: 36 for identifiers. */
  least?: number;
  /** The order in which columns are dropped from a table that is too wide: 1 first. */
  leaves?: number;
  /** Other fields that name the record: if each record has one of them, this column is dropped first. */
  namedBy?: readonly string[];
  /** Its place in a table on a terminal, behind the columns that have none. */
  later?: number;
  /** Shown on lines of its own below the record, if it has a value; `if left out`: where it has no room beside the others. */
  below?: true | 'if left out';
  role?: Role;
  /** The value in words, for a screen; `record` is the whole record. */
  inWords?: (value: unknown, record: Shown) => string;
}

/** A record with all fields that the service sent, including unknown ones. */
export type Shown = Readonly<Record<string, unknown>>;

/** Text, or bytes if the format is no text. */
export type Piece = string | Uint8Array;
type Written = Piece | Promise<Piece>;

export interface RecordsWriter<W extends Written = Written> {
  /** Takes at least one record. */
  batch(records: readonly Shown[]): W;
  /** What follows the last record; not called if the source failed. */
  end(): W;
}

export interface Writer<W extends Written = Written> {
  records(columns: readonly Column[]): RecordsWriter<W>;
  /** A record by itself, if that is not written as a list of one. */
  record?(record: Shown, columns: readonly Column[]): W;
}
