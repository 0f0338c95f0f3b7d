/** A row of the input file. */
export interface Row {
  /** Its number, from 1; unreadable rows count too. */
  number: number;
  /** The line of the file where it begins, from 1. */
  line: number;
  /** Named and nested as in the interface. CSV values are strings, and empty CSV cells are absent. */
  fields: Readonly<Record<string, unknown>>;
  /**
   * The text of the row, without its line end. Empty if it can't be written to another file: it is longer than 1 MiB, or
   * cut off.
   */
  raw: string;
  /** Cells of a sheet that are no plain text, left out of the fields: what becomes of them depends on their columns. */
  odd?: readonly OddCell[];
  /** It has nothing in any of its cells. */
  isBlank?: true;
  /** What is wrong if something stands in a column without a name, in words that follow the line number. */
  unnamed?: string;
  /** Why the row could not be read at all, in words that follow its line number: `is not valid JSON`. */
  fault?: string;
}

/** A cell of a sheet that is no plain text. */
export interface OddCell {
  column: string;
  /** Its digits, if it is a number. */
  number?: string;
  /** How the sheet shows the number, if not by these digits: `129.00`. */
  shown?: string;
  /** Why it is no text, in words that follow the line number: `has a date in Sheet1!C7`. */
  problem: string;
}

/** The text of a row, as it was cut from the file. */
export interface RowText {
  text: string;
  /** The line where it begins. */
  line: number;
  fault?: string;
}

/** The limit for the number of columns. */
export const maxColumns = 1000;

/** The limit for the size of a row, in bytes. */
export const maxRowBytes = 1024 * 1024;

export const tooLong = 'is longer than 1 MiB, the limit for a row';

/** Whether a text is longer than a row may be. */
export const isTooLong = (text: string): boolean =>
  text.length > maxRowBytes || (text.length > maxRowBytes / 3 && Buffer.byteLength(text) > maxRowBytes);

/** What a row without an id calls its listing, for tables. */
export const rowName = ({ fields: { id, listing, externalIdentifier, sku } }: Row): string | undefined =>
  [listing, externalIdentifier, sku].find(
    (name): name is string => typeof name === 'string' && name !== '' && (id == null || id === ''),
  );
