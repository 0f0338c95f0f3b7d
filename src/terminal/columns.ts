import type { Schema } from '../json/schema.ts';
import type { Role } from './marks.ts';

/** A field of a record. */
export interface Field {
  /** Dotted path of the field in the record, and the name of the column in CSV: `styles.primaryButtonBorder`. */
  field: string;
  /** What its value is; a text if left out. */
  holds?: Schema;
  /** The fields of its records, if it holds a list of them. */
  records?: readonly Field[];
  /** Not every record has it. */
  sometimes?: true;
}

/** A column of a table and of a CSV file: one field of a record. */
export interface Column extends Field {
  /** Head of the column in a table. */
  title: string;
  /** Its shorter head, if the table would be too wide for the screen: `INV`. */
  short?: string;
  /** Numbers are aligned to the right, and never shortened. */
  align?: 'right';
  /** Never shortened bit by bit: a name that has to be typed. */
  whole?: true;
  /** Its least width, since a later record may need it: 36 for identifiers. */
  least?: number;
  /**
   * How it gives way in a table that is too wide for the screen. The columns take turns, 1 first: `{ 2: 12, 5: 0 }` may be
   * shortened to 12 at the second turn, and is left out at the fifth. Texts give way to 10 at the first turn unless this says
   * something else; numbers and whole names never do.
   */
  gives?: Readonly<Record<number, number>>;
  /** The field that names a record as well: it gives way only if each record has that. */
  namedBy?: string;
  /** In a table it is shown on separate lines below its record, if it has a value. */
  below?: true;
  /** What kind of word the value is, if a screen shows it with a colour and a shape. */
  role?: Role;
  /** How a person reads the value on a screen. */
  inWords?: (value: unknown) => string;
}

/** A record as it is shown: the service's own fields, unknown ones too. */
export type Shown = Readonly<Record<string, unknown>>;
