import { columnOf, nameOfHeader } from '../../changes/column-headers.ts';
import type { Columns } from '../../changes/operation.ts';
import { isIdentifier } from '../../service/identifier.ts';
import { cellsOf, RecordSplitter } from './csv-records.ts';
import { notRows, type RowSource } from './row-source.ts';
import { maxColumns, maxRowBytes, tooLong } from './row-text.ts';
import { type Line, linesOf } from './text-lines.ts';

export interface CsvHeader {
  columns: readonly string[];
  headers: readonly string[];
  /** The columns in which our own CSV has an apostrophe before a formula. */
  escaped: ReadonlySet<number>;
  delimiter: string;
  /** The file is a list of bare identifiers: its first line is one, too. */
  isMissing: boolean;
  /** The text with its line end, and the `sep=` line before it; empty if there is no header. */
  raw: string;
  lineEnd: string;
  line: number;
}

/** Reads the header of a CSV file, and finds what separates its cells. Fails if the file is not one of rows. */
export const csvHeader = async (
  source: RowSource,
  known: Columns,
  ignoreExtra: boolean,
): Promise<CsvHeader> => {
  const { lines, separator } = await beginningOf(source);
  const delimiter = separator?.sign ?? delimiterOf(lines.map(({ text }) => text).join('\n'));
  const splitter = new RecordSplitter(delimiter);
  const [header] = [...splitter.take(lines), ...splitter.end()];
  if (!header) throw notRows(source.called, 'it has no header');
  const { text, line, lastLine, fault } = header;
  const where = lastLine === undefined ? `line ${line}` : `lines ${line} to ${lastLine}`;
  if (fault) throw notRows(source.called, `the header, on ${where}, ${fault}`);
  const cells = cellsOf([text], delimiter).flat();
  const columns = cells.map((name) => nameOfHeader(known, name, ignoreExtra));
  if (columns.length > maxColumns)
    throw notRows(
      source.called,
      `its header has ${columns.length} columns, more than the limit of ${maxColumns}`,
    );
  const before = separator?.line ?? '';
  const lineEnd = lines.at(-1)?.end || '\n';
  const rest = { delimiter, lineEnd, line, escaped: escapedIn(columns, known) };
  if (cells.length === 1 && isIdentifier(cells[0]?.trim() ?? ''))
    return { ...rest, columns: ['id'], headers: ['id'], isMissing: true, raw: before };
  return { ...rest, columns, headers: cells, isMissing: false, raw: before + text + lineEnd };
};

/** Only a list of ours has columns that only the service can fill; elsewhere, a person wrote the apostrophe. */
const escapedIn = (columns: readonly string[], known: Columns): ReadonlySet<number> => {
  const listed = columns.map((name) => columnOf(known, name)?.listed);
  const isList = listed.includes('by the service');
  return new Set(isList ? [...listed.keys()].filter((at) => listed[at] === 'escaped') : []);
};

/** `sep=;` tells Excel where cells end. */
const separatorLine = /^"?sep=([^\w"])\1*"?\s*$/i;

/** A line without content, with any delimiter. */
const blankLine = /^(?:[\s,;|]|"")*$/;

/** The header ends with the first line end outside quotation marks. */
const beginningOf = async (source: RowSource) => {
  const lines: Line[] = [];
  let bytes = 0;
  let isOpen = false;
  let separator: { sign: string; line: string } | undefined;
  for await (const batch of linesOf(source))
    for (const line of batch) {
      const [directive, sign = ''] = (line.number === 1 && separatorLine.exec(line.text)) || [];
      if (directive !== undefined) {
        separator = { sign, line: directive + line.end };
        continue;
      }
      if (lines.length === 0 && !line.tooLong && blankLine.test(line.text)) continue;
      bytes += Buffer.byteLength(line.text);
      if (line.tooLong || bytes > maxRowBytes) throw notRows(source.called, `the header ${tooLong}`);
      lines.push(line);
      bytes += line.end.length;
      if (line.text.split('"').length % 2 === 0) isOpen = !isOpen;
      if (!isOpen) return { lines, separator };
    }
  return { lines, separator };
};

export const delimiterNames = new Map([
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
]);

/** The delimiter that occurs most often outside quotation marks; a comma if none does. */
export const delimiterOf = (header: string): string => {
  const outside = header.replace(/"[^"]*"/g, '');
  const delimiters = [...delimiterNames.keys()];
  const counts = delimiters.map((delimiter) => outside.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] as string;
};
