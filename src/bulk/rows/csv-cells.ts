import { parse } from 'csv-parse/sync';

/** How text begins behind an apostrophe that was put there so that no spreadsheet runs it as a formula. */
const harmlessFormula = /^'[=+\-@\t\r\n＝＋－＠]/;

const plain = (cell: string) => (harmlessFormula.test(cell) ? cell.slice(1) : cell);

const isQuoted = (record: string) => record.includes('"');

/**
 * The cells of whole records that are quoted rightly. The apostrophe that the tool's own CSV puts before what a
 * spreadsheet would run is taken away again.
 */
export const cellsOf = (records: readonly string[], delimiter: string): string[][] => {
  // A call for each record would cost four times as much; and where nothing is quoted, nothing is to be parsed.
  const parsed: string[][] = parse(records.filter(isQuoted).join('\n'), {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
  });
  let next = 0;
  return records.map((record) => {
    const cells = isQuoted(record) ? (parsed[next++] as string[]) : record.split(delimiter);
    return cells.map(plain);
  });
};

type Fields = Record<string, unknown>;

/**
 * Makes the fields of a row from its cells, in the order of the columns. A dot in a column's name leads into an
 * object; an empty cell is no field, and a column without a name none either.
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
