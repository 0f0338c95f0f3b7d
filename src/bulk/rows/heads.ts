import { nearest } from '../../words/nearest.ts';

/** The columns that a CSV file may have: by name, and those whose names follow a pattern, as `metadata.…` do. */
export interface KnownColumns {
  columns: readonly string[];
  isColumn?: (name: string) => boolean;
}

/** What is wrong with a column of a CSV file. */
export interface HeadFault {
  /** Its place in the head, 1 first. */
  column: number;
  name: string;
  /** In words that follow the column's name. */
  message: string;
}

/**
 * Holds the names in a CSV head against those that are known. With `ignoreExtra`, columns that nobody knows are fine,
 * but not those that are a known one written otherwise.
 */
export const judgeHeads = (
  columns: readonly string[],
  known: KnownColumns,
  { ignoreExtra = false }: { ignoreExtra?: boolean } = {},
): HeadFault[] =>
  columns.flatMap((name, at) => {
    const message = twice(columns, at) ?? leadingOn(columns, name) ?? unknown(name, known, ignoreExtra);
    return message ? [{ column: at + 1, name, message }] : [];
  });

const twice = (columns: readonly string[], at: number): string | undefined => {
  const name = columns[at] as string;
  const first = columns.indexOf(name);
  return name !== '' && first < at ? `stands twice, in columns ${first + 1} and ${at + 1}` : undefined;
};

const leadingOn = (columns: readonly string[], name: string): string | undefined => {
  const inner = columns.find((other) => name !== '' && other.startsWith(`${name}.`));
  return inner && `can't have text of its own beside the column ${inner}`;
};

const unknown = (
  name: string,
  { columns, isColumn = () => false }: KnownColumns,
  ignoreExtra: boolean,
): string | undefined => {
  if (name.split('.').includes('__proto__')) return 'has a name that no field may have';
  if (columns.includes(name) || isColumn(name)) return undefined;
  const same = columns.find((column) => bare(column) === bare(name));
  if (same) return `is not known: write it ${same}`;
  if (ignoreExtra) return undefined;
  if (name.trim() === '') return 'has no name';
  if (/^(\/\/|\/\*|#)/.test(name)) return 'looks like a comment, and a file of rows has none';
  const meant = nearest(name, columns);
  return meant ? `is not known: did you mean ${meant}?` : 'is not known';
};

/** A name without what people write in different ways: case, spaces, `_` and `-`. */
const bare = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
