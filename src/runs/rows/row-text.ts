export interface Row {
  /** From 1; unreadable rows count, too. */
  number: number;
  /** Where it begins in the file, from 1. */
  line: number;
  /** The last of its lines, if it takes up several. */
  lastLine?: number;
  /** The lines after the first that have a cell for each column: rows of their own, if a quotation mark is a slip. */
  within?: readonly { line: number; fields: Fields }[];
  /** Named and nested as in the interface. In CSV, values are text and empty cells are absent. */
  fields: Readonly<Record<string, unknown>>;
  /** Its text without the line end; empty if it can't be written to another file, since it is too long or cut off. */
  raw: string;
  /** Cells of a sheet that are not plain text; their columns decide whether they count. */
  odd?: readonly OddCell[];
  isBlank?: true;
  /** What a message calls a field of it, if not by the field's name: `sku (Sheet1!C7)`. */
  called?: (path: string) => string;
  /** The fault of a value in a column without a name; follows the line number. */
  unnamed?: string;
  /** Why the row could not be read; follows the line number: `is not valid JSON`. */
  fault?: string;
}

/** A cell that is not plain text. */
export interface OddCell {
  column: string;
  number?: string;
  /** Why it is not text; follows the line number: `has a date in Sheet1!C7`. */
  problem: string;
}

export interface RowText {
  text: string;
  line: number;
  lastLine?: number;
  fault?: string;
}

export const maxColumns = 1000;

export const maxRowBytes = 1024 * 1024;

export const tooLong = 'is longer than 1 MiB, the limit for a row';

export const isTooLong = (text: string): boolean =>
  text.length > maxRowBytes || (text.length > maxRowBytes / 3 && Buffer.byteLength(text) > maxRowBytes);

/** What a row calls its listing; a new one without an identifier, by its SKU or its title. */
export const rowName = ({ fields }: Row): string | undefined =>
  [
    ...['listing', 'externalIdentifier', 'sku', 'called', 'productIdentifier'].map(
      (column) => fields[column],
    ),
    (fields.manualProductOptions as Fields | undefined)?.title,
  ].find((text): text is string => typeof text === 'string' && text !== '');

type Fields = Record<string, unknown>;

/** Turns the cells of a row into fields. A dot in a column's name makes a nested object; empty cells are left out. */
export const fieldsMaker = (columns: readonly string[]): ((cells: readonly string[]) => Fields) => {
  const paths = columns.map((column) => column.split('.'));
  return (cells) => {
    const fields: Fields = {};
    for (const [at, path] of paths.entries()) {
      const cell = cells[at];
      if (cell && columns[at]?.trim()) put(fields, path, cell);
    }
    return fields;
  };
};

export const put = (fields: Fields, path: readonly string[], value: string): void => {
  let inner = fields;
  for (const part of path.slice(0, -1)) {
    const there = Object.hasOwn(inner, part) ? inner[part] : undefined;
    const object = typeof there === 'object' && there !== null ? (there as Fields) : {};
    inner[part] = object;
    inner = object;
  }
  inner[path.at(-1) as string] = value;
};
