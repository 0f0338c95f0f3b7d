import { columnOf, columnWord, headerOf } from '../../changes/column-headers.ts';
import type { Fields, Operation, ReadingOptions, RowColumn, RowReader } from '../../changes/operation.ts';
import { invalidInput } from '../../failure/kinds.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { nearest } from '../../words/nearest.ts';
import type { RowFile } from './row-file.ts';
import { put, type Row } from './row-text.ts';

export interface FileReader {
  /** What a row asks for, or all its faults, or why it asks for nothing. */
  read(row: Row): ReturnType<RowReader['read']> | 'blank';
}

/** A file of something else has only columns that are not known. */
const mostFaults = 5;

/** Throws if the header has unknown columns. */
export const readerFor = (
  operation: Operation,
  { called, format, columns, headers = columns }: Pick<RowFile, 'called' | 'format' | 'columns' | 'headers'>,
  options: Omit<ReadingOptions, 'columns'>,
): FileReader => {
  const reader = operation.rows({ ...options, columns });
  const numbered = format === 'xlsx' ? columnLetters : String;
  const faults = checkColumns(columns ?? [], headers ?? [], reader.columns, numbered);
  if (faults.length > 0) {
    const shown = faults.slice(0, mostFaults);
    const more = faults.length > shown.length ? [`and ${faults.length - shown.length} more`] : [];
    const message = `the header of ${called} is wrong: ${[...shown, ...more].join('; ')}`;
    const known = reader.columns.map(columnWord);
    // As in a file without a header.
    const isNoneKnown = faults.length === columns?.filter((name) => name.trim() !== '').length;
    const isList = columns?.length === 1 && known.includes('listing');
    throw invalidInput(
      message,
      `Nothing was sent. ${isNoneKnown ? `The first row has to name the columns${isList ? ': put the line listing above a list of names' : ''}. ` : ''}Known columns: ${known.join(', ')}. --ignore-extra accepts other columns and ignores them.`,
    );
  }
  const holding = (name: string): Holds => {
    const column = columnOf(reader.columns, name);
    if (column === undefined) return 'text';
    const isRemark = column.insteadOf !== undefined && columns?.includes(column.insteadOf);
    return isRemark ? 'remark' : (column.holds ?? 'text');
  };
  const inOwnWords = wordsOf(columns ?? [], headers ?? [], columns === undefined ? [] : reader.columns);
  return {
    read(row) {
      if (row.isBlank) return 'blank';
      if (row.fault !== undefined) return { faults: withRange(row, [row.fault]) };
      const { fields, problems } = withOddCells(row, holding);
      if (row.unnamed !== undefined && !options.ignoreExtra) problems.push(row.unnamed);
      if (problems.length > 0) return { faults: withRange(row, problems) };
      const read = reader.read(withoutNulls(fields), row.number, row.called);
      if ('faults' in read) return { faults: withRange(row, read.faults.map(inOwnWords)) };
      const swallowed = row.within?.find(({ fields }) => !('faults' in reader.read(fields, row.number)));
      if (swallowed) return { faults: withRange(row, [swallows(swallowed.line)]) };
      return read;
    },
  };
};

/** A fault begins with the name of its column: as the header has it, or as people are told to write it. JSON has the service's. */
const wordsOf = (columns: readonly string[], headers: readonly string[], known: readonly RowColumn[]) => {
  const written = new Map([
    ...known.map((column) => [column.name, columnWord(column)] as const),
    ...columns.map((name, at) => [name, headers[at]?.trim() ?? name] as const),
  ]);
  return (fault: string): string => {
    const [name = ''] = /^[^\s[]+/.exec(fault) ?? [];
    return `${written.get(name) ?? name}${fault.slice(name.length)}`;
  };
};

const swallows = (line: number) =>
  `has line ${line} within a quoted cell, which reads as a row of its own: remove the quotation mark that was not meant`;

/** With the lines that a row takes up, if there are several: its fault may be a quotation mark that was not meant. */
const withRange = ({ line, lastLine }: Row, faults: readonly string[]): string[] =>
  lastLine === undefined
    ? [...faults]
    : faults.map((fault, at) =>
        at < faults.length - 1
          ? fault
          : `${fault} (by its quotation marks, the row takes up lines ${line} to ${lastLine})`,
      );

const withoutNulls = (fields: Fields): Fields =>
  Object.values(fields).includes(null)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    : fields;

type Holds = NonNullable<RowColumn['holds']> | 'text';

/** Adds a row's cells that are not plain text to its fields, if their columns accept them. */
const withOddCells = (
  { fields: plain, odd = [] }: Row,
  holding: (column: string) => Holds,
): { fields: Row['fields']; problems: string[] } => {
  if (odd.length === 0) return { fields: plain, problems: [] };
  const fields = structuredClone(plain);
  const problems: string[] = [];
  for (const { column, number, problem } of odd) {
    const holds = holding(column);
    if (holds === 'remark') continue;
    if (number === undefined || holds === 'text') problems.push(problem);
    else put(fields, column.split('.'), number);
  }
  return { fields, problems };
};

/** Columns without a name are ignored while they are empty. */
export const checkColumns = (
  columns: readonly string[],
  headers: readonly string[],
  known: readonly RowColumn[],
  called: (column: number) => string,
): string[] =>
  columns.flatMap((name, at) => {
    if (name.trim() === '') return [];
    const first = columns.indexOf(name);
    const problem =
      first < at
        ? `appears twice, in columns ${called(first + 1)} and ${called(at + 1)}`
        : (nestedConflict(columns, name) ?? unknown(name, known));
    return problem ? [`column ${called(at + 1)} (${headers[at]}) ${problem}`] : [];
  });

const nestedConflict = (columns: readonly string[], name: string): string | undefined => {
  const inner = columns.find((other) => other.startsWith(`${name}.`));
  return inner && `can't be combined with the column ${inner}`;
};

const unknown = (name: string, known: readonly RowColumn[]): string | undefined => {
  if (name.split('.').includes('__proto__')) return 'is not an allowed name';
  if (columnOf(known, name)) return undefined;
  if (/^(\/\/|\/\*|#)/.test(name)) return 'looks like a comment, which a file of rows must not have';
  const column = meantBy(name, known);
  return column ? `is not known: did you mean ${column}?` : 'is not known';
};

const meantBy = (name: string, known: readonly RowColumn[]): string | undefined => {
  const words = new Map(
    known.flatMap(
      ({ name, flag, alsoCalled = [] }) =>
        [
          [name, name],
          ...(flag === undefined
            ? []
            : [flag, headerOf(name, flag)].map((word) => [word, headerOf(name, flag)])),
          ...alsoCalled.map((word) => [word, name]),
        ] as [string, string][],
    ),
  );
  return words.get(nearest(name, [...words.keys()]) ?? '');
};
