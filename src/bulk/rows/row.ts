/** A row as it stands in the file. */
export interface Row {
  /** Its place among the rows, 1 first; rows that can't be read count too. */
  number: number;
  /** The physical line of the file where it begins, 1 first. */
  line: number;
  /** Named as in the interface, nested where that is nested. CSV values are texts; an empty CSV cell is absent. */
  fields: Readonly<Record<string, unknown>>;
  /**
   * The row's own text, without its line end. Empty where nothing stands there that could be a row of another file:
   * over 1 MiB, or without an end.
   */
  raw: string;
  /** Why the row could not be read at all, in words that follow its name: `is not valid JSON`. */
  fault?: string;
}

/** The most bytes that a row has. */
export const maxRowBytes = 1024 * 1024;

export const tooLong = 'is longer than 1 MiB, which no row may be';

/** Whether a text is longer than a row may be. */
export const isTooLong = (text: string): boolean =>
  text.length > maxRowBytes || (text.length > maxRowBytes / 3 && Buffer.byteLength(text) > maxRowBytes);

/** What a row calls its listing where it does not say its id: the external identifier or the SKU. Only for people. */
export const rowName = ({ fields: { id, externalIdentifier, sku } }: Row): string | undefined =>
  [externalIdentifier, sku].find(
    (name): name is string => typeof name === 'string' && name !== '' && (id == null || id === ''),
  );
