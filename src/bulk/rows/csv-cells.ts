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
