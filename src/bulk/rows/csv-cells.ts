import { parse } from 'csv-parse/sync';

/** Matches a cell that the tool's CSV output escapes with an apostrophe, so that no spreadsheet runs it as a formula. */
const escapedFormula = /^'[=+\-@\t\r\n＝＋－＠]/;

const unescaped = (cell: string) => (escapedFormula.test(cell) ? cell.slice(1) : cell);

const isQuoted = (record: string) => record.includes('"');

/** Splits complete, correctly quoted records into cells, and removes the apostrophes that escape formulas. */
export const cellsOf = (records: readonly string[], delimiter: string): string[][] => {
  // One call per record would take four times as long, and records without quotation marks need no parser.
  const parsed: string[][] = parse(records.filter(isQuoted).join('\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
  });
  let next = 0;
  return records.map((record) => {
    const cells = isQuoted(record) ? (parsed[next++] as string[]) : record.split(delimiter);
    return cells.map(unescaped);
  });
};

type Fields = Record<string, unknown>;

/**
 * Returns a function that turns the cells of a row into fields. A dot in a column name denotes a nested object. Empty
 * cells and columns without a name are left out.
 */
export const fieldsMaker = (columns: readonly string[]): ((cells: readonly string[]) => Fields) => {
  const paths = columns.map((column) => column.split('.'));
  return (cells) => {
    const fields: Fields = {};
    for (const [at, path] of paths.entries()) {
      const cell = cells[at];
      if (cell && columns[at]) put(fields, path, cell);
    }
    return fields;
  };
};

const put = (fields: Fields, path: readonly string[], value: string): void => {
  let inner = fields;
  for (const part of path.slice(0, -1)) {
    const there = Object.hasOwn(inner, part) ? inner[part] : undefined;
    const object = typeof there === 'object' && there !== null ? (there as Fields) : {};
    inner[part] = object;
    inner = object;
  }
  inner[path.at(-1) as string] = value;
};
